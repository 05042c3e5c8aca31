import { describe, expect, it, vi } from "vitest";

import { LatestEvent } from "../../../src/actions/latest-event";
import { ignoredNamesFrom } from "../../../src/state/events/ignored-names";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { someEvent, someSnapshot } from "../ledger/some-events";

function setUp() {
	const rig = setUpActions();
	const action = new LatestEvent(rig.context);
	rig.store.ledger.applySnapshot(someSnapshot([], { startedAtMs: rig.clock.now() }));
	goLive(rig.store);
	let ids = 0;
	const happen = (person: string, more: Partial<StreamEvent> = {}, source?: "live" | "missed") => {
		const event = someEvent(++ids, { createdAtMs: rig.clock.now() + ids, person, ...more });
		rig.tell(event, source);
		return event;
	};
	const press = async (id: string, heldMs = 20) => {
		action.pressDown(id);
		await rig.clock.advance(heldMs);
		action.pressUp(id);
		await rig.clock.advance(200);
	};
	return { ...rig, action, happen, press };
}

const footOf = (face: unknown) => (face as { footer?: { variants: readonly string[] } }).footer?.variants[0];

describe("a latest-event key", () => {
	it("displays that there is nobody, then the latest person, and how many people are to be thanked", async () => {
		const { action, happen, clock, place } = setUp();
		const { surface } = place(action);
		expect(surface.title).toBe("Latest event · – · live");
		await clock.advance(100);
		happen("Ada");
		expect(surface.title).toBe("Follow · Ada · live");
		expect(surface.face).toMatchObject({ appearance: "flash" });
		await clock.advance(1_000);
		happen("Bob", {}, "missed");
		await clock.advance(100);
		expect([surface.title, footOf(surface.face)]).toEqual(["Follow · Bob · live", "2 to thank"]);
		expect(surface.face).toMatchObject({ appearance: "plain" });
	});

	it("flashes with the new event even if a later one exists, and then displays the newest", async () => {
		const { action, happen, clock, place } = setUp();
		const { surface } = place(action);
		happen("Ada");
		await clock.advance(2_000);
		happen("Bob", { createdAtMs: clock.now() - 60_000 });
		await clock.advance(100);
		expect(surface.title).toBe("Follow · Bob · live");
		await clock.advance(1_000);
		expect(surface.title).toBe("Follow · Ada · live");
	});

	it("contains events of its types only", async () => {
		const { action, context, demands, happen, clock, place, press, store } = setUp();
		const { id, surface } = place(action, { types: ["follow"] });
		expect(demands.get(id)).toEqual({ recent: { types: ["follow"], count: 1 } });
		for (const person of ["Ada", "Bob"]) happen(person);
		await press(id);
		expect(surface.title).toBe("Follow · Ada · live");
		const repaint = vi.spyOn(context.painter, "repaint");
		const hosting = happen("Cyd", { type: "hosting" });
		expect(repaint).not.toHaveBeenCalled();
		store.notify();
		await clock.advance(200);
		expect(surface.title).toBe("Follow · Ada · live");
		const follow = someEvent(99, { createdAtMs: clock.now(), person: "Dan" });
		store.ledger.applyEvent(follow, clock.now());
		store.notify({ events: [follow, hosting], source: "live" });
		await clock.advance(200);
		expect(surface.title).toBe("Follow · Ada · live");
		expect(footOf(surface.face)).toBe("+ Dan");
	});

	it("displays that there is nobody only when events of all types are loaded and confirmed", async () => {
		const { action, place, store } = setUp();
		const { surface } = place(action, { types: ["follow"] });
		expect(surface.title).toBe("Follow · – · live");
		store.forgetAccount();
		store.ledger.applySnapshot(someSnapshot([], { types: ["follow"] }));
		goLive(store);
		const titleOf = (types: readonly string[]) => place(action, { types }).surface.title;
		expect(titleOf(["follow", "donation"])).toBe("Latest event · – · connecting");
		expect(titleOf(["follow"])).toBe("Follow · – · live");
		store.update({ confirmation: "pending" });
		expect(titleOf(["follow"])).toBe("Follow · – · connecting");
	});

	it("displays nobody of another account", async () => {
		const { action, happen, clock, place, store } = setUp();
		const { surface } = place(action);
		happen("Ada");
		store.forgetAccount();
		store.ledger.applySnapshot(someSnapshot([]));
		goLive(store);
		await clock.advance(200);
		expect(surface.title).toBe("Latest event · – · live");
	});

	it("writes the newest person to a text file, regardless of thanks and own tests", async () => {
		const { action, happen, place, press, written } = setUp();
		const { id } = place(action, { file: "/latest.txt" });
		for (const person of ["Ada", "Bob"]) happen(person);
		await press(id);
		happen("Test", { isTest: true });
		expect(written(id)).toBe("Bob");
	});

	it("fills the template of a text file", async () => {
		const { action, files, happen, place, written } = setUp();
		const plain = place(action, { file: "/latest.txt" });
		const worded = place(action, { file: "/thanks.txt", fileText: "Thanks, {name}: {type}" });
		expect(files.get(plain.id)?.path).toBe("/latest.txt");
		happen("Ada");
		expect([written(plain.id), written(worded.id)]).toEqual(["Ada", "Thanks, Ada: Follow"]);
	});

	it("keeps the newest event in its file, regardless of thanks and browsing, without own tests", async () => {
		const { action, happen, place, press, store, clock, written } = setUp();
		const key = place(action, { file: "/latest.txt" });
		const dial = place(action, { file: "/other.txt" }, "dial");
		for (const person of ["Ada", "Bob", "Cyd"]) {
			happen(person);
			await clock.advance(1_000);
		}
		await press(key.id);
		expect(key.surface.title).toContain("Ada");
		action.rotate(dial.id, 1, false);
		expect([written(key.id), written(dial.id)]).toEqual(["Cyd", "Cyd"]);
		store.ledger.ownEvents.expect({ type: "follow", username: "Tester" }, clock.now());
		happen("Tester");
		expect([written(key.id), written(dial.id)]).toEqual(["Cyd", "Cyd"]);
	});

	it("displays the person who has waited longest on each press, for half a minute", async () => {
		const { action, happen, clock, place, press } = setUp();
		const { id, surface } = place(action);
		for (const person of ["Ada", "Bob"]) happen(person);
		await clock.advance(2_000);
		await press(id);
		expect([surface.title, footOf(surface.face)]).toEqual(["Follow · Ada · live", "1 to thank"]);
		await clock.advance(30_000);
		expect(surface.title).toBe("Follow · Bob · live");
		happen("Cyd");
		await clock.advance(2_000);
		await press(id);
		expect(surface.title).toBe("Follow · Bob · live");
		action.changeSettings(id, { onPress: "clear" });
		await clock.advance(200);
		expect(surface.title).toBe("Follow · Cyd · live");
	});

	it("keeps the person being thanked while others arrive, and announces them", async () => {
		const { action, happen, clock, place, press } = setUp();
		const { id, surface } = place(action);
		const later = place(action, { types: ["donation"] });
		happen("Ada");
		await press(id);
		happen("Bob", { type: "donation" });
		await clock.advance(200);
		expect([surface.title, footOf(surface.face)]).toEqual(["Follow · Ada · live", "+ Bob"]);
		expect(later.surface.title).toBe("Donation · Bob · live");
		await clock.advance(3_000);
		expect([surface.title, footOf(surface.face)]).toEqual(["Follow · Ada · live", "1 to thank"]);
		await clock.advance(26_500);
		expect(surface.title).toBe("Follow · Ada · live");
		await clock.advance(300);
		expect(surface.title).toBe("Donation · Bob · live");
	});

	it("displays whom the next press thanks", async () => {
		const { action, happen, clock, place, press } = setUp();
		const { id, surface } = place(action);
		for (const person of ["Ada", "Bob", "Cyd"]) happen(person);
		await clock.advance(2_000);
		for (const person of ["Ada", "Bob", "Cyd"]) {
			expect(surface.face?.facts).toContain(`next to thank: ${person}`);
			await press(id);
			expect(surface.title).toBe(`Follow · ${person} · live`);
			expect(surface.face?.facts).toContain("thanking");
		}
		expect(surface.face?.facts).toEqual(["thanking"]);
	});

	it("displays that there is nobody to thank", async () => {
		const { action, happen, clock, place, press } = setUp();
		const { id, surface } = place(action);
		happen("Ada");
		await press(id);
		await press(id);
		expect(footOf(surface.face)).toBe("Nobody to thank");
		expect(surface.face?.facts).toEqual(["nobody to thank"]);
		await clock.advance(3_000);
		expect(footOf(surface.face)).not.toBe("Nobody to thank");
		expect(surface.history).not.toContain("alert");
	});

	it.each(["key", "dial"] as const)(
		"undoes clearing with a press within five seconds, on a %s",
		async (kind) => {
			const { action, happen, clock, place, press, settings } = setUp();
			const { id, surface } = place(action, {}, kind);
			for (const person of ["Ada", "Bob"]) happen(person);
			await press(id, 600);
			expect(footOf(surface.face)).toBe("Press to undo");
			expect(surface.face?.facts).toEqual([]);
			await press(id);
			expect(surface.face?.facts).toContain("2 to thank");
			expect(settings.current?.thanked).toEqual({});
			await press(id, 600);
			await clock.advance(5_000);
			expect(footOf(surface.face)).not.toBe("Press to undo");
			await press(id);
			expect(surface.face?.facts).toEqual(["nobody to thank"]);
		},
	);

	it("undoes clearing on a key whose press clears", async () => {
		const { action, happen, place, press } = setUp();
		const { id, surface } = place(action, { onPress: "clear" });
		happen("Ada");
		await press(id);
		await press(id);
		expect(surface.face?.facts).toEqual(["1 to thank"]);
	});

	it("thanks all on a hold, or on a press if set so", async () => {
		const { action, happen, clock, place, press } = setUp();
		const held = { key: place(action), heldMs: 600 };
		const pressed = { key: place(action, { onPress: "clear" }), heldMs: 20 };
		for (const { key, heldMs } of [held, pressed]) {
			for (const person of ["Ada", "Bob", "Cyd"]) happen(person);
			await clock.advance(2_000);
			expect(footOf(key.surface.face)).toBe("3 to thank");
			await press(key.id, heldMs);
			expect(footOf(key.surface.face)).not.toMatch(/to thank/);
		}
	});

	it("does not queue other types, own tests, or deleted events", async () => {
		const { action, store, happen, clock, place } = setUp();
		const { id, surface } = place(action, { types: ["follow", "donation"] });
		happen("Ada");
		happen("Bob", { type: "subscription" });
		happen("Cyd", { isTest: true });
		const taken = happen("Dan");
		store.ledger.applyEvent({ ...taken, isDeleted: true }, clock.now());
		store.notify();
		await clock.advance(2_000);
		expect([surface.title, footOf(surface.face)]).toEqual(["Follow · Cyd · live", "1 to thank"]);
		action.changeSettings(id, { types: ["donation"] });
		await clock.advance(200);
		expect(surface.title).toBe("Donation · – · live");
	});

	it("keeps collecting while hidden", async () => {
		const { action, happen, place, clock } = setUp();
		const { id } = place(action);
		action.disappear(id);
		happen("Ada");
		const { surface } = place(action, {}, "key", id);
		await clock.advance(2_000);
		expect([surface.title, footOf(surface.face)]).toEqual(["Follow · Ada · live", "1 to thank"]);
	});

	it("on a dial browses earlier events, and returns to the newest with the next one", async () => {
		const { action, demands, happen, clock, place } = setUp();
		const { id, surface } = place(action, {}, "dial");
		expect(demands.get(id)?.recent).toMatchObject({ count: 20 });
		for (const person of ["Ada", "Bob", "Cyd"]) happen(person);
		await clock.advance(2_000);
		action.rotate(id, 1, false);
		await clock.advance(200);
		expect(surface.title).toBe("Follow · Bob · live");
		action.rotate(id, 9, false);
		await clock.advance(200);
		expect(surface.title).toBe("Follow · Ada · live");
		action.rotate(id, -1, false);
		await clock.advance(200);
		expect(surface.title).toBe("Follow · Bob · live");
		happen("Dan");
		await clock.advance(200);
		expect(surface.title).toBe("Follow · Dan · live");
	});
});

describe("filters of a latest-event key", () => {
	it("keep ignored users and small donations from the key, its queue, its flash and its file", async () => {
		const { action, happen, clock, place, press, store, written } = setUp();
		store.ignore(ignoredNamesFrom("bot"));
		const { id, surface } = place(action, { minAmount: 10, file: "/latest.txt" });
		const euros = (amount: number) => ({
			type: "donation" as const,
			amount: { minorUnits: amount * 100, currency: "EUR" },
		});
		happen("Ada", euros(10));
		await clock.advance(3_000);
		const { history } = surface;
		const before = [...history];
		happen("Bot", euros(500));
		happen("Bob", euros(9));
		happen("bot");
		await clock.advance(200);
		expect([surface.title, footOf(surface.face)]).toEqual(["Donation · Ada 10.00 EUR · live", "1 to thank"]);
		expect([surface.face, history]).toEqual([expect.objectContaining({ appearance: "plain" }), before]);
		await press(id);
		await press(id);
		expect(footOf(surface.face)).toBe("Nobody to thank");
		expect(written(id)).toBe("Ada");
		store.ignore(ignoredNamesFrom(""));
		store.notify();
		await clock.advance(5_000);
		expect(footOf(surface.face)).toBe("2 to thank");
	});

	it("keep the last text of a file while only own tests are stored", () => {
		const { action, happen, place, store, written } = setUp();
		const { id } = place(action, { file: "/latest.txt" });
		happen("Test", { isTest: true });
		vi.spyOn(store.ledger.coverage, "namedFromMs").mockReturnValue(1);
		expect(written(id)).toBeUndefined();
		happen("Ada");
		expect(written(id)).toBe("Ada");
	});

	it("list all events of the session in a file, one per line, and none in a new session", () => {
		const { action, happen, clock, place, store, written } = setUp();
		store.update({ sessionStartedAtMs: clock.now() });
		const { id } = place(action, {
			...{ file: "/credits.txt", fileContent: "session", fileText: "{name}\n({type})" },
		});
		expect(written(id)).toBe("");
		happen("Ada", { message: "one" });
		happen("Test", { isTest: true });
		happen("Bob", { type: "hosting" });
		expect(written(id)).toBe("Ada (Follow)\nBob (Host)");
		action.changeSettings(id, { file: "/credits.txt", fileContent: "session" });
		expect(written(id)).toBe("Ada\nBob");
		store.update({ sessionStartedAtMs: clock.now() + 60_000 });
		expect(written(id)).toBe("");
	});

	it("request all events of the session only for such a file", () => {
		const { action, demands, place } = setUp();
		const need = (settings: object) => demands.get(place(action, settings).id)?.recent;
		expect(need({ file: "/a.txt", fileContent: "session" })).toMatchObject({ ofSession: true });
		expect(need({ file: "/b.txt" })).not.toHaveProperty("ofSession", true);
		expect(need({ fileContent: "session" })).not.toHaveProperty("ofSession", true);
	});

	it.each([
		[{ phase: "failed", trouble: "refused" }, 110, "failed: key refused"],
		[{ phase: "not-set-up" }, 110, "failed: not set up"],
		[{ phase: "down", sinceMs: 0, trouble: "service-error" }, 2_110, "failed: service down"],
	] as const)(
		"says why the queue is unknown instead of that it is empty: %j",
		async (link, waitMs, reason) => {
			const { action, clock, place, store } = setUp();
			store.forgetAccount();
			store.update({ link });
			for (const settings of [{}, { onPress: "clear" }]) {
				const { id, surface } = place(action, settings);
				action.pressDown(id);
				action.pressUp(id);
				await clock.advance(waitMs);
				expect(surface.face?.facts).toContain(reason);
				expect(surface.history).toContain("alert");
			}
		},
	);
});
