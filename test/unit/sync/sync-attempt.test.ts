import { describe, expect, it } from "vitest";

import { Ledger } from "../../../src/ledger/ledger";
import { EventListReader } from "../../../src/sync/list/event-list-reader";
import { createListSync, SyncAttempt } from "../../../src/sync/sync-attempt";
import { defaultSyncLimits } from "../../../src/sync/sync-limits";
import { ServiceError } from "../../../src/service/errors";
import type { EventsQuery, ServiceClient } from "../../../src/service/ports";
import type { SnapshotNeeds } from "../../../src/sync/snapshot-needs";
import { streamEventTypes, type StreamEvent } from "../../../src/state/events/stream-event";
import { fakeClient, followOf } from "../../world/fakes/fake-client";
import { SkewedClock } from "../../world/fakes/skewed-clock";
import { VirtualClock } from "../../world/fakes/virtual-clock";

const allNeeds: SnapshotNeeds = {
	types: streamEventTypes,
	fromMs: Infinity,
	totals: "all",
	hostings: "none",
};
const { signal } = new AbortController();

function setUp(onTotals: (calls: number, entries: StreamEvent[]) => void = () => undefined) {
	const entries = [followOf(2), followOf(1)];
	const clock = new VirtualClock();
	let calls = 0;
	let pages = 0;
	let isBroken = false;
	const client = fakeClient({
		events: async ({ offset = 0, limit = 10, types }) => {
			pages++;
			if (isBroken) throw new ServiceError("unreachable", "nobody is there");
			const listed = entries.filter(({ type }) => types?.includes(type) ?? true);
			const page = listed.slice(offset, offset + limit);
			return { events: page, totalCount: listed.length, entryCount: page.length };
		},
		totals: async () => {
			const followers = 100 + entries.length;
			onTotals(++calls, entries);
			return { followers, byProvider: {} };
		},
	});
	const attemptFor = (needed: Partial<SnapshotNeeds> = {}) => {
		const list = new EventListReader(client, streamEventTypes, -Infinity);
		const needs = { ...allNeeds, ...needed };
		return new SyncAttempt({ client, clock, list, needs, isThorough: false });
	};
	const takeStarted = async (duringJoin: () => void, totals: "all" | "none" = "all") => {
		const attempt = attemptFor({ totals });
		attempt.prefetch();
		await clock.advance(10);
		duringJoin();
		return attempt.run(signal);
	};
	return {
		clock,
		client,
		entries,
		attemptFor,
		takeStarted,
		take: (hostings: "none" | "count", totals: "all" | "none" = "all") =>
			attemptFor({ hostings, totals }).run(signal),
		calls: () => calls,
		pages: () => pages,
		breakList: (isDown: boolean) => (isBroken = isDown),
	};
}

describe("a snapshot", () => {
	it("is exact if the list is the same before and after the totals", async () => {
		const { take, calls } = setUp(() => undefined);
		const reading = await take("none");
		expect(reading).toMatchObject({
			isExact: true,
			totals: { followers: 102 },
			totalCount: 2,
			reachMs: -Infinity,
		});
		expect(reading.hostings).toBeUndefined();
		expect(calls()).toBe(1);
	});

	it("requests the totals again if something happened in the meantime", async () => {
		const { take } = setUp((calls, entries) => {
			if (calls === 1) entries.unshift(followOf(3));
		});
		const reading = await take("none");
		expect(reading).toMatchObject({ isExact: true, totals: { followers: 103 }, totalCount: 3 });
		expect(reading.events).toHaveLength(3);
	});

	it("that was started early requests only the head of the list if nothing happened since", async () => {
		const { takeStarted, calls } = setUp(() => undefined);
		const reading = await takeStarted(() => undefined);
		expect(reading).toMatchObject({ isExact: true, totals: { followers: 102 }, totalCount: 2 });
		expect(calls()).toBe(1);
	});

	it.each(["all", "none"] as const)(
		"that was started early includes events before the room was joined, totals: %s",
		async (totals) => {
			const { takeStarted, entries, calls } = setUp(() => undefined);
			const reading = await takeStarted(() => entries.unshift(followOf(3)), totals);
			expect(reading.events.map(({ id }) => id)).toContain("3");
			expect(reading.isExact).toBe(true);
			expect(reading.totals?.followers).toBe(totals === "all" ? 103 : undefined);
			expect(calls()).toBe(totals === "all" ? 2 : 0);
		},
	);

	it("that was started early excludes what was deleted since", async () => {
		const { takeStarted, entries } = setUp(() => undefined);
		const reading = await takeStarted(() => entries.pop());
		expect(reading).toMatchObject({ isExact: true, totals: { followers: 101 } });
		expect(reading.events).toMatchObject([{ id: "2" }]);
	});

	it("excludes what was deleted in the meantime", async () => {
		const { take } = setUp((calls, entries) => {
			if (calls === 1) entries.pop();
		});
		const reading = await take("none");
		expect(reading).toMatchObject({ isExact: true, totals: { followers: 101 }, totalCount: 1 });
		expect(reading.events).toMatchObject([{ id: "2" }]);
	});

	it("begins when the list is read again because of what was deleted in the meantime", async () => {
		const { clock, client, entries } = setUp((calls) => {
			if (calls === 1) entries.pop();
		});
		const totals = async (called?: AbortSignal) => {
			await new Promise<void>((resolve) => clock.schedule(resolve, 3_000));
			return client.totals(called);
		};
		const slowClient = { ...client, totals };
		const list = new EventListReader(client, streamEventTypes, -Infinity);
		const attempt = new SyncAttempt({
			client: slowClient,
			clock,
			list,
			needs: allNeeds,
			isThorough: false,
		});
		const restartedAtMs = clock.now() + 3_000;
		const reading = attempt.run(signal);
		await clock.advance(6_000);
		expect(await reading).toMatchObject({ isExact: true, startedAtMs: restartedAtMs, durationMs: 3_000 });
	});

	it("is not exact if the list never stops changing", async () => {
		const { take, calls } = setUp((count, entries) => entries.unshift(followOf(count + 2)));
		expect(await take("none")).toMatchObject({ isExact: false });
		expect(calls()).toBe(4);
	});

	it("requests no totals that are not required, and the list once", async () => {
		const { take, calls } = setUp(() => undefined);
		const reading = await take("none", "none");
		expect(reading).toMatchObject({ isExact: true, totalCount: 2 });
		expect(reading.totals).toBeUndefined();
		expect(calls()).toBe(0);
	});

	it("has no host count lower than the listed hosts", async () => {
		const hosting = { ...followOf(1), type: "hosting" } as const;
		const events = async () => ({ events: [hosting], entryCount: 1, totalCount: 0 });
		const list = new EventListReader(
			fakeClient({ events: async () => ({ events: [], entryCount: 0 }) }),
			[],
			0,
		);
		const needs: SnapshotNeeds = { ...allNeeds, totals: "none", hostings: "count" };
		const client: ServiceClient = fakeClient({ events });
		const attempt = new SyncAttempt({
			client,
			clock: new VirtualClock(),
			list,
			needs,
			isThorough: false,
		});
		expect((await attempt.run(signal)).hostings).toEqual({ count: undefined });
	});

	it.each([0, 1, 2, 5])("has no host count that is that of a page: there are %i", async (count) => {
		const hostings = Array.from(
			{ length: count },
			(_, id) => ({ ...followOf(id), type: "hosting" }) as const,
		);
		const pageOf = async ({ offset = 0, limit = 10 }: EventsQuery) => {
			const events = hostings.slice(offset, offset + limit);
			return { events, entryCount: events.length, totalCount: events.length };
		};
		const list = new EventListReader(fakeClient({ events: pageOf }), [], 0);
		const needs: SnapshotNeeds = { ...allNeeds, totals: "none", hostings: "count" };
		const client: ServiceClient = fakeClient({ events: pageOf });
		const attempt = new SyncAttempt({
			client,
			clock: new VirtualClock(),
			list,
			needs,
			isThorough: false,
		});
		expect((await attempt.run(signal)).hostings).toEqual({ count: count > 1 ? undefined : count });
	});

	it("has the list's count of hosts if required", async () => {
		const { take } = setUp((calls, entries) => {
			if (calls === 1) entries.unshift({ ...followOf(3), type: "hosting" });
		});
		expect(await take("count")).toMatchObject({ hostings: { count: 1 }, isExact: true });
	});

	it("is valid for five minutes, system sleep included, for its purpose only", async () => {
		const { attemptFor, clock } = setUp();
		const attempt = attemptFor();
		expect(attempt.satisfies(allNeeds, false)).toBe(true);
		expect(attempt.satisfies(allNeeds, true)).toBe(false);
		expect(attempt.satisfies({ ...allNeeds, types: ["follow"] }, false)).toBe(false);
		expect(attempt.satisfies({ ...allNeeds, totals: "none" }, false)).toBe(false);
		expect(attempt.satisfies({ ...allNeeds, hostings: "all" }, false)).toBe(false);
		await clock.advance(200_000);
		clock.jump(100_000);
		expect(attempt.satisfies(allNeeds, false)).toBe(true);
		await clock.advance(1);
		expect(attempt.satisfies(allNeeds, false)).toBe(false);
	});

	it("that was started while joining is valid for two seconds", async () => {
		const { attemptFor, clock, pages } = setUp();
		const attempt = attemptFor();
		expect(attempt.isPrefetching).toBe(false);
		attempt.prefetch();
		attempt.prefetch();
		expect(attempt.isPrefetching).toBe(true);
		await clock.advance(2_000);
		expect([attempt.satisfies(allNeeds, false), pages()]).toEqual([true, 1]);
		await clock.advance(1);
		expect(attempt.satisfies(allNeeds, false)).toBe(false);
	});

	it("that failed while joining is used once joined, with its failure", async () => {
		const { attemptFor, clock, breakList } = setUp();
		const attempt = attemptFor();
		breakList(true);
		attempt.prefetch();
		await clock.advance(10);
		await expect(attempt.run(signal)).rejects.toMatchObject({ kind: "unreachable" });
		expect(attempt.isPrefetching).toBe(false);
		breakList(false);
		expect(await attempt.run(signal)).toMatchObject({ isExact: true, totals: { followers: 102 } });
	});

	it("includes events before the room was joined, even if the head of the list failed at first", async () => {
		const { attemptFor, clock, entries, breakList } = setUp();
		const attempt = attemptFor({ totals: "none" });
		attempt.prefetch();
		await clock.advance(10);
		entries.unshift(followOf(3));
		breakList(true);
		await expect(attempt.run(signal)).rejects.toMatchObject({ kind: "unreachable" });
		breakList(false);
		expect((await attempt.run(signal)).events).toHaveLength(3);
	});

	it("is abandoned if the room is not joined", async () => {
		let given: AbortSignal | undefined;
		const client = fakeClient({
			events: (_query, called) => {
				given = called;
				return new Promise(() => undefined);
			},
		});
		const list = new EventListReader(client, ["follow"], Infinity);
		const attempt = new SyncAttempt({
			client,
			clock: new VirtualClock(),
			list,
			needs: allNeeds,
			isThorough: false,
		});
		attempt.prefetch();
		attempt.abort();
		expect(given?.aborted).toBe(true);
	});

	it.each([
		["none", { entryCount: 0, totalCount: 0 }, undefined, 0],
		["many", { entryCount: 1, totalCount: 7 }, undefined, 7],
		["exactly one", { entryCount: 1, totalCount: 1 }, 0, 1],
		["a page", { entryCount: 1, totalCount: 1 }, 1, undefined],
		["fewer than listed", { entryCount: 2, totalCount: 1 }, undefined, undefined],
		["nothing", { entryCount: 1 }, undefined, undefined],
	])(
		"has the host count if it can be determined: the list counts %s",
		async (_what, first, nextRawCount, count) => {
			const client = fakeClient({
				events: async ({ types = [], offset = 0 }) => {
					if (types.join() !== "hosting") return { events: [], entryCount: 0, totalCount: 0 };
					return offset === 0 ? { events: [], ...first } : { events: [], entryCount: nextRawCount ?? NaN };
				},
			});
			const list = new EventListReader(client, ["follow"], Infinity);
			const needs: SnapshotNeeds = { ...allNeeds, totals: "none", hostings: "count" };
			const attempt = new SyncAttempt({
				client,
				clock: new VirtualClock(),
				list,
				needs,
				isThorough: false,
			});
			expect((await attempt.run(signal)).hostings).toEqual({ count });
		},
	);
});

describe("a sync that starts before the service's time is known", () => {
	it("reports its start by the service's clock", async () => {
		const { clock, client } = setUp();
		let offsetMs = -7_200_000;
		const skewed = new SkewedClock(clock, () => offsetMs);
		const list = new EventListReader(client, streamEventTypes, -Infinity);
		const sync = new SyncAttempt({ client, clock: skewed, list, needs: allNeeds, isThorough: false });
		const startedAtMs = clock.now();
		sync.prefetch();
		await clock.advance(500);
		offsetMs = 0;
		expect((await sync.run(signal)).startedAtMs).toBe(startedAtMs);
	});
});

describe("a list-only snapshot", () => {
	it("contains the events of some types, with its start and end", async () => {
		const { clock, client } = setUp();
		const startedAtMs = clock.now();
		const take = createListSync({ client, clock }, ["follow"], -Infinity);
		await clock.advance(3_000);
		expect(await take(signal)).toMatchObject({
			types: ["follow"],
			reachMs: -Infinity,
			namedFromMs: -Infinity,
			totalCount: undefined,
			isExact: true,
			hasGaps: false,
			startedAtMs,
			atMs: 3_000,
			events: [{ id: "2" }, { id: "1" }],
		});
	});

	it("reports no known start if no known entry is listed", async () => {
		const clock = new VirtualClock();
		const client = fakeClient({ events: async () => ({ events: [], entryCount: 3 }) });
		const take = createListSync({ client, clock }, ["follow"], Infinity);
		expect((await take(signal)).reachMs).toBe(clock.now());
	});

	it.each([
		["entries without times", { isTimeAssumed: true }],
		["events dated further ahead", { createdAtMs: Date.UTC(2027, 1, 1) }],
	] as const)("removes no event dated ahead if only %s were read", async (_, changes) => {
		const clock = new VirtualClock();
		const listed = Array.from({ length: 100 }, (_, index) => followOf(200 - index, changes));
		const client = fakeClient({
			events: async ({ offset = 0, limit = 10 }) => {
				const events = listed.slice(offset, offset + limit);
				return { events, totalCount: 200, entryCount: events.length };
			},
		});
		const limits = { ...defaultSyncLimits, maxEntries: 50 };
		const ledger = new Ledger();
		const sync = async () =>
			ledger.applySnapshot(await createListSync({ client, clock, limits }, ["follow"], -Infinity)(signal));
		await sync();
		const ahead = followOf(1, { createdAtMs: clock.now() + 86_400_000 });
		ledger.applyEvent(ahead, clock.now());
		for (const delayMs of [200_000, 10_000]) {
			await clock.advance(delayMs);
			await sync();
		}
		expect(ledger.current(ahead)).toBeDefined();
	});

	it("continues after a failure at the same position, and begins again", async () => {
		const { clock, client, breakList } = setUp();
		const events: ServiceClient["events"] = async (query) => {
			await clock.advance(1_000);
			return client.events(query);
		};
		const take = createListSync({ client: { events }, clock }, ["follow"], -Infinity);
		breakList(true);
		await expect(take(signal)).rejects.toMatchObject({ kind: "unreachable" });
		breakList(false);
		const snapshot = await take(signal);
		expect([snapshot.events.length, snapshot.durationMs]).toEqual([2, 1_000]);
	});
});
