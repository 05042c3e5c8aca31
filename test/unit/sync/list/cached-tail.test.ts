import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { CachedTail } from "../../../../src/sync/list/cached-tail";
import { ListedEntries } from "../../../../src/sync/list/listed-entries";
import { EventListReader } from "../../../../src/sync/list/event-list-reader";
import { defaultSyncLimits } from "../../../../src/sync/sync-limits";
import { ServiceError } from "../../../../src/service/errors";
import type { ServiceClient } from "../../../../src/service/ports";
import type { CachedList } from "../../../../src/ledger/cached-list";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { fakeClient, followOf } from "../../../world/fakes/fake-client";
import { cachedFormOf, InMemoryListStore } from "../../../world/fakes/in-memory-list-store";

const types = ["follow"] as const;
const { signal } = new AbortController();
const idsOf = (events: readonly StreamEvent[]) => events.map(({ id }) => Number(id)).sort((a, b) => a - b);

/** Returns a list that an earlier run has cached, except its oldest entries. */
function cachedList(
	count: number,
	{ cap = 100, olderCount = 50, minComparedCount = 200, failAt = Infinity } = {},
) {
	const entries = Array.from({ length: count }, (_, index) => followOf(count - index));
	const memory = new InMemoryListStore(minComparedCount);
	memory.save({ types, events: entries.slice(0, count - olderCount), olderCount });
	const limits: number[] = [];
	const events: ServiceClient["events"] = async ({ offset = 0, limit = 10 }) => {
		limits.push(limit);
		if (limits.length === failAt) throw new ServiceError("server-error", "broken");
		const page = entries.slice(offset, offset + Math.min(limit, cap));
		return { events: page, totalCount: entries.length, entryCount: page.length };
	};
	const client = fakeClient({ events });
	const read = async (hints: { untilMs?: number; recallUntilMs?: number; random?: () => number } = {}) => {
		const { untilMs = olderCount * 1_000, recallUntilMs = Infinity, random = () => 0.5 } = hints;
		const list = memory.stored as CachedList;
		const cached = { list, untilMs: recallUntilMs, memory, random, limits: defaultSyncLimits };
		const reader = new EventListReader(client, types, untilMs, { cached });
		await reader.readBack(signal).catch(() => reader.readBack(signal));
		return reader;
	};
	return { entries, memory, read, client, limits, requestCount: () => limits.length };
}

describe("a list cached by an earlier run", () => {
	it("costs a few of the newest pages and a few samples, and equals a complete read", async () => {
		const { entries, read, requestCount } = cachedList(5_000);
		const reader = await read();
		expect(idsOf(reader.result.events).slice(-4_950)).toEqual(idsOf(entries).slice(-4_950));
		expect(reader.result.reachMs).toBeLessThanOrEqual(50_000);
		expect(await reader.readHead(signal)).toBe("none");
		expect(requestCount()).toBeLessThan(10);
	});

	it("is read as far as it has to be compared, and no further", async () => {
		const { read, limits } = cachedList(5_000, { cap: 1_000, minComparedCount: 299 });
		await read();
		expect(Math.max(...limits)).toBe(199);
	});

	it("contains the user names of the read part only", async () => {
		const reader = await cachedList(5_000).read();
		const named = reader.result.events.filter(({ person }) => person !== undefined);
		const isNamed = ({ createdAtMs }: StreamEvent) => createdAtMs >= (reader.result.namedFromMs ?? NaN);
		expect(named.length).toBeLessThan(800);
		expect(reader.result.events.filter(isNamed).every(({ person }) => person !== undefined)).toBe(true);
		const nameless = reader.result.events.find(({ person }) => person === undefined);
		expect(nameless?.nameKey).toBe(`key of follower ${nameless?.id}`);
	});

	it("is read as far back as names are required", async () => {
		const reader = await cachedList(5_000).read({ recallUntilMs: 4_000_000 });
		expect(reader.result.namedFromMs).toBeLessThan(4_000_000);
	});

	it("is used when more events have arrived since than the minimum to compare", async () => {
		const { entries, read, requestCount } = cachedList(5_000);
		for (let id = 5_001; id <= 5_700; id++) entries.unshift(followOf(id));
		const reader = await read();
		expect(reader.result.events.length).toBeGreaterThanOrEqual(5_650);
		expect(requestCount()).toBeLessThan(17);
	});

	it.each([
		["an entry is missing", (entries: StreamEvent[]) => entries.splice(3_000, 1)],
		[
			"an entry was inserted",
			(entries: StreamEvent[]) => entries.splice(3_000, 0, followOf(9_999, { createdAtMs: 2_000_000 })),
		],
		["an entry older than the cached ones is missing", (entries: StreamEvent[]) => entries.pop()],
		[
			"an entry is missing and another was inserted",
			(entries: StreamEvent[]) => {
				entries.splice(4_000, 1);
				entries.splice(1_000, 0, followOf(9_999, { createdAtMs: 4_000_000 }));
			},
		],
	])("is not used, and everything is read, if %s", async (_, change) => {
		const { entries, read } = cachedList(5_000);
		change(entries);
		const reader = await read();
		expect(reader.result.events.every(({ person }) => person !== undefined)).toBe(true);
		const expected = entries.filter(({ createdAtMs }) => createdAtMs >= 50_000);
		expect(idsOf(reader.result.events).slice(-expected.length)).toEqual(idsOf(expected));
	});

	it.each([
		["of the compared entries", 50],
		["of the sampled entries", 2_600],
	])("is used and corrected if one %s was edited", async (_, index) => {
		const { entries, read, requestCount } = cachedList(5_000);
		const edited = { ...(entries[index] as StreamEvent), person: "slip two" };
		entries.splice(index, 1, edited);
		const reader = await read();
		expect(requestCount()).toBeLessThan(17);
		expect(reader.result.events.find(({ id }) => id === edited.id)?.person).toBe("slip two");
	});

	it("is used if a sample page fails once", async () => {
		const { read, requestCount } = cachedList(5_000, { failAt: 5 });
		const reader = await read();
		expect(reader.result.events.length).toBeGreaterThan(4_900);
		expect(requestCount()).toBeLessThan(20);
	});

	it("equals the service's list, with any changes in the meantime and any page sizes", async () => {
		const kind = fc.constantFrom("add", "remove", "edit");
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.record({ kind, at: fc.nat(400) }), { maxLength: 4 }),
				fc.constantFrom(3, 7, 20, 100),
				fc.integer({ min: 0, max: 80 }),
				fc.double({ min: 0, max: 0.99, noNaN: true }),
				async (changes, cap, olderCount, share) => {
					const { entries, read } = cachedList(400, { cap, olderCount, minComparedCount: 60 });
					let next = 401;
					for (const { kind, at } of changes) {
						if (kind === "add") entries.unshift(followOf(next++));
						else if (kind === "remove") entries.splice(at % entries.length, 1);
						// Deeper edits are detected only by a random sample.
						else entries.splice(at % 50, 1, { ...(entries[at % 50] as StreamEvent), person: "slip two" });
					}
					const reader = await read({ random: () => share });
					const expected = entries.filter(({ createdAtMs }) => createdAtMs >= olderCount * 1_000);
					expect(idsOf(reader.result.events).slice(-expected.length)).toEqual(idsOf(expected));
					const slips = (events: readonly StreamEvent[]) =>
						idsOf(events.filter(({ person }) => person === "slip two"));
					expect(slips(reader.result.events)).toEqual(slips(entries));
				},
			),
			{ numRuns: 300 },
		);
	});
});

describe("the cached rest behind the read part", () => {
	const memory = new InMemoryListStore(2);
	const events = [6, 5, 4, 3, 2].map((id) => cachedFormOf(followOf(id), memory.hashName));
	const list = { types, events, olderCount: 1 };
	const remembered = { list, untilMs: Infinity, memory, random: () => 0, limits: defaultSyncLimits };
	const readOf = (...ids: readonly number[]) => {
		const entries = new ListedEntries();
		entries.add(ids.map((id) => followOf(id)));
		return entries;
	};
	const behind = (read: ListedEntries, totalCount: number | undefined, hints: { untilMs?: number } = {}) => {
		const tail = CachedTail.create(read, { totalCount, endOffset: read.size }, { ...remembered, ...hints });
		return tail instanceof CachedTail ? tail.events.map(({ id }) => Number(id)) : tail;
	};

	it("is used if the list's length matches", () => {
		expect(behind(readOf(6, 5), 6)).toEqual([4, 3, 2]);
		expect(behind(readOf(7, 6), 7)).toEqual([5, 4, 3, 2]);
		expect(behind(readOf(6, 5), 7)).toBe("in doubt");
		expect(behind(readOf(6, 5), undefined)).toBe("in doubt");
	});

	it("cannot be used before enough is read", () => {
		expect(behind(readOf(6), 6)).toBe("too early");
		expect(behind(readOf(9, 8), 9)).toBe("too early");
		expect(behind(readOf(6, 5), 6, { untilMs: 5_000 })).toBe("too early");
		expect(behind(readOf(6, 5), 6, { untilMs: 5_001 })).toEqual([4, 3, 2]);
	});

	it("is uncertain if an entry is missing that is newer than the last one read", () => {
		expect(behind(readOf(6, 4), 5)).toBe("in doubt");
	});

	describe("and a sample page", () => {
		const tail = CachedTail.create(readOf(6, 5), { totalCount: 6, endOffset: 2 }, remembered) as CachedTail;
		const holds = (events: readonly StreamEvent[], offset: number, entryCount = events.length) =>
			tail.matches({ events, entryCount }, offset);

		it("match if it has the same entries", () => {
			expect(holds([followOf(4), followOf(3)], 2)).toBe(true);
			expect(holds([followOf(2), followOf(1)], 4)).toBe(true);
		});

		it("do not match if an entry is unknown or in another position, or many have changed", () => {
			expect(holds([followOf(4)], 2, 2)).toBe(false);
			expect(holds([followOf(3)], 2)).toBe(false);
			expect(holds([followOf(9, { createdAtMs: 4_000 })], 2)).toBe(false);
			expect(holds([followOf(4, { person: "somebody else" })], 2)).toBe(false);
		});
	});
});
