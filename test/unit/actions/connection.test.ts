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
	it("displays the account and the connection status", async () => {
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

	it("reconnects on a press, one at a time", async () => {
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

	it("hides all numbers on a hold, and shows them on the next", async () => {
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
