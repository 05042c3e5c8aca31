import { describe, expect, it } from "vitest";

import { SyncRunner } from "../../../src/sync/sync-runner";
import { ServiceError } from "../../../src/service/errors";
import type { EventsQuery } from "../../../src/service/ports";
import type { SnapshotNeeds } from "../../../src/sync/snapshot-needs";
import { SnapshotReach } from "../../../src/sync/snapshot-reach";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { followOf } from "../../world/fakes/fake-client";
import { InMemoryListStore } from "../../world/fakes/in-memory-list-store";
import { flushPromises } from "../../world/fakes/virtual-clock";

const follows: SnapshotNeeds = { types: ["follow"], fromMs: 0, totals: "none", hostings: "none" };
const viewers: SnapshotNeeds = { types: ["hosting"], fromMs: Infinity, totals: "none", hostings: "all" };

function setUp(listed: readonly StreamEvent[], memory?: InMemoryListStore) {
	const requests: EventsQuery[] = [];
	const signals: (AbortSignal | undefined)[] = [];
	let totalsRequests = 0;
	let failAt = Infinity;
	let isEndless = false;
	let isOrdered = true;
	let isMiscounted = false;
	const { context, clock, store, log } = fakeAccountContext({
		events: async (query, called) => {
			requests.push(query);
			signals.push(called);
			if (isEndless) return { events: [followOf(1_000_000 - requests.length)], entryCount: 1 };
			if (requests.length === failAt) throw new ServiceError("server-error", "broken");
			const { types = [], offset = 0, limit = 10 } = query;
			const found = listed
				.filter(({ type }) => types.includes(type))
				.sort((a, b) => (isOrdered ? b.createdAtMs - a.createdAtMs : a.createdAtMs - b.createdAtMs));
			const events = found.slice(offset, offset + Math.min(limit, 100));
			return { events, totalCount: isMiscounted ? 3 : found.length, entryCount: events.length };
		},
		totals: async () => {
			totalsRequests++;
			return { followers: 1, byProvider: {} };
		},
	});
	const reach = new SnapshotReach(context);
	const runner = new SyncRunner({ ...context, memory }, reach);
	const take = async (needs: SnapshotNeeds, isThorough = false) => {
		const { signal } = new AbortController();
		const snapshots = await runner.run(needs, isThorough, signal);
		const results = snapshots.map((snapshot) => store.ledger.applySnapshot(snapshot));
		reach.apply(snapshots, results, isThorough);
		return snapshots;
	};
	return {
		clock,
		store,
		log,
		requests,
		signals,
		take,
		reach,
		runner,
		miscount: () => void (isMiscounted = true),
		ignoreOrder: () => void (isOrdered = false),
		beEndless: () => void (isEndless = true),
		totalsRequests: () => totalsRequests,
		failNext: (after = 1) => (failAt = requests.length + after),
	};
}

const manyFollows = Array.from({ length: 350 }, (_, id) => followOf(id + 1));
const hostings = Array.from({ length: 30 }, (_, id) => followOf(id + 1, { type: "hosting", viewers: 2 }));

describe("a sync", () => {
	it("requests nothing if nothing is required", async () => {
		const { take, requests, totalsRequests } = setUp(manyFollows);
		expect(await take({ ...follows, types: [], totals: "all" })).toEqual([]);
		expect([requests.length, totalsRequests()]).toEqual([0, 0]);
	});

	it("may have gaps while a cache may explain the wrong count", async () => {
		const { take, reach, clock } = setUp(manyFollows);
		expect(await take(follows)).toMatchObject([{ hasGaps: false }]);
		reach.countTrust.check({ events: [], entryCount: 2, totalCount: 1 }, 0);
		expect(await take(follows)).toMatchObject([{ hasGaps: true }]);
		await clock.advance(150_000);
		expect(await take(follows)).toMatchObject([{ hasGaps: false }]);
	});

	it("requests one page the first time, then reaches as far back as required", async () => {
		const { take, store } = setUp(manyFollows);
		await take(follows);
		expect(store.ledger.coverage.fromMs("follow")).toBeGreaterThan(200_000);
		await take(follows);
		expect(store.ledger.coverage.fromMs("follow")).toBe(-Infinity);
	});

	it.each([
		["continues after a failure at the same position", follows, false, 0, "goes on"],
		["starts again for other needs", { ...follows, totals: "all" }, false, 0, "fresh"],
		["starts again after some time", follows, false, 300_001, "fresh"],
		["starts again if more has to be compared", follows, true, 0, "fresh"],
	] as const)("%s", async (_what, needs, isThorough, laterMs, how) => {
		const { take, requests, failNext, clock } = setUp(manyFollows);
		await take(follows);
		failNext(3);
		await expect(take(follows)).rejects.toMatchObject({ kind: "server-error" });
		await clock.advance(laterMs);
		const before = requests.length;
		await take(needs, isThorough);
		const offsets = requests.slice(before).map(({ offset = 0 }) => offset);
		if (how === "goes on") expect(offsets.filter((offset) => offset > 0 && offset < 90)).toEqual([]);
		else expect(offsets.filter((offset) => offset > 0 && offset < 100)).not.toEqual([]);
	});

	it("reads every single host if required, and not again without changes", async () => {
		const { take, requests, store } = setUp(hostings);
		expect(await take(viewers)).toHaveLength(1);
		await take(viewers);
		expect(store.ledger.coverage.fromMs("hosting")).toBe(-Infinity);
		requests.length = 0;
		expect(await take(viewers)).toHaveLength(1);
	});

	it("compares few hosts every few minutes", async () => {
		const { take } = setUp(hostings);
		await take(viewers);
		await take(viewers);
		expect(await take(viewers, true)).toHaveLength(2);
	});

	it("keeps what the read of all hosts shows at a service that ignores the order of a longer list", async () => {
		const { take, store, clock, ignoreOrder } = setUp([...manyFollows, ...hostings]);
		ignoreOrder();
		const needs: SnapshotNeeds = { types: ["follow", "hosting"], fromMs: 0, totals: "none", hostings: "all" };
		await take(needs);
		for (const isThorough of [true, false]) {
			await take(needs, isThorough);
			const coveredFromMs = store.ledger.coverage.fromMs("hosting");
			expect([coveredFromMs, store.ledger.countFrom(["hosting"], 0)]).toEqual([-Infinity, 30]);
		}
		store.ledger.applyEvent({ ...followOf(5, { type: "hosting" }), viewers: 7 }, clock.now());
		// The count includes hosts, and does not change by what is read of an unordered list.
		expect((await take(needs)).map(({ types, totalCount }) => [types, totalCount])).toEqual([
			[["hosting"], undefined],
			[["follow"], undefined],
		]);
		expect(store.ledger.hasDisputes(["hosting"])).toBe(true);
	});

	it("reports a list without end", async () => {
		const { take, log, beEndless } = setUp(manyFollows);
		await take(follows);
		expect(log.lines).toEqual([]);
		beEndless();
		await take(follows);
		expect(log.lines).toEqual(["warn event list: no end reached, using what was read"]);
	});

	it("detects a wrong list count, and counts hosts by reading all of them", async () => {
		const { take, reach, miscount } = setUp(hostings);
		miscount();
		await take({ ...viewers, hostings: "count" });
		expect(reach.countTrust.isTrusted).toBe(false);
		const [, whole] = await take({ ...viewers, hostings: "count" });
		expect(whole?.events).toHaveLength(30);
	});
});

describe("a sync started while joining", () => {
	const isToCome = () => true;

	it("is used once joined, with only the head of the list read twice", async () => {
		const { runner, take, requests } = setUp(manyFollows);
		await runner.prefetch(follows, isToCome);
		await flushPromises();
		expect(requests).toHaveLength(1);
		expect((await take(follows))[0]?.events).toHaveLength(100);
		expect(requests.map(({ limit }) => limit)).toEqual([100, 10]);
	});

	it("is not started if nothing is required, data is stored, or the room was joined in the meantime", async () => {
		const { runner, take, requests } = setUp(manyFollows);
		await runner.prefetch({ ...follows, types: [] }, isToCome);
		await runner.prefetch(follows, () => false);
		await flushPromises();
		expect(requests).toHaveLength(0);
		await take(follows);
		const before = requests.length;
		await runner.prefetch(follows, isToCome);
		await flushPromises();
		expect(requests).toHaveLength(before);
	});

	it("is started once, however often it is prepared", async () => {
		const { runner, requests } = setUp(manyFollows);
		await runner.prefetch(follows, isToCome);
		await runner.prefetch(follows, isToCome);
		await flushPromises();
		expect(requests).toHaveLength(1);
	});

	it("is abandoned if the room is not joined or something else is required", async () => {
		const { runner, take, requests, signals } = setUp(manyFollows);
		await runner.prefetch(follows, isToCome);
		runner.cancelPrefetch();
		expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
		await runner.prefetch(follows, isToCome);
		await take({ ...follows, totals: "all" });
		expect(signals[1]?.aborted).toBe(true);
		expect(requests.map(({ limit }) => limit)).toEqual([100, 100, 100, 10]);
	});

	it("is dropped alone: pages of a failed sync stay usable", async () => {
		const { runner, take, requests, failNext } = setUp(manyFollows);
		await take(follows);
		failNext(3);
		await expect(take(follows)).rejects.toMatchObject({ kind: "server-error" });
		runner.cancelPrefetch();
		const before = requests.length;
		await take(follows);
		const offsets = requests.slice(before).map(({ offset = 0 }) => offset);
		expect(offsets.filter((offset) => offset > 0 && offset < 90)).toEqual([]);
	});

	it("uses the host count, although all hosts are required", async () => {
		const { runner, take, requests } = setUp(hostings);
		await runner.prefetch(viewers, isToCome);
		await flushPromises();
		const before = requests.length;
		expect(await take(viewers)).toHaveLength(1);
		expect(requests.slice(before)).toMatchObject([{ offset: 0, limit: 10 }]);
	});
});

describe("the cache of a list", () => {
	it("stores a long exact list at its scheduled time", async () => {
		for (const [minComparedCount, isDue, isKept] of [
			[10, true, true],
			[10, false, false],
			[175, true, false],
			[174, true, true],
		] as const) {
			const memory = new InMemoryListStore(minComparedCount);
			memory.isDue = () => isDue;
			const { take, runner } = setUp(manyFollows, memory);
			await take(follows);
			await take(follows);
			runner.cacheList(["follow"]);
			expect([memory.stored !== undefined, minComparedCount, isDue]).toEqual([
				isKept,
				minComparedCount,
				isDue,
			]);
		}
	});

	it("is read when a sync reaches further back than before, for entries older than a day", async () => {
		const memory = new InMemoryListStore(10);
		const first = setUp(manyFollows, memory);
		await first.take(follows);
		await first.take(follows);
		first.runner.cacheList(["follow"]);
		const { take, requests, store, clock } = setUp(manyFollows, memory);
		await take(follows);
		expect(memory.loadCount).toBe(0);
		await take(follows);
		expect(memory.loadCount).toBe(1);
		expect(store.ledger.coverage.fromMs("follow")).toBe(-Infinity);
		expect(requests.length).toBeLessThan(8);
		expect(store.ledger.coverage.namedFromMs("follow")).toBeGreaterThan(-Infinity);
		expect(clock.now()).toBeGreaterThan(86_400_000);
	});
});
