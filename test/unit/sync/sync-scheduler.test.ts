import { describe, expect, it } from "vitest";

import { SyncScheduler } from "../../../src/sync/sync-scheduler";
import { ServiceError } from "../../../src/service/errors";
import type { EventPage, EventsQuery } from "../../../src/service/ports";
import type { CounterQuery } from "../../../src/state/counters/counter-query";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { followOf } from "../../world/fakes/fake-client";
import { InMemoryListStore } from "../../world/fakes/in-memory-list-store";
import { flushPromises } from "../../world/fakes/virtual-clock";

const today: CounterQuery = { metric: "followers", scope: "today", newOnly: false, uniqueOnly: false };
const lifetime: CounterQuery = { ...today, scope: "lifetime" };

function setUp(memory?: InMemoryListStore) {
	let listed: readonly StreamEvent[] = [];
	let followers = 100;
	let refuse: (requests: number) => ServiceError | undefined = () => undefined;
	let hold: Promise<void> | undefined;
	const requests: EventsQuery[] = [];
	let totalsCount = 0;
	const page = ({ offset = 0, limit = 10 }: EventsQuery): EventPage => {
		const events = listed.slice(offset, offset + limit);
		return { events, totalCount: listed.length, entryCount: events.length };
	};
	const { context, clock, store, log, need } = fakeAccountContext({
		events: async (query) => {
			requests.push(query);
			const error = refuse(requests.length);
			if (error) throw error;
			await hold;
			return page(query);
		},
		totals: async () => {
			totalsCount++;
			return { followers, byProvider: {} };
		},
	});
	const snapshots = new SyncScheduler({ ...context, memory });
	return {
		clock,
		store,
		log,
		snapshots,
		requests,
		totalsCount: () => totalsCount,
		show: (...queries: readonly CounterQuery[]) => {
			need({ queries });
			snapshots.applyDemand();
		},
		open: async () => {
			snapshots.open();
			await flushPromises();
		},
		list: (...events: readonly StreamEvent[]) => void (listed = [...events].reverse()),
		count: (now: number) => void (followers = now),
		refuseWith: (next: typeof refuse) => void (refuse = next),
		holdUntil: (next: Promise<void> | undefined) => void (hold = next),
		confirmation: () => store.state.confirmation,
	};
}

const limited = new ServiceError("rate-limited", "slow down", { status: 429, retryAfterMs: 60_000 });

describe("snapshots", () => {
	it("are not taken while no key requires any", async () => {
		const { open, clock, requests, totalsCount, confirmation } = setUp();
		await open();
		await clock.advance(600_000);
		expect([requests.length, totalsCount(), confirmation(), clock.pendingCount]).toEqual([
			0,
			0,
			"confirmed",
			0,
		]);
	});

	it("are taken when the room is joined, once more soon after, and then every five minutes", async () => {
		const { open, show, clock, requests, totalsCount } = setUp();
		show(lifetime);
		expect(requests).toHaveLength(0);
		await open();
		expect(totalsCount()).toBe(1);
		await clock.advance(5_100);
		expect(totalsCount()).toBe(2);
		await clock.advance(294_899);
		expect(totalsCount()).toBe(2);
		await clock.advance(1);
		expect(totalsCount()).toBe(3);
	});

	it("report an event whose push is still under way as live, and those from before the join as missed", async () => {
		const { open, show, list, store, clock } = setUp();
		const batches: string[] = [];
		const firstSources: unknown[] = [];
		let storedCount = 0;
		store.subscribe((batch) => {
			const count = store.ledger.countFrom(["follow"], -Infinity);
			if (count > storedCount) firstSources.push(batch?.source);
			storedCount = count;
			if (batch) batches.push(`${batch.source} ${batch.events.map(({ id }) => id).join()}`);
		});
		show(today);
		const at = (id: number, agoMs: number) => followOf(id, { createdAtMs: clock.now() - agoMs });
		const first = at(1, 60_000);
		list(first);
		await open();
		const lagging = at(2, 2_000);
		await clock.advance(3_000);
		const recent = at(3, 0);
		list(first, lagging, recent);
		await clock.advance(3_000);
		expect(batches).toEqual(["live 3", "missed 2"]);
		expect(firstSources).toEqual([undefined, "live"]);
		await clock.advance(60_000);
		list(first, lagging, recent, at(4, 15_000), at(5, -3_600_000));
		await clock.advance(300_000);
		expect(batches.slice(2)).toEqual(["missed 4,5"]);
	});

	it("report no event as live while they do not contain what was pushed: it may be the same without its id", async () => {
		const { open, show, list, store, clock, snapshots } = setUp();
		const batches: string[] = [];
		store.subscribe((batch) => {
			if (batch) batches.push(`${batch.source} ${batch.events.map(({ ref }) => ref).join()}`);
		});
		show(today);
		list(followOf(1, { createdAtMs: clock.now() - 60_000 }));
		await open();
		await clock.advance(10_000);
		const createdAtMs = clock.now();
		const pushed = followOf(2, { createdAtMs, person: undefined });
		store.ledger.applyEvent(pushed, createdAtMs);
		snapshots.handleEvent(pushed);
		list(followOf(2, { id: undefined, ref: "r2", createdAtMs }));
		await clock.advance(3_000);
		expect(batches).toEqual(["missed r2"]);
	});

	it("follow an event after a second and a half, once for many", async () => {
		const { open, show, clock, store, snapshots, totalsCount, list, count } = setUp();
		show(lifetime);
		await open();
		await clock.advance(20_000);
		const before = totalsCount();
		const follow = followOf(9, { createdAtMs: clock.now() });
		list(follow);
		count(101);
		store.ledger.applyEvent(follow, clock.now());
		for (let times = 0; times < 10; times++) snapshots.handleEvent(follow);
		await clock.advance(1_499);
		expect(totalsCount()).toBe(before);
		await clock.advance(1);
		expect(totalsCount()).toBe(before + 1);
	});

	it("do not follow an event that no key counts", async () => {
		const { open, show, clock, snapshots, requests } = setUp();
		show(today);
		await open();
		await clock.advance(20_000);
		const before = requests.length;
		snapshots.handleEvent(followOf(9, { type: "hosting" }));
		await clock.advance(20_000);
		expect(requests).toHaveLength(before);
	});

	it("follow an event that arrived during a sync, even if its keys were hidden then", async () => {
		const { open, show, clock, snapshots, requests, holdUntil } = setUp();
		let release: () => void = () => undefined;
		holdUntil(new Promise<void>((resolve) => (release = resolve)));
		show(today);
		await open();
		show();
		snapshots.handleEvent(followOf(9));
		show(today);
		holdUntil(undefined);
		release();
		await clock.advance(100);
		const before = requests.length;
		await clock.advance(2_000);
		expect(requests.length).toBeGreaterThan(before);
	});

	it("continue if a confirmation is pending, even if its keys were hidden when it was due", async () => {
		const { open, show, clock, totalsCount, count } = setUp();
		show(lifetime);
		await open();
		await clock.advance(296_000);
		count(99);
		await clock.advance(5_000);
		show();
		await clock.advance(10_000);
		const before = totalsCount();
		show(lifetime);
		await clock.advance(1_000);
		expect(totalsCount()).toBeGreaterThan(before);
	});

	it("follow one during which the next removal could be confirmed", async () => {
		const { open, show, clock, store, snapshots, list, holdUntil } = setUp();
		const older = [1, 2].map((id) => followOf(id, { createdAtMs: clock.now() - 10_000 }));
		list(...older);
		show(today);
		await open();
		await clock.advance(20_000);
		const newest = followOf(3, { createdAtMs: clock.now() });
		list(...older.slice(1), newest);
		await snapshots.refresh();
		await clock.advance(100);
		list(newest);
		await snapshots.refresh();
		holdUntil(new Promise((resolve) => clock.schedule(resolve, 5_200)));
		await clock.advance(5_300);
		expect(older.map((follow) => store.ledger.stored(follow)?.isDeleted)).toEqual([true, true]);
	});

	it("compare the full range every five minutes, regardless of events in between", async () => {
		const { open, show, snapshots, requests, list, clock } = setUp();
		const recentMs = clock.now() - 600_000;
		list(...Array.from({ length: 60 }, (_, id) => followOf(id + 1, { createdAtMs: recentMs + id })));
		show(today);
		await open();
		await clock.advance(200_000);
		snapshots.handleRepeat();
		await clock.advance(20_000);
		const before = requests.length;
		await clock.advance(100_000);
		expect(Math.max(...requests.slice(before).map(({ limit = 0 }) => limit))).toBeGreaterThan(50);
	});

	it("report failures, and are retried until one succeeds", async () => {
		const { open, show, clock, store, confirmation, refuseWith, log } = setUp();
		refuseWith((requests) => (requests < 4 ? new ServiceError("server-error", "broken") : undefined));
		show(today);
		await open();
		expect([confirmation(), store.state.staleSinceMs]).toEqual(["failed", clock.now()]);
		await clock.advance(10_000);
		expect([confirmation(), store.state.staleSinceMs]).toEqual(["confirmed", undefined]);
		expect(log.lines).toHaveLength(3);
		expect(log.lines[0]).toBe("warn reading events and totals: server-error: broken");
	});

	it("compare old events on a press, even during a quick sync of the newest", async () => {
		const { open, show, clock, requests, snapshots, store, list, holdUntil } = setUp();
		const old = Array.from({ length: 60 }, (_, id) =>
			followOf(id + 1, { createdAtMs: clock.now() - (70 - id) * 60_000 }),
		);
		list(...old);
		show(today);
		await open();
		await clock.advance(20_000);
		let release: () => void = () => undefined;
		holdUntil(new Promise<void>((resolve) => (release = resolve)));
		snapshots.handleRepeat();
		await clock.advance(5_100);
		list(...old.slice(0, 10), followOf(11, { ...old[10], person: "corrected" }), ...old.slice(11));
		const { length: before } = requests;
		const refreshed = snapshots.refresh();
		await flushPromises();
		expect(requests).toHaveLength(before);
		holdUntil(undefined);
		release();
		await refreshed;
		expect(store.ledger.newest(["follow"], 60).some(({ person }) => person === "corrected")).toBe(true);
	});

	it("respect a cooldown of the service until a press", async () => {
		const { open, show, clock, requests, snapshots, refuseWith } = setUp();
		refuseWith((requests) => (requests < 3 ? limited : undefined));
		show(today);
		await open();
		await clock.advance(20_000);
		snapshots.handleRepeat();
		show(today, lifetime);
		await clock.advance(20_000);
		expect(requests).toHaveLength(1);
		expect(await snapshots.refresh()).toBe(limited);
		expect(requests).toHaveLength(2);
		expect(await snapshots.refresh()).toBeUndefined();
	});

	it("are unconfirmed while the connection is lost, and a running sync is aborted", async () => {
		const { open, show, snapshots, confirmation, holdUntil, clock, store } = setUp();
		show(today);
		await open();
		expect(confirmation()).toBe("confirmed");
		let release: () => void = () => undefined;
		holdUntil(new Promise<void>((resolve) => (release = resolve)));
		const refresh = snapshots.refresh();
		snapshots.close();
		expect(confirmation()).toBe("pending");
		release();
		expect(await refresh).toMatchObject({ kind: "aborted" });
		expect([confirmation(), clock.pendingCount]).toEqual(["pending", 0]);
		expect(await snapshots.refresh()).toMatchObject({ kind: "closed" });
		expect(store.state.staleSinceMs).toBeUndefined();
	});

	it("requested by a user compare the whole list, even during a shorter sync", async () => {
		const { open, show, snapshots, requests, holdUntil, list, clock } = setUp();
		list(
			...Array.from({ length: 60 }, (_, id) => followOf(id + 1, { createdAtMs: clock.now() - 600_000 + id })),
		);
		show(today);
		await open();
		await clock.advance(20_000);
		const whole = async () => {
			const before = requests.length;
			await snapshots.refresh();
			return requests.slice(before).map(({ limit }) => limit);
		};
		expect(Math.max(...(await whole()).map((limit) => limit ?? 0))).toBeGreaterThan(50);
		let release: () => void = () => undefined;
		holdUntil(new Promise<void>((resolve) => (release = resolve)));
		snapshots.handleRepeat();
		await clock.advance(5_100);
		const limits = whole();
		holdUntil(undefined);
		release();
		expect(Math.max(...(await limits).map((limit) => limit ?? 0))).toBeGreaterThan(50);
	});

	it("are small after a reconnect, and followed by the regular comparison", async () => {
		const { open, show, snapshots, requests, list, clock } = setUp();
		list(
			...Array.from({ length: 60 }, (_, id) =>
				followOf(id + 1, { createdAtMs: clock.now() - 1_900_000 + id * 30_000 }),
			),
		);
		show(today);
		await open();
		await clock.advance(20_000);
		snapshots.close();
		const before = requests.length;
		await open();
		const [first = 0, ...others] = requests.slice(before).map(({ limit = 0 }) => limit);
		expect(first).toBeLessThan(20);
		expect(Math.max(...others)).toBeGreaterThan(50);
	});

	it("continue immediately if the first page did not reach back far enough", async () => {
		const { open, show, store, clock, list } = setUp();
		const monthAgo = clock.now() - 35 * 86_400_000;
		list(...Array.from({ length: 300 }, (_, id) => followOf(id + 1, { createdAtMs: monthAgo + id })));
		show({ ...today, scope: "year" });
		await open();
		await clock.advance(1);
		expect(store.ledger.coverage.fromMs("follow")).toBe(-Infinity);
	});

	it("reach further back immediately when a key requires it", async () => {
		const { open, show, store, clock, list } = setUp();
		const monthAgo = clock.now() - 35 * 86_400_000;
		list(...Array.from({ length: 300 }, (_, id) => followOf(id + 1, { createdAtMs: monthAgo + id })));
		show(lifetime);
		await open();
		expect(store.ledger.coverage.fromMs("follow")).toBeGreaterThan(monthAgo);
		show(lifetime, { ...today, scope: "year" });
		await flushPromises();
		await clock.advance(1);
		expect(store.ledger.coverage.fromMs("follow")).toBe(-Infinity);
	});

	it("are taken when the oldest required data is five minutes old", async () => {
		const { open, show, clock, requests } = setUp();
		const donated: CounterQuery = { ...today, metric: "donations" };
		show(today);
		await open();
		await clock.advance(100_000);
		show(donated);
		await clock.advance(20_000);
		show(today);
		const before = requests.length;
		await clock.advance(179_000);
		expect(requests).toHaveLength(before);
		await clock.advance(7_000);
		expect(requests.length).toBeGreaterThan(before);
	});

	it("keep the known values exact when a key requires more, unless they were not refreshed", async () => {
		const { open, show, clock, confirmation, list } = setUp();
		const monthAgo = clock.now() - 35 * 86_400_000;
		list(...Array.from({ length: 300 }, (_, id) => followOf(id + 1, { createdAtMs: monthAgo + id })));
		show(today, lifetime);
		await open();
		await clock.advance(20_000);
		show(today, lifetime, { ...today, scope: "year" });
		expect(confirmation()).toBe("confirmed");
		show();
		await clock.advance(600_000);
		show(lifetime);
		expect(confirmation()).toBe("pending");
	});

	it("are followed by another one if the list did not stop changing", async () => {
		const { open, show, clock, snapshots, list, count, totalsCount, refuseWith } = setUp();
		show(lifetime);
		await open();
		await clock.advance(20_000);
		const events: StreamEvent[] = [];
		refuseWith(() => {
			events.push(followOf(events.length + 1, { createdAtMs: clock.now() }));
			list(...events);
			count(100 + events.length);
			return undefined;
		});
		await snapshots.refresh();
		refuseWith(() => undefined);
		const before = totalsCount();
		await clock.advance(5_099);
		expect(totalsCount()).toBe(before);
		await clock.advance(1);
		expect(totalsCount()).toBe(before + 1);
	});

	it("keep every host if all are required, and do not read them again", async () => {
		const { open, show, clock, store, snapshots, list, requests } = setUp();
		list(followOf(2, { type: "hosting", viewers: 5, createdAtMs: clock.now() - 35 * 86_400_000 }));
		show(today, { ...lifetime, metric: "viewers" });
		await open();
		await clock.advance(20_000);
		for (let times = 0; times < 5; times++) {
			snapshots.handleRepeat();
			await clock.advance(10_000);
		}
		expect(store.ledger.countFrom(["hosting"], -Infinity)).toBe(1);
		const isList = ({ types = [], limit = 0 }: EventsQuery) => types.join() === "hosting" && limit > 1;
		expect(requests.filter(isList).length).toBeLessThanOrEqual(2);
	});

	it("are as thorough as requested, even soon after another one", async () => {
		const { open, show, snapshots, requests, list, clock } = setUp();
		const recentMs = clock.now() - 600_000;
		list(...Array.from({ length: 60 }, (_, id) => followOf(id + 1, { createdAtMs: recentMs + id })));
		show(today);
		await open();
		await clock.advance(20_000);
		await snapshots.refresh();
		const before = requests.length;
		await snapshots.refresh();
		expect(Math.max(...requests.slice(before).map(({ limit = 0 }) => limit))).toBeGreaterThan(50);
	});

	it("are cached for the next start, once the list is exact", async () => {
		const memory = new InMemoryListStore(1);
		const { open, show, clock, list, refuseWith } = setUp(memory);
		const listed = [1, 2, 3].map((id) => followOf(id, { createdAtMs: clock.now() - 60_000 + id }));
		show(today, lifetime);
		refuseWith((requests) => {
			listed.push(followOf(100 + requests, { createdAtMs: clock.now() }));
			list(...listed);
			return undefined;
		});
		await open();
		expect(memory.stored).toBeUndefined();
		refuseWith(() => undefined);
		await clock.advance(60_000);
		expect(memory.stored?.types).toEqual(["follow"]);
	});

	it("keep the events of a month, and read them once", async () => {
		const { open, show, snapshots, store, clock, list, requests } = setUp();
		const fromMs = clock.now() - 3 * 86_400_000;
		list(...Array.from({ length: 300 }, (_, id) => followOf(id + 1, { createdAtMs: fromMs + id * 600_000 })));
		show({ ...today, scope: "month" });
		await open();
		await clock.advance(20_000);
		const before = requests.length;
		snapshots.handleRepeat();
		await clock.advance(20_000);
		expect(store.ledger.countFrom(["follow"], -Infinity)).toBe(300);
		expect(requests.slice(before).every(({ offset = 0 }) => offset < 100)).toBe(true);
	});
});
