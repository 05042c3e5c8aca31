import { describe, expect, it, vi } from "vitest";

import { TopSupporter } from "../../../src/actions/top-supporter";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { someEvent, someSnapshot } from "../ledger/some-events";

function setUp() {
	const rig = setUpActions();
	const action = new TopSupporter(rig.context);
	rig.store.ledger.applySnapshot(someSnapshot([], { startedAtMs: rig.clock.now(), types: ["donation"] }));
	goLive(rig.store);
	let ids = 0;
	const donation = (person: string, whole: number, currency = "EUR") => {
		const amount = { minorUnits: whole * 100, currency };
		const createdAtMs = rig.clock.now() + ++ids;
		return someEvent(ids, { type: "donation", person, amount, createdAtMs });
	};
	const give = (person: string, euros: number, source?: "live" | "missed") => {
		rig.tell(donation(person, euros), source);
	};
	return { ...rig, action, donation, give };
}

const appearanceOf = (face: unknown) => (face as { appearance?: string } | undefined)?.appearance;

describe("a top-supporter key", () => {
	it("displays that there is nobody, then the top supporter by donation or by total", async () => {
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

	it("flashes when a pushed donation changes the person, and for nothing else", async () => {
		const { action, give, clock, place, store } = setUp();
		const { surface } = place(action);
		store.notify();
		const appearance = () => appearanceOf(surface.face);
		await clock.advance(100);
		give("Ada", 5);
		await clock.advance(100);
		expect(appearance()).toBe("flash");
		await clock.advance(3_000);
		expect(appearance()).toBe("plain");
		give("Bob", 4);
		give("Cyd", 9, "missed");
		await clock.advance(200);
		expect([surface.title, appearance()]).toEqual([expect.stringContaining("Cyd"), "plain"]);
	});

	it("does not flash for a donation that was found when a follow arrives at the same time", async () => {
		const { action, clock, donation, place, store, tell } = setUp();
		const { surface } = place(action);
		store.notify();
		await clock.advance(100);
		store.ledger.applyEvent(donation("Ada", 5), clock.now());
		tell(someEvent(99));
		store.notify();
		await clock.advance(100);
		expect([surface.title, appearanceOf(surface.face)]).toEqual([expect.stringContaining("Ada"), "plain"]);
	});

	it("flashes for a donation that arrived together with other events", async () => {
		const { action, clock, donation, place, store } = setUp();
		const { surface } = place(action);
		store.notify();
		await clock.advance(100);
		const events = [someEvent(99), donation("Ada", 5)];
		for (const event of events) store.ledger.applyEvent(event, clock.now());
		store.notify({ events, source: "live" });
		expect([surface.title, appearanceOf(surface.face)]).toEqual([expect.stringContaining("Ada"), "flash"]);
	});

	it("displays nobody of another account, and does not flash for its person", async () => {
		const { action, clock, donation, give, place, store, tell } = setUp();
		const { surface } = place(action);
		give("Ada", 5);
		await clock.advance(2_000);
		store.forgetAccount();
		await clock.advance(100);
		expect(surface.title).toMatch(/ · – · connecting$/);
		store.ledger.applySnapshot(someSnapshot([donation("Bob", 7)], { startedAtMs: clock.now() }));
		tell(donation("Cyd", 1));
		goLive(store);
		await clock.advance(100);
		expect([surface.title, appearanceOf(surface.face)]).toEqual([expect.stringContaining("Bob"), "plain"]);
	});

	it("displays that it is being confirmed, and ranks in one currency if set so", async () => {
		const { action, donation, give, place, store, tell } = setUp();
		give("Ada", 5);
		tell(donation("Bob", 3, "USD"));
		const { surface } = place(action, { currency: "USD" });
		expect(surface.title).toMatch(/ · Bob 3\.00 USD · live$/);
		store.update({ confirmation: "pending" });
		expect(place(action).surface.title).toMatch(/ · Ada 5\.00 EUR · connecting$/);
	});

	it("is not updated by a follow", () => {
		const { action, context, place, tell } = setUp();
		place(action);
		const repaint = vi.spyOn(context.painter, "repaint");
		tell(someEvent(1));
		expect(repaint).not.toHaveBeenCalled();
		tell(someEvent(2, { type: "donation", amount: { minorUnits: 100, currency: "EUR" } }));
		expect(repaint).toHaveBeenCalledOnce();
	});

	it("steps through the ranks when its dial is rotated, and through the periods when it is also pushed", async () => {
		const { action, give, clock, place, demands } = setUp();
		const { id, surface } = place(action, {}, "dial");
		for (const [person, euros] of [
			["Ada", 5],
			["Bob", 4],
		] as const)
			give(person, euros);
		const turned = async (ticks: number, isPressed = false) => {
			action.rotate(id, ticks, isPressed);
			await clock.advance(200);
			return surface.title;
		};
		expect(await turned(1)).toContain("Bob");
		expect(await turned(1)).toContain("Bob");
		expect(await turned(-5)).toContain("Ada");
		expect(demands.get(id)?.supporters).toEqual({ scope: "month" });
		await turned(1, true);
		expect(demands.get(id)).toEqual({
			recent: { types: ["donation"], count: 1 },
			supporters: { scope: "year" },
		});
		expect(await turned(100)).toContain("#2 Top donation this year · Bob");
		expect(await turned(-9)).toContain("Ada");
		await turned(1);
		action.changeSettings(id, {});
		await clock.advance(200);
		expect(surface.title).toContain("Ada");
		expect(demands.get(id)?.supporters).toEqual({ scope: "month" });
	});

	it("flashes for the displayed rank only", async () => {
		const { action, give, clock, place } = setUp();
		const { id, surface } = place(action, {}, "dial");
		give("Ada", 5);
		give("Bob", 4);
		action.rotate(id, 1, false);
		await clock.advance(200);
		expect([surface.title, appearanceOf(surface.face)]).toEqual([expect.stringContaining("Bob"), "plain"]);
		give("Cyd", 3);
		await clock.advance(200);
		expect(appearanceOf(surface.face)).toBe("plain");
		give("Dan", 6);
		await clock.advance(200);
		expect([surface.title, appearanceOf(surface.face)]).toEqual([expect.stringContaining("Ada"), "flash"]);
	});

	it("refreshes on a press, and displays the reason for a failure", async () => {
		const { action, connection, clock, place } = setUp();
		const { id, surface } = place(action);
		const press = async () => {
			action.pressDown(id);
			action.pressUp(id);
			await clock.advance(200);
		};
		await press();
		expect(connection.requests).toEqual(["supporters"]);
		expect(surface.history).not.toContain("alert");
		connection.trouble = "unreachable";
		await press();
		expect(surface.history).toContain("alert");
	});

	it("fills the template of a text file", () => {
		const { action, context, give, place, written } = setUp();
		const set = vi.spyOn(context.textFiles, "set");
		place(action, { file: "/top.txt" });
		give("Ada", 5);
		const [, text] = set.mock.calls[0] ?? [];
		expect(text?.path).toBe("/top.txt");
		expect(text?.content(context.clock.now())).toMatchObject({ text: "Ada" });
		const { id } = place(action, { file: "/thanks.txt", fileText: "Thanks, {name}: {amount}" });
		expect(written(id)).toBe("Thanks, Ada: €5.00");
	});
});
