import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";

import { Coverage } from "../../../src/ledger/coverage";
import type { Snapshot } from "../../../src/ledger/snapshot";
import type { StreamEventType } from "../../../src/state/events/stream-event";
import { noonMs, someSnapshot } from "./some-events";

const both: readonly StreamEventType[] = ["follow", "hosting"];
const hourMs = 3_600_000;
const snapshot = (changes: Partial<Snapshot> = {}) =>
	someSnapshot([], { types: both, totals: undefined, ...changes });
let coverage: Coverage;
const add = (changes: Partial<Snapshot> = {}) => {
	coverage.add(snapshot(changes), noonMs);
};
const follows = (fromMs: number) => ({ types: ["follow"] as const, fromMs });
const all = (fromMs: number) => ({ types: both, fromMs });
const named = (fromMs: number) => ({ ...follows(fromMs), userNames: "required" as const });

beforeEach(() => {
	coverage = new Coverage();
});

describe("coverage", () => {
	it("is empty before the first snapshot, then reaches as far as the furthest one", () => {
		expect(coverage.fromMs("follow")).toBe(Infinity);
		expect(coverage.isEnough(follows(Infinity))).toBe(false);
		add({ reachMs: 10 });
		add({ reachMs: 15, types: ["follow"] });
		expect([coverage.fromMs("follow"), coverage.fromMs("donation")]).toEqual([10, Infinity]);
		expect([9, 10].map((createdAtMs) => coverage.covers({ type: "follow", createdAtMs }))).toEqual([
			false,
			true,
		]);
		expect([9, 10, Infinity].map((fromMs) => coverage.isEnough(follows(fromMs)))).toEqual([
			false,
			true,
			true,
		]);
	});

	it("of several types is what all of them cover", () => {
		add({ reachMs: 10 });
		add({ reachMs: 5, types: ["follow"] });
		expect([coverage.sharedFromMs(both), coverage.sharedFromMs(["follow", "donation"])]).toEqual([
			10,
			Infinity,
		]);
	});

	it("begins again with a read that the service ended, because nothing confirms what is older", () => {
		add({ reachMs: 10 });
		add({ requestedFromMs: 20, reachMs: noonMs - 30 });
		add({ requestedFromMs: noonMs - 90, reachMs: noonMs - 20 });
		expect(coverage.fromMs("follow")).toBe(noonMs - 20);
		expect([20, 10].map((fromMs) => coverage.isLimited("follow", follows(fromMs)))).toEqual([true, false]);
	});

	it("is limited for user names also where events are stored without them", () => {
		add({ reachMs: 10, namedFromMs: 50 });
		for (const requestedFromMs of [30, 20]) add({ requestedFromMs, reachMs: 45, isTruncated: true });
		expect(coverage.isEnough(named(20))).toBe(true);
	});

	it("reports the part whose user names were listed", () => {
		add({ reachMs: 10, namedFromMs: 50 });
		expect([coverage.fromMs("follow"), coverage.namedFromMs("follow")]).toEqual([10, 50]);
		expect([
			coverage.isEnough(named(49)),
			coverage.isEnough(named(50)),
			coverage.isEnough(follows(49)),
		]).toEqual([false, true, true]);
	});

	it("shrinks when events are dropped, and requires another sync", () => {
		add({ reachMs: 10 });
		expect(coverage.missing([follows(10)], 0)).toBeUndefined();
		coverage.drop("follow", 40);
		coverage.drop("follow", 20);
		expect([coverage.fromMs("follow"), coverage.namedFromMs("follow"), coverage.fromMs("hosting")]).toEqual([
			40, 40, 10,
		]);
		expect(coverage.missing([follows(10), follows(30)], 0)).toBe(10);
		coverage.forget("follow");
		expect(coverage.missing([follows(Infinity)], 0)).toBe(Infinity);
	});

	it("never includes dropped times, in any order of steps", () => {
		const step = fc.record({
			kind: fc.constantFrom("read", "drop", "forget"),
			fromMs: fc.nat(100),
			isStopped: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(step), fc.nat(100), (steps, requiredFromMs) => {
				coverage = new Coverage();
				/** The times that a snapshot has covered since they were dropped. */
				const stored = new Set<number>();
				for (const { kind, fromMs, isStopped } of steps) {
					const moments = Array.from({ length: 101 }, (_, moment) => moment);
					if (kind === "forget") {
						coverage.forget("follow");
						stored.clear();
					} else if (kind === "drop") {
						coverage.drop("follow", fromMs);
						for (const moment of moments) if (moment < fromMs) stored.delete(moment);
					} else {
						const requestedFromMs = isStopped ? 0 : fromMs;
						add({ types: ["follow"], reachMs: fromMs, requestedFromMs, isTruncated: true });
						for (const moment of moments) if (moment >= fromMs) stored.add(moment);
					}
				}
				const isStored = Array.from(
					{ length: 101 - requiredFromMs },
					(_, index) => index + requiredFromMs,
				).every((moment) => stored.has(moment));
				expect(coverage.fromMs("follow") <= requiredFromMs).toBe(isStored);
				const isMissing = coverage.missing([follows(requiredFromMs)], 0) !== undefined;
				const isLimited = coverage.isLimited("follow", follows(requiredFromMs));
				expect([isMissing, isStored, isLimited].filter(Boolean)).toHaveLength(1);
				expect(coverage.isEnough(follows(requiredFromMs))).toBe(!isMissing);
			}),
		);
	});
});

describe("a snapshot that does not overlap the previous one", () => {
	it("is insufficient until a later one overlaps", () => {
		coverage.add(snapshot({ reachMs: 10 }), 100);
		coverage.add(snapshot({ reachMs: 150, atMs: 1, types: ["follow"] }), 200);
		expect([coverage.unsyncedFromMs(["follow"], 5), coverage.isCurrent("follow", 1)]).toEqual([95, false]);
		coverage.add(snapshot({ reachMs: 100, atMs: 2, types: ["follow"] }), 200);
		expect([coverage.unsyncedFromMs(["follow"], 5), coverage.isCurrent("follow", 2)]).toEqual([195, true]);
		expect(coverage.unsyncedFromMs(["hosting"], 5)).toBe(95);
		expect(coverage.unsyncedFromMs(both, 195)).toBe(10);
	});

	it("is sufficient if the service returns no more", () => {
		coverage.add(snapshot({ reachMs: 10 }), 100);
		coverage.add(snapshot({ reachMs: 150, requestedFromMs: 90, atMs: 1 }), 200);
		expect(coverage.isCurrent("follow", 1)).toBe(true);
	});
});

describe("a stopped sync", () => {
	it("by a request limit is sufficient but incomplete, and is repeated after an hour only", () => {
		add({ reachMs: 50, requestedFromMs: 10, isTruncated: true });
		expect(coverage.isEnough(follows(10))).toBe(true);
		expect(coverage.isEnough(named(10))).toBe(true);
		expect(coverage.isEnough(follows(9))).toBe(false);
		expect([10, 49, 50].map((fromMs) => coverage.isLimited("follow", follows(fromMs)))).toEqual([
			true,
			true,
			false,
		]);
		expect([hourMs - 1, hourMs].map((nowMs) => coverage.missing([follows(10)], nowMs))).toEqual([
			undefined,
			10,
		]);
		coverage.invalidate();
		expect(coverage.missing([follows(10)], hourMs - 1)).toBeUndefined();
	});

	it("is repeated only another hour later if time has moved the required start on, and not later because of a shorter one", () => {
		add({ reachMs: 50, requestedFromMs: 10, isTruncated: true });
		add({ reachMs: 80, requestedFromMs: 60, isTruncated: true, atMs: hourMs / 2 });
		expect(coverage.missing([follows(20)], hourMs)).toBe(20);
		add({ reachMs: 60, requestedFromMs: 20, isTruncated: true, atMs: hourMs });
		expect([2 * hourMs - 1, 2 * hourMs].map((nowMs) => coverage.missing([follows(20)], nowMs))).toEqual([
			undefined,
			20,
		]);
	});

	it("by the service is repeated with every sync, because that costs little", () => {
		add({ reachMs: 50, requestedFromMs: 10 });
		expect([coverage.isEnough(all(10)), coverage.missing([all(10)], 0)]).toEqual([true, 10]);
		coverage.invalidate();
		expect(coverage.isEnough(all(10))).toBe(false);
	});

	it("by the service is repeated once for fewer types, which can reach further back", () => {
		const isEnough = () => [all(10), follows(10)].map((requirement) => coverage.isEnough(requirement));
		add({ reachMs: 50, requestedFromMs: 10 });
		expect(isEnough()).toEqual([true, false]);
		add({ reachMs: 5, types: ["follow"] });
		add({ reachMs: 60, requestedFromMs: 10 });
		expect(isEnough()).toEqual([true, true]);
	});

	it("is not replaced by a shorter one", () => {
		add({ reachMs: 50, requestedFromMs: 10 });
		add({ reachMs: 80, requestedFromMs: 60 });
		expect(coverage.isEnough(all(10))).toBe(true);
	});

	it("no longer counts after events were dropped", () => {
		add({ reachMs: 50, requestedFromMs: 10, isTruncated: true });
		coverage.drop("follow", 60);
		expect([coverage.isEnough(follows(10)), coverage.missing([follows(10)], 0)]).toEqual([false, 10]);
	});
});

describe("listed data", () => {
	const isCurrent = (nowMs: number) => coverage.isCurrent("follow", nowMs);

	it("is up to date for five minutes, unless something changes or the connection is lost", () => {
		expect(isCurrent(0)).toBe(false);
		add({ atMs: 1_000 });
		expect([isCurrent(1_000), isCurrent(311_000), isCurrent(311_001)]).toEqual([true, true, false]);
		coverage.noteChange("follow", 2_000);
		expect([isCurrent(2_000), coverage.isCurrent("hosting", 2_000)]).toEqual([false, true]);
		expect([4_999, 5_000].map((nowMs) => coverage.isStale("follow", nowMs))).toEqual([false, true]);
		add({ atMs: 3_000 });
		expect(isCurrent(3_000)).toBe(true);
		coverage.invalidate();
		expect(isCurrent(3_000)).toBe(false);
		expect([coverage.isStale("follow", 3_000), coverage.isStale("donation", 3_000)]).toEqual([true, false]);
	});
});

describe("gaps between pages", () => {
	const note = (changes: Partial<Snapshot>, isThorough = false) => {
		coverage.noteGaps([snapshot(changes)], isThorough);
	};

	it("reach as far back as the furthest snapshot with a gap", () => {
		expect([coverage.gapsFromMs(both), coverage.gapsFromMs([])]).toEqual([Infinity, Infinity]);
		for (const reachMs of [50, 20, 70]) note({ hasGaps: true, reachMs });
		expect(coverage.gapsFromMs(both)).toBe(20);
	});

	it("end with a snapshot of the same types that reaches as far, not with a shorter one", () => {
		note({ hasGaps: true, reachMs: 20 });
		note({ reachMs: 21 });
		expect(coverage.gapsFromMs(both)).toBe(20);
		note({ reachMs: 20, types: ["follow"] });
		expect([coverage.gapsFromMs(["follow"]), coverage.gapsFromMs(both)]).toEqual([Infinity, 20]);
		note({ reachMs: 20 });
		expect(coverage.gapsFromMs(both)).toBe(Infinity);
	});

	it("remain when other types are listed", () => {
		note({ hasGaps: true });
		for (let times = 0; times < 5; times++) note({ types: ["donation"] }, true);
		expect(coverage.gapsFromMs(both)).toBe(-Infinity);
	});

	it("are accepted after three thorough syncs in a row", () => {
		const noteGap = (isThorough: boolean) => {
			note({ hasGaps: true }, isThorough);
			return coverage.gapsFromMs(both);
		};
		for (let times = 0; times < 5; times++) expect(noteGap(false)).toBe(-Infinity);
		expect([noteGap(true), noteGap(true), noteGap(true)]).toEqual([-Infinity, -Infinity, Infinity]);
		expect(noteGap(true)).toBe(Infinity);
		coverage.noteGaps([snapshot()], false);
		expect([noteGap(true), noteGap(true), noteGap(true)]).toEqual([-Infinity, -Infinity, Infinity]);
	});
});
