import { describe, expect, it, vi } from "vitest";

import { Chart } from "../../../src/actions/chart";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { someEvent } from "../ledger/some-events";

function setUp() {
	const rig = setUpActions();
	const action = new Chart(rig.context);
	goLive(rig.store);
	const series = { followers: { values: [1, 2], total: 3 }, donations: { values: [4], total: 4 } };
	rig.store.update({ charts: new Map([["week", { labels: ["Mon", "Tue"], series }]]) });
	return { ...rig, action };
}

describe("a chart key", () => {
	it("displays its series, and requires only that", () => {
		const { action, demands, place } = setUp();
		const { id, surface } = place(action);
		expect(surface.title).toBe("Followers · 3 · live");
		expect(demands.get(id)).toEqual({ chart: { range: "week", series: "followers" } });
	});

	it("is not updated by a follow", () => {
		const { action, context, place, tell } = setUp();
		place(action);
		const repaint = vi.spyOn(context.painter, "repaint");
		tell(someEvent(1));
		expect(repaint).not.toHaveBeenCalled();
	});

	it("displays that it is refreshing, or since when that fails", async () => {
		const { action, store, clock, place } = setUp();
		const { surface } = place(action);
		for (const doubt of [
			{ kind: "pending" },
			{ kind: "failed", sinceMs: clock.now(), trouble: "service-error" },
		] as const) {
			await clock.advance(200);
			store.update({ chartStaleness: new Map([["week", doubt]]) });
		}
		await clock.advance(200);
		expect(surface.history).toEqual([
			"Followers · 3 · live",
			"Followers · 3 · connecting",
			"Followers · 3 · stale",
		]);
	});

	it("displays the total of an earlier run until the service has answered", async () => {
		const { action, store, clock, place } = setUp();
		const { id } = place(action);
		action.disappear(id);
		store.forgetAccount();
		store.update({ link: { phase: "connecting" } });
		const { surface } = place(action);
		expect(surface.title).toBe("Followers · 3 · connecting");
		expect(surface.face?.facts).toEqual([`as of ${new Date(clock.now()).toISOString().replace(".000", "")}`]);
		const other = place(action, { series: "donations" });
		expect(other.surface.title).toBe("Donations · – · connecting");
		expect(place(action, { range: "day" }).surface.title).toBe("Followers · – · connecting");
	});

	it("refreshes on a press, and displays the reason for a failure", async () => {
		const { action, connection, clock, place } = setUp();
		const { id, surface } = place(action);
		action.pressDown(id);
		action.pressUp(id);
		await clock.advance(100);
		connection.trouble = "service-error";
		action.pressDown(id);
		await clock.advance(100);
		expect(connection.requests).toEqual(["chart week", "chart week"]);
		expect(surface.history.filter((sign) => sign === "alert")).toHaveLength(1);
	});

	it("on a dial displays other ranges and series until its settings change", async () => {
		const { action, demands, clock, place } = setUp();
		const { id, surface } = place(action, { series: "subscriptions" }, "dial");
		action.rotate(id, 1, true);
		await clock.advance(100);
		expect(surface.title).toBe("Donations · 4 · live");
		action.rotate(id, 1, false);
		expect(demands.get(id)).toEqual({ chart: { range: "month", series: "donations" } });
		action.changeSettings(id, { series: "followers" });
		await clock.advance(200);
		expect(surface.title).toBe("Followers · 3 · live");
	});
});
