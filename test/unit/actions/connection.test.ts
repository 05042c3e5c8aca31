import { describe, expect, it } from "vitest";

import { Connection } from "../../../src/actions/connection";
import { goLive, setUpActions } from "../../world/fakes/action-rig";

function setUp() {
	const rig = setUpActions();
	const action = new Connection(rig.context);
	goLive(rig.store);
	return { ...rig, action };
}

describe("a connection key", () => {
	it("says whose account it is, and how the link is", async () => {
		const { action, demands, store, clock, place } = setUp();
		const { id, surface } = place(action);
		expect(demands.get(id)).toEqual({});
		for (const change of [
			{ confirmation: "pending" },
			{ confirmation: "confirmed" },
			{ link: { phase: "down", sinceMs: 0 } },
		] as const) {
			await clock.advance(100);
			store.update(change);
		}
		await clock.advance(100);
		expect(surface.history).toEqual([
			"marguerite · service.example · live",
			"marguerite · service.example · connecting",
			"marguerite · service.example · live",
			"marguerite · service.example · stale",
		]);
		store.forgetAccount();
		await clock.advance(100);
		expect(surface.title).toMatch(/ · connecting$/);
		expect(surface.title).not.toContain("marguerite");
	});

	it("connects anew when pressed, one time after the other", async () => {
		const { action, connection, clock, place } = setUp();
		const { id, surface } = place(action);
		let answer: (trouble: "unreachable" | undefined) => void = () => undefined;
		connection.reconnectAndSync = () => {
			connection.requests.push("reconnect");
			return new Promise((resolve) => {
				answer = resolve;
			});
		};
		const press = async () => {
			action.pressDown(id);
			action.pressUp(id);
			await clock.advance(100);
		};
		await press();
		await press();
		expect(connection.requests).toEqual(["reconnect"]);
		answer(undefined);
		await clock.advance(100);
		expect(surface.history).toContain("ok");
		await press();
		answer("unreachable");
		await clock.advance(100);
		expect(surface.history).toContain("alert");
	});

	it("hides all numbers when held, and shows them when held again", async () => {
		const { action, settings, clock, place } = setUp();
		const { id, surface } = place(action);
		const hold = async () => {
			action.pressDown(id);
			await clock.advance(600);
			action.pressUp(id);
			await clock.advance(100);
		};
		await hold();
		expect(settings.current?.hideNumbers).toBe(true);
		expect(surface.face).toMatchObject({ footer: { variants: ["Numbers hidden"] } });
		await hold();
		expect(settings.current?.hideNumbers).toBe(false);
	});
});
