import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { EventListReader } from "../../../../src/sync/list/event-list-reader";
import { defaultSyncLimits } from "../../../../src/sync/sync-limits";
import { maxPushDelayMs } from "../../../../src/ledger/timing";
import { ServiceError } from "../../../../src/service/errors";
import type { EventsQuery, ServiceClient } from "../../../../src/service/ports";
import { streamEventTypes, type StreamEvent } from "../../../../src/state/events/stream-event";
import { fakeClient, followOf } from "../../../world/fakes/fake-client";
import { VirtualClock } from "../../../world/fakes/virtual-clock";

type ListOptions = {
	readonly cap?: number;
	/** Called before every page with the number of requests so far. */
	readonly before?: (page: number) => void;
	/** Returns the count that the list reports. */
	readonly countOf?: (count: number, pageCount: number) => number;
	/** Returns whether the entry is of an unknown type, by position from the oldest. */
	readonly unknown?: (id: number) => boolean;
};

/** Creates a list of follows, newest first, that can change while it is read. */
function listOf(count: number, options: ListOptions = {}) {
	const { cap = 1_000, before, unknown = () => false, countOf = (all: number) => all } = options;
	const entries = Array.from({ length: count }, (_, index) => followOf(count - index));
	const requests: EventsQuery[] = [];
	const client = fakeClient({
		events: async (query) => {
			requests.push(query);
			before?.(requests.length);
			const { offset = 0, limit = 10 } = query;
			const page = entries.slice(offset, offset + Math.min(limit, cap));
			const events = page.filter(({ id }) => !unknown(Number(id)));
			return { events, totalCount: countOf(entries.length, page.length), entryCount: page.length };
		},
	});
	return {
		entries,
		requests,
		client,
		add: (event: StreamEvent) => entries.unshift(event),
		remove: (index: number) => entries.splice(index, 1),
	};
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Wraps a client and counts how many of its calls run in parallel. */
function countUnderWay(client: ServiceClient) {
	let [now, max] = [0, 0];
	const events: ServiceClient["events"] = async (query, given) => {
		max = Math.max(max, ++now);
		try {
			await nextTurn();
			return await client.events(query, given);
		} finally {
			now--;
		}
	};
	return { client: fakeClient({ events }), max: () => max };
}

const { signal } = new AbortController();
const idsOf = (events: readonly StreamEvent[]) => events.map(({ id }) => Number(id)).sort((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const readerOf = (client: ReturnType<typeof fakeClient>, untilMs: number) =>
	new EventListReader(client, streamEventTypes, untilMs);

describe("reading the list", () => {
	it("requests one page if it reaches back far enough", async () => {
		const { client, requests } = listOf(1_000);
		const list = readerOf(client, Infinity);
		await list.readBack(signal);
		expect(requests).toMatchObject([{ offset: 0, limit: 100, sort: "createdAt", order: "desc" }]);
		expect(list.result.reachMs).toBe(901_001);
		expect(list.result.totalCount).toBe(1_000);
	});

	it.each([1, 3, 10])("also reads what can still be pushed, in pages of %i", async (cap) => {
		const { client } = listOf(230, { cap });
		const newestMs = followOf(230).createdAtMs;
		const options = { clock: new VirtualClock(newestMs) };
		const list = new EventListReader(client, streamEventTypes, Infinity, options);
		await list.readBack(signal);
		expect(list.result.reachMs).toBeLessThanOrEqual(newestMs - maxPushDelayMs);
	});

	it.each([1, 2, 3, 7, 10, 99, 100])("reads all entries in pages of %i", async (cap) => {
		const { client } = listOf(230, { cap });
		const list = readerOf(client, -Infinity);
		await list.readBack(signal);
		expect(idsOf(list.result.events)).toEqual(upTo(230));
		expect(list.result.reachMs).toBe(-Infinity);
	});

	it("stops beyond the required time, and reports its reach", async () => {
		const { client, requests } = listOf(1_000);
		const list = readerOf(client, 850_000);
		await list.readBack(signal);
		expect(requests).toHaveLength(2);
		expect(list.result.reachMs).toBeLessThanOrEqual(850_000);
		expect(idsOf(list.result.events)[0]).toBeLessThan(850);
	});

	it("reads ten thousand entries like three", async () => {
		const { client, requests } = listOf(10_000);
		const list = readerOf(client, -Infinity);
		await list.readBack(signal);
		expect(list.result.events).toHaveLength(10_000);
		expect(requests.length).toBeLessThan(16);
	});

	it("reads ten thousand entries by the hundred, four pages in parallel, if the service returns no more", async () => {
		const { client, requests } = listOf(10_000, { cap: 100 });
		const underWay = countUnderWay(client);
		const list = readerOf(underWay.client, -Infinity);
		await list.readBack(signal);
		expect(list.result.events).toHaveLength(10_000);
		expect(requests.length).toBeLessThan(106);
		expect(underWay.max()).toBe(4);
	});

	it("requests about as many entries as are missing, by their density", async () => {
		const { client, requests } = listOf(10_000);
		const list = readerOf(client, 9_750_000);
		await list.readBack(signal);
		expect(requests.reduce((sum, { limit = 0 }) => sum + limit, 0)).toBeLessThan(450);
	});

	it("requests pages one after the other if the list has no total count", async () => {
		const whole = listOf(600, { cap: 100 });
		const events = async (query: EventsQuery) => {
			const { totalCount: _, ...page } = await whole.client.events(query);
			return page;
		};
		const underWay = countUnderWay(fakeClient({ events }));
		const list = readerOf(underWay.client, -Infinity);
		await list.readBack(signal);
		expect(idsOf(list.result.events)).toEqual(upTo(600));
		expect(underWay.max()).toBe(1);
	});

	it.each([
		["refused", { status: 400 }],
		["answered with more than is accepted", {}],
	])("requests fewer entries if a thousand are %s", async (_, details) => {
		const whole = listOf(2_500, { cap: 1_000 });
		const limits: number[] = [];
		const client = fakeClient({
			events: async (query, given) => {
				limits.push(query.limit ?? 0);
				const kind = "status" in details ? "server-error" : "too-large";
				if ((query.limit ?? 0) > 400) throw new ServiceError(kind, "limit", details);
				return whole.client.events(query, given);
			},
		});
		const list = readerOf(client, -Infinity);
		await list.readBack(signal);
		expect(idsOf(list.result.events)).toEqual(upTo(2_500));
		expect(limits.filter((limit) => limit > 400).length).toBeLessThan(4);
	});

	it("requests a hundred per page, one after the other, after a page of a thousand timed out", async () => {
		const whole = listOf(2_500, { cap: 1_000 });
		const limits: number[] = [];
		const client = fakeClient({
			events: async (query, given) => {
				limits.push(query.limit ?? 0);
				if ((query.limit ?? 0) > 400) throw new ServiceError("timeout", "too late");
				return whole.client.events(query, given);
			},
		});
		const underWay = countUnderWay(client);
		const list = readerOf(underWay.client, -Infinity);
		await expect(list.readBack(signal)).rejects.toMatchObject({ kind: "timeout" });
		const before = limits.length;
		await list.readBack(signal);
		expect(idsOf(list.result.events)).toEqual(upTo(2_500));
		expect(Math.max(...limits.slice(before))).toBe(100);
		expect(underWay.max()).toBe(1);
	});

	it("aborts pending requests when a page fails, and when it is aborted itself", async () => {
		const whole = listOf(5_000, { cap: 100 });
		const unanswered: AbortSignal[] = [];
		let requests = 0;
		const client = fakeClient({
			events: async (query, given) => {
				const turn = ++requests;
				await nextTurn();
				if (turn === 18) throw new ServiceError("timeout", "too late");
				if (turn < 18) return whole.client.events(query);
				if (given) unanswered.push(given);
				return new Promise((_, reject) => {
					const abort = () => reject(new ServiceError("aborted", "called off"));
					if (given?.aborted) abort();
					given?.addEventListener("abort", abort);
				});
			},
		});
		const list = readerOf(client, -Infinity);
		await expect(list.readBack(signal)).rejects.toMatchObject({ kind: "timeout" });
		await nextTurn();
		expect(new Set(unanswered.map(({ aborted }) => aborted))).toEqual(new Set([true]));

		const controller = new AbortController();
		const reading = list.readBack(controller.signal);
		controller.abort();
		await expect(reading).rejects.toMatchObject({ kind: "aborted" });
	});

	it("requests ten entries per page if more are refused", async () => {
		const whole = listOf(25);
		const client = fakeClient({
			events: (query, given) =>
				(query.limit ?? 0) > 10
					? Promise.reject(new ServiceError("server-error", "limit", { status: 400 }))
					: whole.client.events(query, given),
		});
		const list = readerOf(client, -Infinity);
		await list.readBack(signal);
		expect(idsOf(list.result.events)).toEqual(upTo(25));
	});

	it("continues at the same position when a page fails", async () => {
		let failures = 2;
		const { client, requests } = listOf(350, {
			cap: 100,
			before: (page) => {
				if (page > 2 && failures-- > 0) throw new ServiceError("timeout", "too late");
			},
		});
		const list = readerOf(client, -Infinity);
		await expect(list.readBack(signal)).rejects.toMatchObject({ kind: "timeout" });
		await expect(list.readBack(signal)).rejects.toMatchObject({ kind: "timeout" });
		await list.readBack(signal);
		expect(idsOf(list.result.events)).toEqual(upTo(350));
		expect(requests.map(({ offset }) => offset)).toEqual([0, 99, 198, 0, 0, 198, 297]);
	});

	it("handles entries of unknown types at any position", async () => {
		for (const unknown of [
			(id: number) => id % 3 === 0,
			(id: number) => id === 131,
			(id: number) => id > 100,
		]) {
			const { client } = listOf(230, { unknown });
			const list = readerOf(client, -Infinity);
			await list.readBack(signal);
			expect(idsOf(list.result.events)).toEqual(upTo(230).filter((id) => !unknown(id)));
		}
	});

	it.each([1, 3, 10])(
		"finds its head unchanged below many entries of unknown types, in pages of %i",
		async (cap) => {
			const { client } = listOf(200, { cap, unknown: (id) => id > 140 });
			const list = readerOf(client, Infinity);
			await list.readBack(signal);
			expect(await list.readHead(signal)).toBe("none");
		},
	);

	it("does not count failed requests towards its limit", async () => {
		const { client, requests } = listOf(40, {
			cap: 10,
			before: (count) => {
				if (count < 5) throw new ServiceError("timeout", "no answer");
			},
		});
		const limits = { ...defaultSyncLimits, maxRequests: 6 };
		const list = new EventListReader(client, streamEventTypes, -Infinity, { limits });
		for (let times = 0; times < 4; times++) await expect(list.readBack(signal)).rejects.toThrow();
		await list.readBack(signal);
		expect([list.isTruncated, requests.length]).toEqual([false, 9]);
	});

	it.each([199, 900])("ends at a service that ignores the offset, with %i entries", async (totalCount) => {
		let requests = 0;
		const page = { events: upTo(100).map((id) => followOf(601 - id)), entryCount: 100, totalCount };
		const client = fakeClient({ events: async () => (requests++, page) });
		const list = readerOf(client, -Infinity);
		await list.readBack(signal);
		expect(list.result.reachMs).toBe(501_001);
		expect(requests).toBeLessThan(10);
	});

	it("is read with the longest page at a service that ignores the offset", async () => {
		const client = fakeClient({
			events: async ({ limit = 10 }) => {
				const entryCount = Math.min(limit, 300);
				return { events: upTo(entryCount).map((id) => followOf(901 - id)), entryCount, totalCount: 900 };
			},
		});
		const list = readerOf(client, -Infinity);
		await list.readBack(signal);
		expect(list.result).toMatchObject({ reachMs: 601_001, hasGaps: false });
	});

	it("has changed in an unknown way if more entries were added than a service that ignores the offset lists", async () => {
		let newestId = 100;
		const client = fakeClient({
			events: async () => ({ events: upTo(10).map((id) => followOf(newestId - id)), entryCount: 10 }),
		});
		const list = readerOf(client, Infinity);
		await list.readBack(signal);
		expect(await list.readHead(signal)).toBe("none");
		newestId = 120;
		expect(await list.readHead(signal)).toBe("shuffled");
	});

	it("has gaps if an older copy of the same page has only the entry dated ahead in common", async () => {
		const ahead = upTo(3).map((id) => followOf(id, { createdAtMs: 9_000_000 }));
		let requests = 0;
		const client = fakeClient({
			events: async () => {
				const isOlder = requests++ % 2 === 1;
				const others = upTo(97).map((id) => followOf((isOlder ? 700 : 900) - id));
				const events = [...ahead.slice(isOlder ? 1 : 0), ...others];
				return { events, entryCount: events.length };
			},
		});
		const list = readerOf(client, -Infinity);
		await list.readBack(signal);
		expect(list.result.hasGaps).toBe(true);
	});

	it.each([
		[
			"completely at a service that ignores the order, if the longest page contains it",
			230,
			-Infinity,
			false,
		],
		["without any coverage at a service that ignores the order of a longer list", 1_050, Infinity, true],
	])("is read %s", async (_, count, reachMs, hasGaps) => {
		const client = fakeClient({
			events: async ({ offset = 0, limit = 10 }) => {
				const ids = upTo(count).slice(offset, offset + limit);
				const events = ids.map((id) => followOf(id));
				return { events, entryCount: events.length, totalCount: count };
			},
		});
		const list = readerOf(client, 1_000);
		await list.readBack(signal);
		expect(list.result).toMatchObject({ reachMs, hasGaps, totalCount: hasGaps ? undefined : count });
		expect(await list.readHead(signal)).toBe("none");
	});
});

describe("pages of different ages, without a count that shows it", () => {
	/** Reads a list whose top and rest come from responses of different ages, given as numbers of entries. */
	const readAll = async (
		ages: { top: number; rest: number },
		isKnown: (id: number) => boolean = () => true,
	) => {
		const client = fakeClient({
			events: async ({ offset = 0, limit = 10 }) => {
				const count = offset === 0 ? ages.top : ages.rest;
				const ids = upTo(count)
					.reverse()
					.slice(offset, offset + Math.min(limit, 100));
				return {
					events: ids.filter(isKnown).map((id) => followOf(id)),
					entryCount: ids.length,
					entryKeys: ids.map(String),
				};
			},
		});
		const list = readerOf(client, -Infinity);
		await list.readBack(signal);
		return list;
	};

	it("have a gap above entries that are newer than the top", async () => {
		expect((await readAll({ top: 107, rest: 207 })).result.hasGaps).toBe(true);
		expect((await readAll({ top: 207, rest: 207 })).result.hasGaps).toBe(false);
	});

	it("remain as they were if only the top is current", async () => {
		for (const [rest, count] of [
			[100, 100],
			[5, 100],
			[150, 150],
		] as const) {
			const ages = { top: 100, rest: 100 };
			const list = await readAll(ages);
			Object.assign(ages, { top: 150, rest });
			expect(await list.readHead(signal)).toBe("grown");
			expect(list.result.hasGaps).toBe(false);
			expect(list.result.events).toHaveLength(count);
		}
	});

	it("have a gap between pages that do not overlap, with any unknown entries among them", async () => {
		const isKnown = (id: number) => id % 50 !== 1;
		expect((await readAll({ top: 300, rest: 150 }, isKnown)).result.hasGaps).toBe(true);
		expect((await readAll({ top: 300, rest: 300 }, isKnown)).result.hasGaps).toBe(false);
	});
});

describe("an unchanging list", () => {
	it("is synced any number of times, and its count stays trusted", async () => {
		const list = readerOf(listOf(20).client, Infinity);
		await list.readBack(signal);
		for (let round = 0; round < 5; round++) expect(await list.readHead(signal)).toBe("none");
		expect(list.isCountTrusted).toBe(true);
	});

	it.each([5, 10, 25])("is never read beyond the counted end, in pages of %i", async (cap) => {
		const { client, requests } = listOf(300, { cap });
		await readerOf(client, -Infinity).readBack(signal);
		expect(requests.filter(({ offset = 0 }) => offset > 300)).toEqual([]);
		const offsets = requests.map(({ offset }) => offset);
		expect(new Set(offsets).size).toBe(offsets.length);
	});
});

describe("a list that changes while it is read", () => {
	it("is read without duplicates or omissions when it grows", async () => {
		for (const cap of [1, 2, 10, 100]) {
			let next = 231;
			const world = listOf(230, {
				cap,
				before: (page) => {
					if (page % 3 === 0 && next <= 260) world.add(followOf(next++));
				},
			});
			const list = readerOf(world.client, -Infinity);
			await list.readBack(signal);
			while ((await list.readHead(signal)) !== "none");
			expect(idsOf(list.result.events)).toEqual(idsOf(world.entries));
		}
	});

	it("is not read again if it only grows while its head is read", async () => {
		const { client, requests, entries, add } = listOf(230, {
			cap: 10,
			// The second page of the head then begins with new entries, and the newest are missing.
			before: (page) => {
				if (page === 28) for (let id = 242; id <= 256; id++) add(followOf(id));
			},
		});
		const list = readerOf(client, -Infinity);
		await list.readBack(signal);
		expect(requests).toHaveLength(26);
		for (let id = 231; id <= 241; id++) add(followOf(id));
		const changes = [];
		for (let round = 0; round < 3; round++) changes.push(await list.readHead(signal));
		expect(changes).toEqual(["grown", "grown", "none"]);
		expect(idsOf(list.result.events)).toEqual(idsOf(entries));
		expect(requests.length).toBeLessThan(35);
	});

	it("is read again correctly when it has shrunk", async () => {
		for (const cap of [1, 2, 10, 100]) {
			const world = listOf(230, {
				cap,
				before: (page) => {
					if (page === 3) world.remove(1);
				},
			});
			const list = readerOf(world.client, -Infinity);
			await list.readBack(signal);
			expect(await list.readHead(signal)).toBe("shuffled");
			list.restart();
			await list.readBack(signal);
			expect(await list.readHead(signal)).toBe("none");
			expect(idsOf(list.result.events)).toEqual(idsOf(world.entries));
		}
	});

	it("has grown below an entry that is dated ahead, with pages of one entry", async () => {
		const clock = new VirtualClock(followOf(1_000).createdAtMs);
		const { client, entries, add } = listOf(20, { cap: 1 });
		add(followOf(9_000));
		const list = new EventListReader(client, streamEventTypes, -Infinity, { clock });
		await list.readBack(signal);
		expect(await list.readHead(signal)).toBe("none");
		entries.splice(1, 0, followOf(21));
		expect(await list.readHead(signal)).toBe("grown");
	});

	it("is unchanged if entries dated ahead fill the first page of its head, and the second one reaches past what was read", async () => {
		const clock = new VirtualClock(followOf(1_000).createdAtMs);
		const { client, entries, add } = listOf(200);
		for (let id = 9_001; id <= 9_012; id++) add(followOf(id));
		const expectedCount = 80;
		const list = new EventListReader(client, streamEventTypes, followOf(150).createdAtMs, {
			clock,
			expectedCount,
		});
		await list.readBack(signal);
		expect(list.result.events).toHaveLength(expectedCount);
		expect(await list.readHead(signal)).toBe("none");
		entries.splice(12, 0, followOf(201));
		expect(await list.readHead(signal)).toBe("grown");
		expect(list.result.events).toHaveLength(expectedCount + 1);
	});

	it("is unchanged if the first pages contain only entries of other types", async () => {
		const { client } = listOf(100, { cap: 10, unknown: (id) => id > 20 });
		const list = readerOf(client, -Infinity);
		await list.readBack(signal);
		expect(await list.readHead(signal)).toBe("none");
	});

	it("is synced again from the top: grown, unchanged, or with an entry removed", async () => {
		const world = listOf(230);
		const list = readerOf(world.client, Infinity);
		await list.readBack(signal);
		expect(await list.readHead(signal)).toBe("none");
		for (let id = 231; id <= 450; id++) world.add(followOf(id));
		expect(await list.readHead(signal)).toBe("grown");
		expect(list.result.events).toHaveLength(320);
		world.add(followOf(451));
		world.remove(5);
		expect(await list.readHead(signal)).toBe("shuffled");
	});

	it("is complete with any changes, if the reader handles what it detects", async () => {
		const change = fc.record({
			page: fc.integer({ min: 1, max: 40 }),
			at: fc.nat(80),
			kind: fc.constantFrom("add", "remove"),
		});
		await fc.assert(
			fc.asyncProperty(
				fc.array(change, { maxLength: 6 }),
				fc.constantFrom(1, 2, 5, 10),
				async (changes, cap) => {
					let next = 81;
					const world = listOf(80, {
						cap,
						before: (page) => {
							for (const { at, kind } of changes.filter((one) => one.page === page)) {
								if (kind === "add") world.add(followOf(next++));
								else world.remove(at % world.entries.length);
							}
						},
					});
					const list = readerOf(world.client, -Infinity);
					await list.readBack(signal);
					for (
						let change = await list.readHead(signal);
						change !== "none";
						change = await list.readHead(signal)
					) {
						if (change === "grown") continue;
						list.restart();
						await list.readBack(signal);
					}
					expect(idsOf(list.result.events)).toEqual(idsOf(world.entries));
				},
			),
			{ numRuns: 300 },
		);
	});
});

describe("pages in parallel", () => {
	const caps = fc.constantFrom(1, 2, 5, 10, 100);
	const change = fc.record({ kind: fc.constantFrom("add", "remove", "insert"), at: fc.nat(120) });

	/** Creates a list whose responses are created and arrive in any order, while it changes. */
	function scheduledList(scheduler: fc.Scheduler, cap: number, capOf: (page: number) => number = () => cap) {
		const world = listOf(120, { cap: Infinity });
		let requests = 0;
		const client = fakeClient({
			events: async ({ offset = 0, limit = 10 }) => {
				const pageCap = capOf(++requests);
				await scheduler.schedule(Promise.resolve(), "arrives");
				const page = await world.client.events({ offset, limit: Math.min(limit, pageCap) });
				await scheduler.schedule(Promise.resolve(), "is answered");
				return page;
			},
		});
		return { ...world, client };
	}

	async function readWithRestarts(list: EventListReader): Promise<void> {
		await list.readBack(signal);
		for (let found = await list.readHead(signal); found !== "none"; found = await list.readHead(signal)) {
			if (found === "grown") continue;
			list.restart();
			await list.readBack(signal);
		}
	}

	it("are complete with any changes and any order of responses", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.array(change, { maxLength: 5 }),
				caps,
				async (scheduler, changes, cap) => {
					const world = scheduledList(scheduler, cap);
					let next = 121;
					const timeAt = (at: number) => world.entries[at]?.createdAtMs ?? 500;
					// An insertion and a removal together would not change the list's length.
					const isEven = changes.some(({ kind }) => kind === "insert");
					for (const { kind, at } of changes) {
						void scheduler.schedule(Promise.resolve(), kind).then(() => {
							if (kind === "add") world.add(followOf(next++));
							else if (kind === "insert")
								world.entries.splice(at, 0, followOf(1_000 + next++, { createdAtMs: timeAt(at) }));
							else if (!isEven) world.remove(at % world.entries.length);
						});
					}
					const list = readerOf(world.client, -Infinity);
					await scheduler.waitFor(readWithRestarts(list));
					await scheduler.waitIdle();
					await scheduler.waitFor(readWithRestarts(list));
					expect(idsOf(list.result.events)).toEqual(idsOf(world.entries));
				},
			),
			{ numRuns: 300 },
		);
	});

	it("are not read again because the list grows", async () => {
		let [next, requests] = [2_001, 0];
		const world = listOf(2_000, { cap: 20 });
		const events: ServiceClient["events"] = async (query) => {
			const turn = ++requests;
			// Responses arrive in another order than requests.
			for (let turns = turn % 3; turns > 0; turns--) await nextTurn();
			if (turn % 9 === 2 && turn < 90) world.add(followOf(next++));
			const page = await world.client.events(query);
			for (let turns = 3 - (turn % 3); turns > 0; turns--) await nextTurn();
			return page;
		};
		const list = readerOf(fakeClient({ events }), -Infinity);
		await readWithRestarts(list);
		expect(idsOf(list.result.events)).toEqual(idsOf(world.entries));
		expect(requests).toBeLessThan(150);
	});

	it("may have any size if the list does not change", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.array(fc.integer({ min: 2, max: 30 }), { minLength: 1, maxLength: 8 }),
				async (scheduler, lengths) => {
					const world = scheduledList(scheduler, 30, (page) => lengths[page % lengths.length] ?? 30);
					const list = readerOf(world.client, -Infinity);
					await scheduler.waitFor(list.readBack(signal));
					expect(idsOf(list.result.events)).toEqual(upTo(120));
				},
			),
			{ numRuns: 100 },
		);
	});

	it("end if offset or count is wrong, and report only what was read", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.constantFrom("ignored", "honoured"),
				fc.integer({ min: -60, max: 400 }),
				caps,
				async (scheduler, offsets, countOff, cap) => {
					const world = scheduledList(scheduler, cap);
					const events: ServiceClient["events"] = async ({ offset = 0, ...query }) => {
						const page = await world.client.events({ ...query, offset: offsets === "ignored" ? 0 : offset });
						return { ...page, totalCount: (page.totalCount ?? 0) + countOff };
					};
					const list = readerOf(fakeClient({ events }), -Infinity);
					await scheduler.waitFor(list.readBack(signal));
					const known = new Set(idsOf(list.result.events));
					if (list.result.reachMs === -Infinity) return;
					const claimed = world.entries.filter(({ createdAtMs }) => createdAtMs >= list.result.reachMs);
					expect(idsOf(claimed).filter((id) => !known.has(id))).toEqual([]);
				},
			),
			{ numRuns: 200 },
		);
	});
});

describe("a list with replicas that lag behind", () => {
	it.each([10, 20, 50])(
		"has gaps only where a replica with %i fewer entries responds in between",
		async (fewer) => {
			for (const staleFrom of [2, 3, 4]) {
				const { entries } = listOf(60);
				let requests = 0;
				const client = fakeClient({
					events: async ({ offset = 0, limit = 10 }) => {
						const copy = ++requests === staleFrom ? entries.slice(fewer) : entries;
						const page = copy.slice(offset, offset + Math.min(limit, 20));
						return { events: page, entryCount: page.length };
					},
				});
				const list = readerOf(client, -Infinity);
				await list.readBack(signal);
				expect(list.result.hasGaps || idsOf(list.result.events).length === 60).toBe(true);
			}
			const whole = readerOf(listOf(60, { cap: 20 }).client, -Infinity);
			await whole.readBack(signal);
			expect(whole.result.hasGaps).toBe(false);
		},
	);
});

describe("a list with a wrong count", () => {
	const counts = {
		"too few": (all: number) => all - 7,
		"too many": (all: number) => all + 3,
		"always ten": () => 10,
		"the size of a page": (_: number, page: number) => page,
	};

	it.each(Object.entries(counts))(
		"is read to its end if it reports %s, in pages of any size",
		async (_, countOf) => {
			for (const cap of [10, 20, 50, 100]) {
				for (const count of [1, 9, 10, 17, 20, 60, 107, 230]) {
					const list = readerOf(listOf(count, { cap, countOf }).client, -Infinity);
					await list.readBack(signal);
					expect(idsOf(list.result.events)).toEqual(upTo(count));
					expect(list.result.reachMs).toBe(-Infinity);
				}
			}
		},
	);

	it("is no longer trusted after two complete reads found nothing else", async () => {
		const { client, add } = listOf(230, { countOf: (_, page) => page });
		const list = readerOf(client, Infinity);
		await list.readBack(signal);
		const changes = [];
		for (let round = 0; round < 4; round++) {
			changes.push(await list.readHead(signal));
			if (changes.at(-1) !== "shuffled") continue;
			list.restart();
			await list.readBack(signal);
		}
		expect(changes).toEqual(["shuffled", "shuffled", "shuffled", "none"]);
		expect([list.isCountTrusted, list.result.totalCount]).toEqual([false, undefined]);
		add(followOf(231));
		expect(await list.readHead(signal)).toBe("grown");
	});

	it("is detected immediately if it reports fewer entries than it returned", async () => {
		const list = readerOf(listOf(230, { countOf: counts["always ten"] }).client, Infinity);
		await list.readBack(signal);
		expect(list.isCountTrusted).toBe(false);
		expect(await list.readHead(signal)).toBe("none");
	});

	it("costs an extra page only if a correct count could be too low", async () => {
		for (const [count, pages] of [
			[9, 1],
			[60, 2],
			[130, 2],
		] as const) {
			const { client, requests } = listOf(count, { cap: 100 });
			await readerOf(client, -Infinity).readBack(signal);
			expect([count, requests.length]).toEqual([count, pages]);
		}
	});
});

describe("a list without end", () => {
	const unknownPage = (fingerprint: string, entryCount = 100) => ({ events: [], entryCount, fingerprint });

	it.each([
		["returns the same unknown entries at any offset", () => unknownPage("same")],
		["returns different unknown entries each time", (requests: number) => unknownPage(String(requests))],
		["returns one unknown entry at a time", (requests: number) => unknownPage(String(requests), 1)],
	])("is abandoned if it %s and has no count", async (_, pageOf) => {
		let requests = 0;
		const list = readerOf(fakeClient({ events: async () => pageOf(++requests) }), -Infinity);
		await list.readBack(signal);
		await list.readHead(signal);
		expect(requests).toBeLessThan(60);
		expect(list.result.events).toEqual([]);
	});

	it("is abandoned after a number of pages, with any content", async () => {
		let requests = 0;
		const endless = async () => {
			const event = followOf(10_000_000 - requests++);
			return { events: [event], entryCount: 1, fingerprint: String(requests) };
		};
		const list = readerOf(fakeClient({ events: endless }), -Infinity);
		await list.readBack(signal);
		expect(list.isTruncated).toBe(true);
		expect(requests).toBeLessThanOrEqual(3_000);
	});

	it("is abandoned after a number of events, with pages of any size", async () => {
		let requests = 0;
		const largePage = async () => {
			const newest = 10_000_000 - 1_000 * requests++;
			const events = Array.from({ length: 1_000 }, (_, index) => followOf(newest - index));
			return { events, entryCount: 1_000, fingerprint: String(requests) };
		};
		const list = readerOf(fakeClient({ events: largePage }), -Infinity);
		await list.readBack(signal);
		expect(list.isTruncated).toBe(true);
		expect(list.result.events.length).toBeLessThan(310_000);
	});

	it("is not read beyond unknown entries that are older than required", async () => {
		let requests = 0;
		const events = async () => ({
			...unknownPage(String(++requests)),
			oldestMs: 1_000_000 - requests * 100_000,
		});
		const list = readerOf(fakeClient({ events }), 750_000);
		await list.readBack(signal);
		expect(requests).toBe(3);
	});
});

describe("a read that a limit ended", () => {
	const limits = { ...defaultSyncLimits, maxRequests: 4, pageLimit: 10, maxPageLimit: 10 };

	it("is checked with one more page, and never discarded", async () => {
		const { client, requests, add, remove } = listOf(100);
		const list = new EventListReader(client, streamEventTypes, -Infinity, { limits });
		await list.readBack(signal);
		const { length } = list.result.events;
		expect(await list.readHead(signal)).toBe("none");
		add(followOf(101));
		expect(await list.readHead(signal)).toBe("grown");
		remove(50);
		expect(await list.readHead(signal)).toBe("unknown");
		expect(list.result).toMatchObject({ isTruncated: true, hasGaps: true });
		expect(list.result.events).toHaveLength(length + 1);
		expect(requests).toHaveLength(7);
	});

	it("reads a few pages of new entries in any case, or it would be read again without end", async () => {
		const { client, add } = listOf(100);
		const list = new EventListReader(client, streamEventTypes, -Infinity, { limits });
		await list.readBack(signal);
		const { length } = list.result.events;
		for (let id = 101; id <= 120; id++) add(followOf(id));
		expect(await list.readHead(signal)).toBe("grown");
		expect(list.result.events).toHaveLength(length + 20);
	});

	it("is unknown to be current if ten pages of new entries do not reach it", async () => {
		const { client, add } = listOf(100);
		const list = new EventListReader(client, streamEventTypes, -Infinity, { limits });
		await list.readBack(signal);
		const { length } = list.result.events;
		for (let id = 101; id <= 1_100; id++) add(followOf(id));
		expect(await list.readHead(signal)).toBe("unknown");
		expect(list.result.events).toHaveLength(length);
	});

	it("does not include requests before the list changed: they are discarded", async () => {
		const { client, remove } = listOf(20);
		const own = { ...limits, maxRequests: 5 };
		const list = new EventListReader(client, streamEventTypes, -Infinity, { limits: own });
		await list.readBack(signal);
		remove(5);
		expect(await list.readHead(signal)).toBe("shuffled");
		list.restart();
		await list.readBack(signal);
		expect(list.result).toMatchObject({ isTruncated: false, reachMs: -Infinity, hasGaps: false });
	});

	it("by the number of entries is checked as well", async () => {
		const { client, add } = listOf(100);
		const list = new EventListReader(client, streamEventTypes, -Infinity, {
			limits: { ...defaultSyncLimits, maxEntries: 50 },
		});
		await list.readBack(signal);
		add(followOf(101));
		expect(await list.readHead(signal)).toBe("grown");
	});
});

describe("a sync after few changes", () => {
	it("requests as many entries as expected, twice a handful", async () => {
		const { client, requests } = listOf(1_000);
		const list = new EventListReader(client, streamEventTypes, 995_000, { expectedCount: 12 });
		await list.readBack(signal);
		await list.readHead(signal);
		expect(requests.map(({ limit }) => limit)).toEqual([12, 10]);
	});
});
