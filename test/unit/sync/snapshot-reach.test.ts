import { describe, expect, it } from "vitest";

import type { Snapshot, SnapshotResult } from "../../../src/ledger/snapshot";
import type { SnapshotNeeds } from "../../../src/sync/snapshot-needs";
import { SnapshotReach } from "../../../src/sync/snapshot-reach";
import type { StreamEvent } from "../../../src/state/stream-event";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { noonMs, someEvent, someSnapshot } from "../ledger/some-events";
import { createStore } from "../../world/fakes/create-store";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const needs: SnapshotNeeds = { types: ["follow"], fromMs: undefined, totals: "none", hostings: "none" };
const quiet: SnapshotResult = { missed: [], hasCountMismatch: false, isBehind: false, hasChanges: false };

function setUp() {
	const clock = new VirtualClock(noonMs);
	const store = createStore();
	const reach = new SnapshotReach(store, clock);
	/** A look, as far back as it was meant to go. */
	const read = (
		events: readonly StreamEvent[] = [],
		changes: Partial<Snapshot> = {},
		isThorough = false,
		result: Partial<SnapshotResult> = {},
	) => {
		const types = changes.types ?? ["follow"];
		reach.next({ ...needs, types }, isThorough);
		const snapshot = someSnapshot(events, {
			types,
			totals: undefined,
			startedAtMs: clock.now(),
			atMs: clock.elapsedMs(),
			...changes,
		});
		const told = store.ledger.applySnapshot(snapshot);
		reach.apply([snapshot], [{ ...told, ...result }], isThorough);
	};
	return { clock, store, reach, read };
}

describe("what was read", () => {
	it("serves until something happens that it does not show", async () => {
		const { clock, reach, read, store } = setUp();
		expect(reach.satisfies(needs)).toBe(false);
		expect(reach.isFirstSync(needs)).toBe(true);
		read();
		read();
		expect(reach.satisfies(needs)).toBe(true);
		expect(reach.isFirstSync(needs)).toBe(false);
		await clock.advance(1_000);
		store.ledger.coverage.noteChange("donation", clock.elapsedMs());
		expect(reach.satisfies(needs)).toBe(true);
		store.ledger.coverage.noteChange("follow", clock.elapsedMs());
		expect(reach.satisfies(needs)).toBe(false);
		read();
		expect(reach.satisfies(needs)).toBe(true);
	});

	it("serves for five minutes, and no more once the room was left", async () => {
		const { clock, reach, read, store } = setUp();
		read();
		read();
		await clock.advance(310_000);
		expect([reach.satisfies(needs), store.ledger.coverage.ageMs(["follow"], clock.elapsedMs())]).toEqual([
			true,
			310_000,
		]);
		await clock.advance(1);
		expect(reach.satisfies(needs)).toBe(false);
		read();
		expect(reach.satisfies(needs)).toBe(true);
		reach.reset();
		expect([reach.satisfies(needs), store.ledger.coverage.ageMs(["follow"], clock.elapsedMs())]).toEqual([
			false,
			Infinity,
		]);
	});

	it("serves nobody who needs another kind, the totals, hostings or more of the past", () => {
		const { reach, read } = setUp();
		const fromMs = noonMs - hourMs;
		read([someEvent(1, { agoMs: 2 * hourMs })], { reachMs: noonMs - 2 * hourMs });
		reach.next({ ...needs, fromMs }, false);
		expect(reach.satisfies({ ...needs, fromMs })).toBe(true);
		expect(reach.satisfies({ ...needs, fromMs: noonMs - 3 * hourMs })).toBe(false);
		expect(reach.satisfies({ ...needs, types: ["follow", "donation"] })).toBe(false);
		expect(reach.satisfies({ ...needs, totals: "all" })).toBe(false);
		expect(reach.satisfies({ ...needs, hostings: "count" })).toBe(false);
		expect(reach.satisfies({ ...needs, types: [], totals: "all" })).toBe(true);
	});

	it("serves two kinds where both have been read as far back, or as far as the list can be", () => {
		const { reach, read } = setUp();
		const both: SnapshotNeeds = { ...needs, types: ["follow", "donation"], fromMs: noonMs - hourMs };
		read([], { types: ["donation"] });
		read([], { reachMs: noonMs - minuteMs });
		expect(reach.satisfies(both)).toBe(false);
		read([], { reachMs: noonMs - minuteMs, requestedFromMs: noonMs - hourMs });
		expect(reach.satisfies(both)).toBe(true);
		expect(reach.satisfies({ ...both, fromMs: noonMs - hourMs - 1 })).toBe(false);
	});

	it("serves as far back as it goes", () => {
		const { reach, read } = setUp();
		read([], { reachMs: noonMs - minuteMs });
		expect(reach.satisfies({ ...needs, fromMs: noonMs - minuteMs })).toBe(true);
		expect(reach.satisfies({ ...needs, fromMs: noonMs - minuteMs - 1 })).toBe(false);
	});

	it("serves where it holds the totals that are shown", () => {
		const { reach, read } = setUp();
		read([], { totals: { byProvider: {} } });
		read([]);
		expect(reach.satisfies({ ...needs, totals: "all" })).toBe(true);
	});

	it("is old where one of two kinds is, or the totals are", async () => {
		const { clock, reach, read, store } = setUp();
		const both: SnapshotNeeds = { ...needs, types: ["follow", "donation"] };
		read([], { types: both.types, totals: { byProvider: {} } });
		expect(reach.isStale({ ...both, totals: "all" })).toBe(false);
		await clock.advance(1);
		store.ledger.coverage.noteChange("donation", clock.elapsedMs());
		await clock.advance(3_000);
		expect([reach.isStale(both), reach.isStale(needs)]).toEqual([true, false]);
		expect(reach.isStale({ ...needs, totals: "all" })).toBe(true);
	});

	it("is known to be old only where something of it is known", async () => {
		const { clock, reach, read, store } = setUp();
		expect(reach.isStale(needs)).toBe(false);
		expect(reach.isStale({ ...needs, totals: "all" })).toBe(true);
		read();
		expect(reach.isStale(needs)).toBe(false);
		expect(reach.isStale({ ...needs, hostings: "all" })).toBe(true);
		await clock.advance(10_000);
		store.ledger.coverage.noteChange("follow", clock.elapsedMs());
		await clock.advance(2_999);
		expect(reach.isStale(needs)).toBe(false);
		await clock.advance(1);
		expect(reach.isStale(needs)).toBe(true);
	});

	it("is as old as the oldest part of it", async () => {
		const { clock, read, store } = setUp();
		read();
		await clock.advance(1_000);
		read([], { types: ["donation"] });
		await clock.advance(500);
		expect(store.ledger.coverage.ageMs(["follow", "donation"], clock.elapsedMs())).toBe(1_500);
		expect(store.ledger.coverage.ageMs(["donation"], clock.elapsedMs())).toBe(500);
		expect(store.ledger.coverage.ageMs([], clock.elapsedMs())).toBe(-Infinity);
	});
});

describe("the next look", () => {
	it("is content with a page at first, then goes as far back as somebody needs", () => {
		const { reach, read } = setUp();
		expect(reach.next({ ...needs, fromMs: 5 }, false)).toEqual({ untilMs: Infinity });
		read([someEvent(1)], { reachMs: noonMs - 1_000 });
		expect(reach.next({ ...needs, fromMs: 5 }, false)).toEqual({ untilMs: 5, extendsCoverage: true });
	});

	it("goes two minutes further back than the newest event of the last one", async () => {
		const { clock, reach, read } = setUp();
		const events = [10, 20, 150, 3_000].map((agoS, id) => someEvent(id, { agoMs: agoS * 1_000 }));
		read(events);
		await clock.advance(5_000);
		expect(reach.next(needs, false)).toEqual({ untilMs: noonMs - 130_000, expectedCount: 7 });
		expect(reach.next(needs, true)).toEqual({ untilMs: -Infinity, expectedCount: 9 });
	});

	it("of two kinds goes back to where both are known, and to where neither may have changed", async () => {
		const { clock, reach, read } = setUp();
		const both: SnapshotNeeds = { ...needs, types: ["follow", "donation"] };
		read([someEvent(1, { agoMs: hourMs })], { reachMs: noonMs - 2 * hourMs });
		expect([reach.isFirstSync(both), reach.next(both, false)]).toEqual([true, { untilMs: Infinity }]);
		read([], { types: ["donation"], reachMs: noonMs - 3 * hourMs });
		await clock.advance(1_000);
		read([someEvent(1, { agoMs: hourMs }), someEvent(2)], { reachMs: noonMs - 2 * hourMs });
		expect(reach.next(both, false).untilMs).toBe(noonMs - hourMs - 120_000);
		expect(reach.next({ ...both, fromMs: noonMs - 2 * hourMs }, false)).not.toHaveProperty("extendsCoverage");
		expect(reach.next({ ...both, fromMs: noonMs - 2 * hourMs - 1 }, false)).toHaveProperty(
			"extendsCoverage",
			true,
		);
	});

	it("is thorough again only when that is due, whatever was read meanwhile", async () => {
		const { clock, reach, read } = setUp();
		read([], {}, true);
		await clock.advance(200_000);
		read();
		await clock.advance(99_000);
		expect(reach.isThoroughDue).toBe(true);
	});

	it("does not believe an event that comes from the time to come", async () => {
		const { clock, reach, read } = setUp();
		read([someEvent(1, { createdAtMs: noonMs + hourMs }), someEvent(2)], { reachMs: 0 });
		await clock.advance(1_000);
		expect(reach.next(needs, false).untilMs).toBe(noonMs - 120_000);
	});

	it("compares the newest thousand every few minutes", async () => {
		const { clock, reach, read } = setUp();
		expect([reach.isThoroughDue, reach.thoroughAgeMs]).toEqual([true, Infinity]);
		const events = Array.from({ length: 1_200 }, (_, id) => someEvent(id, { agoMs: id * minuteMs }));
		read(events, {}, true);
		await clock.advance(298_999);
		expect(reach.isThoroughDue).toBe(false);
		await clock.advance(1);
		expect([reach.isThoroughDue, reach.thoroughAgeMs]).toEqual([true, 299_000]);
		expect(reach.next(needs, true)).toEqual({ untilMs: noonMs - 999 * minuteMs, expectedCount: 1_005 });
		reach.reset();
		expect(reach.thoroughAgeMs).toBe(Infinity);
	});

	it("reads on behind the oldest event known where fewer than a thousand are compared, as far as somebody needs", () => {
		const { reach, read } = setUp();
		const events = Array.from({ length: 999 }, (_, id) => someEvent(id, { agoMs: id * minuteMs }));
		read(events, { reachMs: noonMs - 30 * 24 * hourMs });
		expect(reach.next(needs, true).untilMs).toBe(noonMs - 30 * 24 * hourMs);
	});

	it("that compares many goes as far as one whose pages did not fit together, until they do", () => {
		const { reach, read } = setUp();
		const events = Array.from({ length: 1_200 }, (_, id) => someEvent(id, { agoMs: id * minuteMs }));
		const recent = { reachMs: noonMs - 999 * minuteMs };
		const untilMs = () => reach.next(needs, true).untilMs;
		read(events, { hasGaps: true });
		expect([untilMs(), reach.next(needs, false).untilMs]).toEqual([-Infinity, noonMs - 2 * minuteMs]);
		read(events, recent);
		expect(untilMs()).toBe(-Infinity);
		read(events, {}, true);
		expect(untilMs()).toBe(recent.reachMs);
	});

	it("gives up on pages that never fit together", () => {
		const { reach, read } = setUp();
		const events = Array.from({ length: 1_200 }, (_, id) => someEvent(id, { agoMs: id * minuteMs }));
		const untilMs = () => reach.next(needs, true).untilMs;
		read(events, { hasGaps: true });
		for (const _ of [1, 2, 3]) {
			expect(untilMs()).toBe(-Infinity);
			read(events, { hasGaps: true }, true);
		}
		expect(untilMs()).toBe(noonMs - 999 * minuteMs);
	});

	it("goes back to an event that the last one lacked", async () => {
		const { clock, reach, read } = setUp();
		const [newest, old, oldest] = [0, hourMs, 2 * hourMs].map((agoMs, id) => someEvent(id, { agoMs }));
		if (!newest || !old || !oldest) throw new Error("no events");
		read([newest, old, oldest]);
		await clock.advance(10_000);
		read([newest, oldest]);
		expect(reach.next(needs, false).untilMs).toBe(old.createdAtMs - 120_000);
	});
});

describe("the list's own count", () => {
	it("has everything read where it tells of a change further back", () => {
		const { reach, read } = setUp();
		read([someEvent(1)], { reachMs: noonMs - hourMs }, false, { hasCountMismatch: true });
		expect(reach.hasCountMismatch).toBe(true);
		expect(reach.next(needs, false)).toEqual({ untilMs: noonMs - hourMs });
		read([someEvent(1)], { reachMs: noonMs - hourMs }, false, quiet);
		expect(reach.hasCountMismatch).toBe(false);
	});

	it("is believed no more for an hour when it had everything read twice in vain", async () => {
		const { clock, reach, read } = setUp();
		const readInVain = () => read([], {}, false, { hasCountMismatch: true, hasChanges: false });
		readInVain();
		readInVain();
		expect(reach.countTrust.isTrusted).toBe(true);
		readInVain();
		expect([
			reach.countTrust.isTrusted,
			reach.hasCountMismatch,
			reach.countTrust.isRecentlyDistrusted,
		]).toEqual([false, false, true]);
		await clock.advance(150_000);
		expect(reach.countTrust.isRecentlyDistrusted).toBe(false);
		await clock.advance(hourMs - 150_000 - 1);
		expect(reach.countTrust.isTrusted).toBe(false);
		await clock.advance(1);
		expect([reach.countTrust.isTrusted, reach.countTrust.isRecentlyDistrusted]).toEqual([true, false]);
	});

	it("is believed on where a read that it called for told something", () => {
		const { reach, read } = setUp();
		const readFor = (hasChanges: boolean) => read([], {}, false, { hasCountMismatch: true, hasChanges });
		for (const isNews of [true, false, true, false]) readFor(isNews);
		expect(reach.countTrust.isTrusted).toBe(true);
		readFor(false);
		expect(reach.countTrust.isTrusted).toBe(false);
	});

	it("is believed when nobody has looked, and not once it was found to be wrong", () => {
		const { reach } = setUp();
		expect([reach.countTrust.isTrusted, reach.countTrust.isRecentlyDistrusted]).toEqual([true, false]);
		reach.countTrust.distrust();
		expect(reach.countTrust.isTrusted).toBe(false);
	});
});

describe("two looks of one kind of need", () => {
	it("tell of a change where either does, and of news where either has any", () => {
		const { store, reach } = setUp();
		const types = ["follow"] as const;
		const snapshot = someSnapshot([], { types, hostings: { count: 3 } });
		store.ledger.applySnapshot(snapshot);
		store.ledger.applySnapshot({ ...snapshot, types: ["hosting"] });
		const readTwo = (first: Partial<SnapshotResult>, second: Partial<SnapshotResult>) => {
			reach.apply(
				[snapshot, { ...snapshot, types: ["hosting"] }],
				[
					{ ...quiet, ...first },
					{ ...quiet, ...second },
				],
				false,
			);
		};
		readTwo({ hasCountMismatch: true }, {});
		for (let times = 0; times < 3; times++) readTwo({ hasChanges: true }, { hasCountMismatch: true });
		expect([reach.hasCountMismatch, reach.countTrust.isTrusted]).toEqual([true, true]);
		expect(reach.hasAllHostings).toBe(false);
		expect(reach.satisfies({ ...needs, types: ["hosting"], hostings: "all" })).toBe(true);
	});
});

describe("hostings", () => {
	const hostings: SnapshotNeeds = { ...needs, types: ["hosting"], hostings: "count" };
	const all: SnapshotNeeds = { ...hostings, hostings: "all" };
	const partly = { types: ["hosting"], reachMs: noonMs - hourMs } as const;

	it("need not be counted one by one before the list was read", () => {
		const { reach } = setUp();
		expect(reach.needsAllHostings(hostings)).toBe(false);
	});

	it("that are counted by the list need no more than that, those that are added up all of them", () => {
		const { reach, read } = setUp();
		read([], { ...partly, hostings: { count: 41 } });
		read([], { ...partly, hostings: { count: 41 } });
		expect(reach.satisfies(hostings)).toBe(true);
		expect(reach.satisfies(all)).toBe(false);
		expect([reach.needsAllHostings(hostings), reach.needsAllHostings(all)]).toEqual([false, true]);
		expect(reach.hasAllHostings).toBe(false);
	});

	it("that the list does not count are needed, every one", () => {
		const { reach, read } = setUp();
		read([], { ...partly, hostings: { count: undefined } });
		expect([reach.needsAllHostings(hostings), reach.needsAllHostings(needs)]).toEqual([true, false]);
		expect(reach.satisfies(hostings)).toBe(false);
		read([], { types: ["hosting"], hostings: { count: undefined } });
		read([], { types: ["hosting"], hostings: { count: undefined } });
		expect(reach.hasAllHostings).toBe(true);
		expect(reach.satisfies(hostings)).toBe(true);
		expect(reach.satisfies(all)).toBe(true);
	});

	it("are few up to a thousand", () => {
		const { reach, read } = setUp();
		const some = (count: number) =>
			Array.from({ length: count }, (_, id) => someEvent(id, { type: "hosting", agoMs: id * minuteMs }));
		read(some(1_000), { types: ["hosting"] });
		expect(reach.canCompareAllHostings).toBe(true);
		read(some(1_001), { types: ["hosting"] });
		expect(reach.canCompareAllHostings).toBe(false);
	});
});
