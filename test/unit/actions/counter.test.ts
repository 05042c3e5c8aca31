import { describe, expect, it, onTestFinished, vi } from "vitest";

import { Counter } from "../../../src/actions/counter";
import { ignoredNamesFrom } from "../../../src/state/events/ignored-names";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { someEvent, someSnapshot } from "../ledger/some-events";

const totals = { followers: 100, subscribers: 10, donations: 70, byProvider: {} };

function setUp() {
	const rig = setUpActions();
	const action = new Counter(rig.context);
	rig.store.ledger.applySnapshot(
		someSnapshot([], { startedAtMs: rig.clock.now(), totals, hostings: { count: 0 } }),
	);
	goLive(rig.store);
	let ids = 0;
	const happen = (fields: Partial<StreamEvent>, source?: "live" | "missed") => {
		rig.tell(someEvent(++ids, { createdAtMs: rig.clock.now(), ...fields }), source);
	};
	const follow = (person: string, source?: "live" | "missed") => {
		happen({ person }, source);
	};
	const press = async (id: string) => {
		action.pressDown(id);
		action.pressUp(id);
		await rig.clock.advance(200);
	};
	return { ...rig, action, happen, follow, press };
}

const hasFlash = (face: unknown) =>
	face !== undefined && (face as { appearance?: string }).appearance === "flash";
const footOf = (face: unknown) => (face as { footer?: { variants: readonly string[] } }).footer?.variants[0];

describe("a counter", () => {
	it("counts events, and flashes with the increase", async () => {
		const { action, follow, clock, place } = setUp();
		const { surface } = place(action);
		expect(surface.title).toBe("Followers · 100 · live");
		await clock.advance(100);
		follow("Ada");
		expect(surface.title).toBe("Followers · 101 · live");
		expect([hasFlash(surface.face), footOf(surface.face)]).toEqual([true, "+1"]);
		follow("Bob");
		await clock.advance(100);
		expect(footOf(surface.face)).toBe("+2");
		await clock.advance(900);
		expect(hasFlash(surface.face)).toBe(false);
		follow("Cyd");
		await clock.advance(1_000);
		follow("Dan");
		await clock.advance(100);
		expect(footOf(surface.face)).toBe("+1");
	});

	it("suggests the scene of its goal for the next key", () => {
		const { action, place } = setUp();
		expect(action.goalScene).toBeUndefined();
		const goalAction = { sceneToken: "s1", itemId: 1, actionCode: "trigger" };
		place(action, { goal: 500, goalAction });
		expect(action.goalScene).toBe("s1");
	});

	it("keeps the period of a dial that was moved under another id", async () => {
		const { action, clock, place } = setUp();
		const { id } = place(action, {}, "dial", "dial 1");
		action.rotate(id, 2, false);
		await clock.advance(10_000);
		action.disappear(id);
		const { surface } = place(action, {}, "dial", "dial 2");
		expect(surface.title).toContain("Followers today");
		expect(action.visibleKeys).toHaveLength(1);
	});

	it("counts ignored users without a flash", async () => {
		const { action, follow, clock, place, store } = setUp();
		store.ignore(ignoredNamesFrom("bot"));
		const { surface } = place(action);
		await clock.advance(100);
		follow("Bot");
		await clock.advance(200);
		expect([surface.title, hasFlash(surface.face)]).toEqual(["Followers · 101 · live", false]);
		follow("Ada");
		await clock.advance(100);
		expect([surface.title, hasFlash(surface.face)]).toEqual(["Followers · 102 · live", true]);
	});

	it("is updated by events of its type, and does not flash for uncounted ones", async () => {
		const { action, context, happen, store, clock, place } = setUp();
		const { surface } = place(action);
		await clock.advance(100);
		const repaint = vi.spyOn(context.painter, "repaint");
		happen({ type: "donation" });
		expect(repaint).not.toHaveBeenCalled();
		happen({ isTest: true });
		await clock.advance(100);
		expect(hasFlash(surface.face)).toBe(false);
		repaint.mockClear();
		const events = [someEvent(8, { type: "donation" }), someEvent(9)];
		store.notify({ events, source: "live" });
		expect(repaint).toHaveBeenCalledOnce();
	});

	it("displays that its number is being confirmed", async () => {
		const { action, store, clock, place } = setUp();
		const { surface } = place(action);
		await clock.advance(100);
		store.update({ confirmation: "pending" });
		expect(surface.title).toBe("Followers · 100 · connecting");
	});

	it("displays the missed number until it is pressed, and refreshes then", async () => {
		const { action, connection, follow, clock, place, press } = setUp();
		const { id, surface } = place(action);
		await clock.advance(100);
		follow("Ada", "missed");
		follow("Bob", "missed");
		await clock.advance(100);
		expect(footOf(surface.face)).toBe("+2 while away");
		await press(id);
		expect(footOf(surface.face)).toBeUndefined();
		expect(connection.requests).toEqual(["numbers"]);
		expect(surface.history).not.toContain("alert");
	});

	it("does nothing on a press if set so", async () => {
		const { action, connection, place, press } = setUp();
		const { id, surface } = place(action, { onPress: "none" });
		await press(id);
		expect(connection.requests).toEqual([]);
		expect(surface.history).toEqual(["Followers · 100 · live"]);
	});

	it("keeps counting while hidden", async () => {
		const { action, follow, clock, place } = setUp();
		const { id } = place(action);
		action.disappear(id);
		follow("Ada", "missed");
		const { surface } = place(action, {}, "key", id);
		expect([surface.title, footOf(surface.face)]).toEqual(["Followers · 101 · live", "+1 while away"]);
		await clock.advance(100);
	});

	it("reports why a sync failed, on the key and in the log", async () => {
		const { action, connection, log, clock, place } = setUp();
		const { id, surface } = place(action);
		connection.trouble = "unreachable";
		action.pressDown(id);
		await clock.advance(200);
		expect(surface.history).toContain("alert");
		expect(footOf(surface.face)).toBe("Offline");
		expect(log.lines).toEqual([`warn a press on ${action.manifestId} failed: offline`]);
	});

	it("steps through its periods on a press if set so, and through metrics on a pushed and rotated dial", async () => {
		const { action, demands, clock, place, press } = setUp();
		const { id, surface } = place(action, { onPress: "next" });
		await press(id);
		expect(surface.title).toMatch(/^Followers this session/);
		expect(demands.get(id)?.query).toMatchObject({ scope: "session" });
		action.pressDown(id);
		action.pressUp(id);
		await clock.advance(5);
		// The switch bounces.
		await press(id);
		expect(demands.get(id)?.query).toMatchObject({ scope: "today" });
		const dial = place(action, { label: "Mine" }, "dial");
		action.rotate(dial.id, 2, false);
		await clock.advance(200);
		expect(demands.get(dial.id)?.query).toMatchObject({ scope: "today", metric: "followers" });
		expect(dial.surface.title).toBe("Mine · 0 · live");
		action.rotate(dial.id, -1, true);
		await clock.advance(200);
		expect(dial.surface.title).toBe("Viewers today · 0 · live");
		action.changeSettings(dial.id, { label: "Mine" });
		await clock.advance(200);
		expect(dial.surface.title).toBe("Mine · 100 · live");
	});

	it("writes its number to a file, with the template text", () => {
		const { action, files, place, written } = setUp();
		const plain = place(action, { file: "/followers.txt" });
		expect(files.get(plain.id)?.path).toBe("/followers.txt");
		expect(written(plain.id)).toBe("100");
		const worded = place(action, { file: "/left.txt", fileText: "{left} to {goal}", goal: 120 });
		expect(written(worded.id)).toBe("20 to 120");
	});

	it("forgets the choice made on a key that was removed", () => {
		const { action, demands, place } = setUp();
		place(action, {}, "dial", "a");
		action.rotate("a", 2, false);
		action.disappear("a");
		place(action, {}, "dial", "a");
		expect(demands.get("a")?.query).toMatchObject({ scope: "today" });
		action.remove("a");
		place(action, {}, "dial", "a");
		expect(demands.get("a")?.query).toMatchObject({ scope: "lifetime" });
	});

	it("keeps the number of its settings in its file while the dial is browsed", async () => {
		const { action, clock, demands, place, written } = setUp();
		const file = { file: "/followers.txt", fileText: "{label}: {value}" };
		const dial = place(action, file, "dial");
		action.rotate(dial.id, 2, false);
		action.rotate(dial.id, 1, true);
		expect(written(dial.id)).toBe("Followers: 100");
		expect(demands.get(dial.id)).toMatchObject({
			query: { metric: "subscriptions", scope: "today" },
			file: { query: { metric: "followers", scope: "lifetime" } },
		});
		const key = place(action, { ...file, onPress: "next" });
		action.pressDown(key.id);
		action.pressUp(key.id);
		await clock.advance(200);
		expect(key.surface.title).toContain("session");
		expect(written(key.id)).toBe("Followers: 100");
	});

	it("celebrates its goal, unless another number is selected on it", async () => {
		const { action, follow, clock, place } = setUp();
		const settings = { goal: 101 };
		const { id, surface } = place(action, { goal: 500 }, "dial");
		action.changeSettings(id, settings);
		const further = place(action, { goal: 102 });
		const [otherScope, otherMetric] = [place(action, settings, "dial"), place(action, settings, "dial")];
		action.rotate(otherScope.id, 2, false);
		action.rotate(otherMetric.id, 1, true);
		await clock.advance(200);
		follow("Ada");
		await clock.advance(1_500);
		expect([surface.title, footOf(surface.face)]).toEqual(["Followers · 101/101 · live", "Goal reached!"]);
		for (const other of [further, otherScope, otherMetric]) {
			expect(footOf(other.surface.face)).not.toBe("Goal reached!");
		}
		await clock.advance(4_000);
		expect(footOf(surface.face)).not.toBe("Goal reached!");
	});

	it("starts a session on a hold, and undoes it with a press within five seconds", async () => {
		const { action, settings, store, clock, place } = setUp();
		await settings.change({ sessionStartedAt: "2026-01-01T00:00:00.000Z" });
		const { id, surface } = place(action, { onHold: "resetSession", scope: "session" });
		const hold = async () => {
			action.pressDown(id);
			await clock.advance(600);
			action.pressUp(id);
			await clock.advance(100);
		};
		await hold();
		expect(store.state.sessionStartedAtMs).toBeGreaterThan(clock.now() - 2_000);
		expect(footOf(surface.face)).toBe("Press to undo");
		action.pressDown(id);
		action.pressUp(id);
		await clock.advance(100);
		expect(settings.current?.sessionStartedAt).toBe("2026-01-01T00:00:00.000Z");
		await hold();
		// 200 ms of the five seconds have passed.
		await clock.advance(4_800);
		action.pressDown(id);
		action.pressUp(id);
		await clock.advance(100);
		expect(settings.current?.sessionStartedAt).not.toBe("2026-01-01T00:00:00.000Z");
	});

	it("starts no session without an account, and says so", async () => {
		const { action, clock, place, settings, store } = setUp();
		store.update({ link: { phase: "not-set-up" } });
		const { id, surface } = place(action, { onHold: "resetSession", scope: "session" });
		action.pressDown(id);
		await clock.advance(600);
		action.pressUp(id);
		await clock.advance(100);
		expect(settings.current?.sessionStartedAt).toBeUndefined();
		expect(surface.face?.facts).toContain("failed: not set up");
	});

	it("of unique users flashes for new ones only, and for the first one after midnight", async () => {
		vi.stubEnv("TZ", "UTC");
		onTestFinished(() => void vi.unstubAllEnvs());
		const { action, follow, store, clock, place } = setUp();
		const { surface } = place(action, { uniqueOnly: true, scope: "today" });
		store.notify();
		await clock.advance(1_000);
		const flashOf = async (person: string) => {
			follow(person);
			await clock.advance(100);
			const flashed = hasFlash(surface.face) && footOf(surface.face);
			await clock.advance(2_000);
			return flashed;
		};
		expect([await flashOf("Ada"), await flashOf("Ada"), await flashOf("Bob")]).toEqual(["+1", false, "+1"]);
		await clock.advance(13 * 3_600_000);
		expect([await flashOf("Ada"), await flashOf("Ada")]).toEqual(["+1", false]);
		// The clock is set back into the previous day, which counts its users from the beginning.
		clock.jump(-24 * 3_600_000);
		expect(await flashOf("Cyd")).toBe("+1");
	});

	it("of unique users displays how many of the missed ones are new", async () => {
		const { action, store, clock, place } = setUp();
		const { surface } = place(action, { uniqueOnly: true, scope: "today" });
		store.notify();
		const createdAtMs = clock.now();
		const events = ["Ada", "Bob", "Ada"].map((person, index) =>
			someEvent(index + 1, { person, createdAtMs }),
		);
		const tell = (counted: readonly StreamEvent[]) => {
			for (const event of counted) store.ledger.applyEvent(event, createdAtMs);
			store.notify({ events: counted, source: "missed" });
		};
		tell(events.slice(0, 1));
		tell(events.slice(1));
		await clock.advance(200);
		expect(footOf(surface.face)).toBe("+2 while away");
	});

	it("of all donations flashes with the amount, regardless of the setting for unique users", async () => {
		const { action, happen, clock, place } = setUp();
		const { surface } = place(action, { metric: "donations", uniqueOnly: true });
		for (let gifts = 1; gifts <= 2; gifts++) {
			happen({ type: "donation", amount: { currency: "EUR", minorUnits: 500 } });
			await clock.advance(100);
			expect(footOf(surface.face)).toBe("+€5.00");
			await clock.advance(1_000);
		}
	});

	it("displays the number of an earlier run until the service has answered, in its own period only", async () => {
		const { action, store, clock, place, written } = setUp();
		const asOf = `as of ${new Date(clock.now()).toISOString().replace(".000", "")}`;
		action.disappear(place(action).id);
		action.disappear(place(action, { scope: "today" }).id);
		await clock.advance(3_600_000);
		store.forgetAccount();
		store.update({ link: { phase: "connecting" } });

		// Fields that do not apply to the metric do not make numbers different.
		const key = place(action, { newOnly: true, goal: 50, file: "/followers.txt" });
		expect(key.surface.title).toBe("Followers · 100/50 · connecting");
		expect(key.surface.face?.facts).toEqual([asOf, "goal reached"]);
		expect(footOf(key.surface.face)).toBe("1 h ago");
		expect(written(key.id)).toBeUndefined();
		const dial = place(action, {}, "dial");
		action.rotate(dial.id, 2, false);
		await clock.advance(200);
		expect(dial.surface.title).toBe("Followers today · 0 · connecting");
		action.rotate(dial.id, 1, false);
		await clock.advance(200);
		expect(dial.surface.title).toBe("Followers this week · – · connecting");

		action.rotate(dial.id, -1, false);
		await clock.advance(86_400_000);
		expect(dial.surface.title).toBe("Followers today · – · connecting");
		store.update({ hideNumbers: true });
		await clock.advance(200);
		expect(key.surface.title).toBe("Followers · hidden · connecting");
	});

	it("does not record a number that is not confirmed", async () => {
		const { action, store, place } = setUp();
		const { id } = place(action);
		store.update({ confirmation: "failed", staleSinceMs: 0 });
		action.recordNumbers(0);
		action.disappear(id);
		store.forgetAccount();
		store.update({ link: { phase: "connecting" } });
		expect(place(action).surface.title).toBe("Followers · – · connecting");
	});

	it("discards the state of another account", async () => {
		const { action, follow, store, clock, place } = setUp();
		const { surface } = place(action);
		follow("Ada", "missed");
		store.forgetAccount();
		await clock.advance(200);
		expect(surface.title).toBe("Followers · – · connecting");
		store.ledger.applySnapshot(someSnapshot([], { totals }));
		goLive(store);
		await clock.advance(200);
		expect([surface.title, footOf(surface.face)]).toEqual(["Followers · 100 · live", undefined]);
	});
});
