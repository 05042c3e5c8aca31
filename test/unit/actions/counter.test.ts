import { describe, expect, it, onTestFinished, vi } from "vitest";

import { Counter } from "../../../src/actions/counter";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { someEvent, someSnapshot } from "../state/some-events";

const totals = { followers: 100, subscribers: 10, byProvider: {} };

function setUp() {
	const rig = setUpActions();
	const action = new Counter(rig.context);
	rig.store.ledger.applySnapshot(
		someSnapshot([], { startedAtMs: rig.clock.now(), totals, hostings: { count: 0 } }),
	);
	goLive(rig.store);
	let ids = 0;
	const follow = (person: string, source?: "live" | "missed") => {
		rig.tell(someEvent(++ids, { createdAtMs: rig.clock.now(), person }), source);
	};
	return { ...rig, action, follow };
}

const hasFlash = (face: unknown) => face !== undefined && (face as { look?: string }).look === "flash";
const footOf = (face: unknown) => (face as { foot?: { wordings: readonly string[] } }).foot?.wordings[0];

describe("a counter", () => {
	it("counts what comes in, and flashes by how much", async () => {
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
		await clock.advance(1_000);
		expect(hasFlash(surface.face)).toBe(false);
	});

	it("says what was missed until it is pressed, and reads again then", async () => {
		const { action, connection, follow, clock, place } = setUp();
		const { id, surface } = place(action);
		await clock.advance(100);
		follow("Ada", "missed");
		follow("Bob", "missed");
		await clock.advance(100);
		expect(footOf(surface.face)).toBe("+2 away");
		action.pressDown(id);
		action.pressUp(id);
		await clock.advance(200);
		expect(footOf(surface.face)).toBeUndefined();
		expect(connection.asked).toEqual(["numbers"]);
	});

	it("goes on counting out of sight", async () => {
		const { action, follow, clock, place } = setUp();
		const { id } = place(action);
		action.disappear(id);
		follow("Ada", "missed");
		const { surface } = place(action, {}, "key", id);
		expect([surface.title, footOf(surface.face)]).toEqual(["Followers · 101 · live", "+1 away"]);
		await clock.advance(100);
	});

	it("tells why a reading failed, on the key and in the log", async () => {
		const { action, connection, log, clock, place } = setUp();
		const { id, surface } = place(action);
		connection.trouble = "unreachable";
		action.pressDown(id);
		await clock.advance(200);
		expect(surface.seen).toContain("alert");
		expect(footOf(surface.face)).toBe("Offline");
		expect(log.lines).toEqual([`warn a press on ${action.manifestId} did nothing: offline`]);
	});

	it("walks its periods when pressed, where it is asked to, and its metrics on a dial pushed and turned", async () => {
		const { action, demands, clock, place } = setUp();
		const { id, surface } = place(action, { onPress: "next" });
		action.pressDown(id);
		action.pressUp(id);
		await clock.advance(200);
		expect(surface.title).toMatch(/^Followers this session/);
		expect(demands.get(id)?.query).toMatchObject({ scope: "session" });
		const dial = place(action, { label: "Mine" }, "dial");
		action.turn(dial.id, 2, false);
		await clock.advance(200);
		expect(demands.get(dial.id)?.query).toMatchObject({ scope: "today", metric: "followers" });
		action.turn(dial.id, -1, true);
		await clock.advance(200);
		expect(dial.surface.title).toBe("Viewers today · 0 · live");
	});

	it("begins a session on a hold, and takes that back by a press within five seconds", async () => {
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
		expect(footOf(surface.face)).toBe("Press: undo");
		action.pressDown(id);
		action.pressUp(id);
		await clock.advance(100);
		expect(settings.current?.sessionStartedAt).toBe("2026-01-01T00:00:00.000Z");
		await hold();
		await clock.advance(5_000);
		action.pressDown(id);
		action.pressUp(id);
		await clock.advance(100);
		expect(settings.current?.sessionStartedAt).not.toBe("2026-01-01T00:00:00.000Z");
	});

	it("of unique names flashes for new ones only, and for the first one after midnight", async () => {
		vi.stubEnv("TZ", "UTC");
		onTestFinished(() => void vi.unstubAllEnvs());
		const { action, follow, store, clock, place } = setUp();
		const { surface } = place(action, { uniqueOnly: true, scope: "today" });
		store.announce();
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
	});

	it("forgets what it remembered of another account", async () => {
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
