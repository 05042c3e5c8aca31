import { describe, expect, it, vi } from "vitest";

import { TopSupporter } from "../../../src/actions/top-supporter";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { someEvent, someSnapshot } from "../state/some-events";

function setUp() {
	const rig = setUpActions();
	const action = new TopSupporter(rig.context);
	rig.store.ledger.applySnapshot(someSnapshot([], { startedAtMs: rig.clock.now(), types: ["donation"] }));
	goLive(rig.store);
	let ids = 0;
	const give = (person: string, euros: number, source?: "live" | "missed") => {
		const amount = { minorUnits: euros * 100, currency: "EUR" };
		const createdAtMs = rig.clock.now() + ++ids;
		rig.tell(someEvent(ids, { type: "donation", person, amount, createdAtMs }), source);
	};
	return { ...rig, action, give };
}

describe("a top-supporter key", () => {
	it("says nobody, then who gave most, in one donation or in all", async () => {
		const { action, give, clock, place } = setUp();
		const [one, all] = [place(action), place(action, { by: "total" })];
		expect(one.surface.title).toMatch(/ · nobody · live$/);
		await clock.advance(100);
		give("Ada", 5);
		give("Bob", 4);
		give("Bob", 3);
		await clock.advance(2_000);
		expect(one.surface.title).toMatch(/ · Ada 5\.00 EUR · live$/);
		expect(all.surface.title).toMatch(/ · Bob 7\.00 EUR · live$/);
	});

	it("lights up when a live donation brings somebody else, and for nothing else", async () => {
		const { action, give, clock, place, store } = setUp();
		const { surface } = place(action);
		store.announce();
		const look = () => (surface.face as { look?: string } | undefined)?.look;
		await clock.advance(100);
		give("Ada", 5);
		await clock.advance(100);
		expect(look()).toBe("flash");
		await clock.advance(3_000);
		expect(look()).toBe("plain");
		give("Bob", 4);
		give("Cyd", 9, "missed");
		await clock.advance(200);
		expect([surface.title, look()]).toEqual([expect.stringContaining("Cyd"), "plain"]);
	});

	it("is not looked at when somebody follows", () => {
		const { action, context, place, tell } = setUp();
		place(action);
		const repaint = vi.spyOn(context.painter, "repaint");
		tell(someEvent(1));
		expect(repaint).not.toHaveBeenCalled();
		tell(someEvent(2, { type: "donation", amount: { minorUnits: 100, currency: "EUR" } }));
		expect(repaint).toHaveBeenCalledOnce();
	});

	it("walks down the ranks when its dial is turned, and through the periods when it is pushed meanwhile", async () => {
		const { action, give, clock, place, demands } = setUp();
		const { id, surface } = place(action, {}, "dial");
		for (const [person, euros] of [
			["Ada", 5],
			["Bob", 4],
		] as const)
			give(person, euros);
		const turned = async (ticks: number, isPressed = false) => {
			action.turn(id, ticks, isPressed);
			await clock.advance(200);
			return surface.title;
		};
		expect(await turned(1)).toContain("Bob");
		expect(await turned(1)).toContain("nobody");
		expect(await turned(-5)).toContain("Ada");
		expect(demands.get(id)?.supporters).toBe("month");
		await turned(1, true);
		expect(demands.get(id)).toEqual({ recent: { types: ["donation"], count: 1 }, supporters: "year" });
		action.changeSettings(id, {});
		expect(demands.get(id)?.supporters).toBe("month");
	});

	it("reads again at a press, and says why it could not", async () => {
		const { action, connection, clock, place } = setUp();
		const { id, surface } = place(action);
		const press = async () => {
			action.pressDown(id);
			action.pressUp(id);
			await clock.advance(200);
		};
		await press();
		expect(connection.asked).toEqual(["supporters"]);
		expect(surface.seen).not.toContain("alert");
		connection.trouble = "unreachable";
		await press();
		expect(surface.seen).toContain("alert");
	});

	it("gives a text file who is shown", () => {
		const { action, context, give, place } = setUp();
		const set = vi.spyOn(context.textFiles, "set");
		place(action, { file: "/top.txt" });
		give("Ada", 5);
		const [, text] = set.mock.calls[0] ?? [];
		expect(text?.path).toBe("/top.txt");
		expect(text?.content(context.clock.now())).toMatchObject({ text: "Ada" });
	});
});
