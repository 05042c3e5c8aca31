import { describe, expect, it } from "vitest";

import type { Snapshot, SnapshotResult } from "../../../src/ledger/snapshot";
import type { SnapshotNeeds } from "../../../src/sync/snapshot-needs";
import { SnapshotReach } from "../../../src/sync/snapshot-reach";
import { defaultSyncLimits } from "../../../src/sync/sync-limits";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { noonMs, someEvent, someSnapshot } from "../ledger/some-events";
import { createStore } from "../../world/fakes/create-store";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const needs: SnapshotNeeds = { types: ["follow"], fromMs: Infinity, totals: "none", hostings: "none" };
const quiet: SnapshotResult = {
	missed: [],
	live: [],
	hasCountMismatch: false,
	isBehind: false,
	hasChanges: false,
};

function setUp() {
	const clock = new VirtualClock(noonMs);
	const store = createStore();
	const reach = new SnapshotReach({ store, clock, limits: defaultSyncLimits });
	/** Applies a snapshot that reaches as far back as planned. */
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
		const applied = store.ledger.applySnapshot(snapshot);
		reach.apply([snapshot], [{ ...applied, ...result }], isThorough);
	};
	return { clock, store, reach, read };
}

describe("the listed data", () => {
	it("is sufficient until an event happens that it does not contain", async () => {
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

	it("is sufficient for five minutes, and not after the connection was lost", async () => {
		const { clock, reach, read } = setUp();
		read();
		read();
		await clock.advance(310_000);
		expect(reach.satisfies(needs)).toBe(true);
		await clock.advance(1);
		expect(reach.satisfies(needs)).toBe(false);
		read();
		expect(reach.satisfies(needs)).toBe(true);
		reach.reset();
		expect(reach.satisfies(needs)).toBe(false);
	});

	it("is insufficient for another type, the totals, hosts or an earlier time", () => {
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

	it("is sufficient for two types if both were read as far back, or to the list's end", () => {
		const { reach, read } = setUp();
		const both: SnapshotNeeds = { ...needs, types: ["follow", "donation"], fromMs: noonMs - hourMs };
		read([], { types: ["donation"] });
		read([], { reachMs: noonMs - minuteMs });
		expect(reach.satisfies(both)).toBe(false);
		read([], { reachMs: noonMs - minuteMs, requestedFromMs: noonMs - hourMs });
		expect(reach.satisfies(both)).toBe(true);
		expect(reach.satisfies({ ...both, fromMs: noonMs - hourMs - 1 })).toBe(false);
	});

	it("is sufficient as far back as it reaches", () => {
		const { reach, read } = setUp();
		read([], { reachMs: noonMs - minuteMs });
		expect(reach.satisfies({ ...needs, fromMs: noonMs - minuteMs })).toBe(true);
		expect(reach.satisfies({ ...needs, fromMs: noonMs - minuteMs - 1 })).toBe(false);
	});

	it("is sufficient if it contains the displayed totals", () => {
		const { reach, read } = setUp();
		read([], { totals: { byProvider: {} } });
		read([]);
		expect(reach.satisfies({ ...needs, totals: "all" })).toBe(true);
	});

	it("is stale if one of two types or the totals are stale", async () => {
		const { clock, reach, read, store } = setUp();
		const both: SnapshotNeeds = { ...needs, types: ["follow", "donation"] };
		read([], { types: both.types, totals: { byProvider: {} } });
		expect(reach.isStale({ ...both, totals: "all" })).toBe(false);
		await clock.advance(1);
		store.ledger.coverage.noteChange("donation", clock.elapsedMs());
		await clock.advance(3_000);
		expect([reach.isStale(both), reach.isStale(needs)]).toEqual([true, false]);
		expect(reach.isStale({ ...needs, totals: "all" })).toBe(false);
		read([], { types: ["follow"], totals: { byProvider: {} } });
		expect(reach.isStale({ ...needs, types: ["donation"], totals: "all" })).toBe(true);
	});

	it("is reported as stale only if it is known, so that goals are not paused while a further key is read", async () => {
		const { clock, reach, read, store } = setUp();
		const all: SnapshotNeeds = { ...needs, totals: "all", hostings: "all" };
		expect(reach.isStale(all)).toBe(false);
		read();
		expect(reach.isStale(all)).toBe(false);
		await clock.advance(10_000);
		store.ledger.coverage.noteChange("follow", clock.elapsedMs());
		await clock.advance(2_999);
		expect(reach.isStale(needs)).toBe(false);
		await clock.advance(1);
		expect(reach.isStale(needs)).toBe(true);
	});
});

describe("the next snapshot", () => {
	it("is one page at first, then reaches as far back as required", () => {
		const { reach, read } = setUp();
		expect(reach.next({ ...needs, fromMs: 5 }, false)).toEqual({ untilMs: Infinity });
		read([someEvent(1)], { reachMs: noonMs - 1_000 });
		expect(reach.next({ ...needs, fromMs: 5 }, false)).toEqual({ untilMs: 5, extendsCoverage: true });
	});

	it("reaches two minutes further back than the newest event of the last one", async () => {
		const { clock, reach, read } = setUp();
		const events = [10, 20, 150, 3_000].map((agoS, id) => someEvent(id, { agoMs: agoS * 1_000 }));
		read(events);
		await clock.advance(5_000);
		expect(reach.next(needs, false)).toEqual({ untilMs: noonMs - 130_000, expectedCount: 7 });
		expect(reach.next(needs, true)).toEqual({ untilMs: -Infinity, expectedCount: 9 });
	});

	it("of two types reaches back to where both are known and neither may have changed", async () => {
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

	it("is thorough again only when scheduled, regardless of other snapshots", async () => {
		const { clock, reach, read } = setUp();
		read([], {}, true);
		await clock.advance(200_000);
		read();
		await clock.advance(99_000);
		expect(reach.isThoroughDue(["follow"])).toBe(true);
	});

	it("is thorough if one of the types was compared too long ago", async () => {
		const { clock, reach, read } = setUp();
		read([], { types: ["donation"] }, true);
		await clock.advance(299_000);
		read([], {}, true);
		expect(reach.isThoroughDue(["follow"])).toBe(false);
		expect(reach.isThoroughDue(["donation", "follow"])).toBe(true);
		read([], { types: ["donation", "follow"], requestedFromMs: Infinity, reachMs: noonMs }, true);
		expect(reach.isThoroughDue(["donation", "follow"])).toBe(true);
	});

	it("ignores an event dated in the future", async () => {
		const { clock, reach, read } = setUp();
		read([someEvent(1, { createdAtMs: noonMs + hourMs }), someEvent(2)], { reachMs: 0 });
		await clock.advance(1_000);
		expect(reach.next(needs, false).untilMs).toBe(noonMs - 120_000);
	});

	it("compares the newest thousand every few minutes", async () => {
		const { clock, reach, read } = setUp();
		expect([reach.isThoroughDue(["follow"]), reach.thoroughAgeMs(["follow"])]).toEqual([true, Infinity]);
		const events = Array.from({ length: 1_200 }, (_, id) => someEvent(id, { agoMs: id * minuteMs }));
		read(events, {}, true);
		await clock.advance(298_999);
		expect(reach.isThoroughDue(["follow"])).toBe(false);
		await clock.advance(1);
		expect([reach.isThoroughDue(["follow"]), reach.thoroughAgeMs(["follow"])]).toEqual([true, 299_000]);
		expect(reach.next(needs, true)).toEqual({ untilMs: noonMs - 999 * minuteMs, expectedCount: 1_005 });
		reach.reset();
		expect(reach.thoroughAgeMs(["follow"])).toBe(Infinity);
	});

	it("continues behind the oldest stored event if fewer than a thousand are compared, as far as required", () => {
		const { reach, read } = setUp();
		const events = Array.from({ length: 999 }, (_, id) => someEvent(id, { agoMs: id * minuteMs }));
		read(events, { reachMs: noonMs - 30 * 24 * hourMs });
		expect(reach.next(needs, true).untilMs).toBe(noonMs - 30 * 24 * hourMs);
	});

	it("that compares many reaches as far as one whose pages had gaps, until they join", () => {
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

	it("stops repeating pages that never join", () => {
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

	it("reaches back to an event that the last one did not contain", async () => {
		const { clock, reach, read } = setUp();
		const [newest, old, oldest] = [0, hourMs, 2 * hourMs].map((agoMs, id) => someEvent(id, { agoMs }));
		if (!newest || !old || !oldest) throw new Error("no events");
		read([newest, old, oldest]);
		await clock.advance(10_000);
		read([newest, oldest]);
		expect(reach.next(needs, false).untilMs).toBe(old.createdAtMs - 120_000);
	});
});

describe("the list count", () => {
	it("causes a complete read if it reveals a change further back", () => {
		const { reach, read } = setUp();
		read([someEvent(1)], { reachMs: noonMs - hourMs }, false, { hasCountMismatch: true });
		expect(reach.countTrust.hasMismatch).toBe(true);
		expect(reach.next(needs, false)).toEqual({ untilMs: noonMs - hourMs });
		read([someEvent(1)], { reachMs: noonMs - hourMs }, false, quiet);
		expect(reach.countTrust.hasMismatch).toBe(false);
	});

	it("is ignored for an hour after it caused two complete reads in vain", async () => {
		const { clock, reach, read } = setUp();
		const readInVain = () => read([], {}, false, { hasCountMismatch: true, hasChanges: false });
		readInVain();
		readInVain();
		expect(reach.countTrust.isTrusted).toBe(true);
		readInVain();
		expect([
			reach.countTrust.isTrusted,
			reach.countTrust.hasMismatch,
			reach.countTrust.isRecentlyDistrusted,
		]).toEqual([false, false, true]);
		await clock.advance(150_000);
		expect(reach.countTrust.isRecentlyDistrusted).toBe(false);
		await clock.advance(hourMs - 150_000 - 1);
		expect(reach.countTrust.isTrusted).toBe(false);
		await clock.advance(1);
		expect([reach.countTrust.isTrusted, reach.countTrust.isRecentlyDistrusted]).toEqual([true, false]);
	});

	it("stays trusted if a read that it caused found a change", () => {
		const { reach, read } = setUp();
		const readFor = (hasChanges: boolean) => read([], {}, false, { hasCountMismatch: true, hasChanges });
		for (const isNews of [true, false, true, false]) readFor(isNews);
		expect(reach.countTrust.isTrusted).toBe(true);
		readFor(false);
		expect(reach.countTrust.isTrusted).toBe(false);
	});

	it("is trusted before the first read, and not after it was found to be wrong", () => {
		const { reach } = setUp();
		expect([reach.countTrust.isTrusted, reach.countTrust.isRecentlyDistrusted]).toEqual([true, false]);
		reach.countTrust.check({ events: [], entryCount: 2, totalCount: 1 }, 0);
		expect(reach.countTrust.isTrusted).toBe(false);
	});
});

describe("two snapshots of one need", () => {
	it("report a change or events if either does", () => {
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
		expect([reach.countTrust.hasMismatch, reach.countTrust.isTrusted]).toEqual([true, true]);
		expect(reach.areHostingsDue(false)).toBe(true);
		expect(reach.satisfies({ ...needs, types: ["hosting"], hostings: "all" })).toBe(true);
	});
});

describe("hosts", () => {
	const hostings: SnapshotNeeds = { ...needs, types: ["hosting"], hostings: "count" };
	const all: SnapshotNeeds = { ...hostings, hostings: "all" };
	const partly = { types: ["hosting"], reachMs: noonMs - hourMs } as const;

	it("need not be counted one by one before the list was read", () => {
		const { reach } = setUp();
		expect(reach.needsAllHostings(hostings)).toBe(false);
	});

	it("counted by the list require no more, and added up require all of them", () => {
		const { reach, read } = setUp();
		read([], { ...partly, hostings: { count: 41 } });
		read([], { ...partly, hostings: { count: 41 } });
		expect(reach.satisfies(hostings)).toBe(true);
		expect(reach.satisfies(all)).toBe(false);
		expect([reach.needsAllHostings(hostings), reach.needsAllHostings(all)]).toEqual([false, true]);
		expect(reach.areHostingsDue(false)).toBe(true);
	});

	it("not counted by the list are all required", () => {
		const { reach, read } = setUp();
		read([], { ...partly, hostings: { count: undefined } });
		expect([reach.needsAllHostings(hostings), reach.needsAllHostings(needs)]).toEqual([true, false]);
		expect(reach.satisfies(hostings)).toBe(false);
		read([], { types: ["hosting"], hostings: { count: undefined } });
		read([], { types: ["hosting"], hostings: { count: undefined } });
		expect(reach.areHostingsDue(false)).toBe(false);
		expect(reach.satisfies(hostings)).toBe(true);
		expect(reach.satisfies(all)).toBe(true);
	});

	it("are all required again after some of them were dropped", () => {
		const { reach, read, store } = setUp();
		for (let times = 0; times < 2; times++) read([], { types: ["hosting"], hostings: { count: 41 } });
		expect(reach.satisfies(all)).toBe(true);
		store.ledger.coverage.drop("hosting", noonMs - hourMs);
		expect([reach.satisfies(hostings), reach.satisfies(all)]).toEqual([true, false]);
	});

	it("are few up to a thousand", () => {
		const { reach, read } = setUp();
		const some = (count: number) =>
			Array.from({ length: count }, (_, id) => someEvent(id, { type: "hosting", agoMs: id * minuteMs }));
		read(some(1_000), { types: ["hosting"] });
		expect([reach.areHostingsDue(false), reach.areHostingsDue(true)]).toEqual([false, true]);
		read(some(1_001), { types: ["hosting"] });
		expect(reach.areHostingsDue(true)).toBe(false);
	});
});
