import { describe, expect, it } from "vitest";

import { donationsBackfill, EventBackfill, latestEventsBackfill } from "../../../src/sync/event-backfill";
import { ServiceError } from "../../../src/service/errors";
import type { EventPage, EventsQuery } from "../../../src/service/ports";
import type { CounterScope } from "../../../src/state/counters/counter-query";
import type { RecentNeed } from "../../../src/state/service-demand";
import { streamEventTypes, type StreamEvent } from "../../../src/state/events/stream-event";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { followOf } from "../../world/fakes/fake-client";
import { flushPromises } from "../../world/fakes/virtual-clock";

const hosting = (id: number) => followOf(id, { type: "hosting", viewers: 3 });

function setUpLast(listed: readonly StreamEvent[], answer?: (query: EventsQuery) => EventPage) {
	const requests: EventsQuery[] = [];
	const { context, clock, store, need } = fakeAccountContext({
		events: async (query) => {
			requests.push(query);
			if (answer) return answer(query);
			const { types = [], offset = 0, limit = 10 } = query;
			const found = listed
				.filter(({ type }) => types.includes(type))
				.sort((a, b) => b.createdAtMs - a.createdAtMs);
			const events = found.slice(offset, offset + limit);
			return { events, totalCount: found.length, entryCount: events.length };
		},
	});
	const recent = new EventBackfill(context, latestEventsBackfill, () => undefined);
	const setRecent = (lasts: readonly RecentNeed[]) => {
		need({ recent: lasts });
		recent.applyDemand();
	};
	const readHead = (events: readonly StreamEvent[], reachMs: number, requestedFromMs = reachMs) => {
		const reading = {
			types: streamEventTypes,
			events,
			reachMs,
			requestedFromMs,
			isExact: true,
			startedAtMs: clock.now(),
			atMs: 0,
		};
		store.ledger.applySnapshot(reading);
	};
	return { clock, store, recent, setRecent, requests, readHead };
}

describe("the last events of a type", () => {
	it("are read further back if the first snapshot did not contain them", async () => {
		const old = [hosting(1), hosting(2)];
		const { clock, store, recent, setRecent, requests, readHead } = setUpLast([...old, followOf(500)]);
		readHead([followOf(500)], 400_000);
		setRecent([{ types: ["hosting"], count: 1 }]);
		await clock.advance(100);
		expect(requests).toEqual([]);
		recent.open();
		await clock.advance(100);
		expect(requests).toHaveLength(1);
		expect(store.ledger.newest(["hosting"], 5).map(({ id }) => id)).toEqual(["2", "1"]);
		expect(store.ledger.coverage.fromMs("hosting")).toBe(-Infinity);
	});

	it("are read further back if events between them may be missing", async () => {
		const { clock, recent, setRecent, requests, readHead } = setUpLast([hosting(1), hosting(450)]);
		readHead([hosting(450), hosting(1)], 400_000);
		setRecent([{ types: ["hosting"], count: 2 }]);
		recent.open();
		await clock.advance(100);
		expect(requests).toHaveLength(1);
	});

	it("are read further back once if the service ended the read of all types", async () => {
		const { clock, store, recent, setRecent, requests, readHead } = setUpLast([hosting(1)]);
		setRecent([{ types: ["hosting"], count: 1 }]);
		for (const reachMs of [400_000, 500_000]) {
			readHead([followOf(500)], reachMs, -Infinity);
			recent.open();
			await clock.advance(100);
			expect(requests).toHaveLength(1);
			expect(store.ledger.newest(["hosting"], 1)).toMatchObject([{ id: "1" }]);
		}
	});

	it("are read further back for a file if only own tests are stored", async () => {
		const test = { ...hosting(450), isTest: true };
		const { clock, store, recent, setRecent, requests, readHead } = setUpLast([hosting(1), test]);
		readHead([test], 400_000);
		setRecent([{ types: ["hosting"], count: 1 }]);
		recent.open();
		await clock.advance(100);
		expect(requests).toEqual([]);
		setRecent([{ types: ["hosting"], count: 1, real: true }]);
		await clock.advance(100);
		expect([requests.length, store.ledger.newestReal(["hosting"])?.id]).toEqual([1, "1"]);
	});

	it("are read for the type required at the time of the retry", async () => {
		let isBroken = true;
		const { clock, recent, setRecent, requests, readHead } = setUpLast([], ({ types = [] }) => {
			if (isBroken) throw new ServiceError("server-error", "broken", { status: 500 });
			const events = types.includes("hosting") ? [hosting(1)] : [];
			return { events, entryCount: events.length, totalCount: events.length };
		});
		readHead([], 400_000);
		setRecent([{ types: ["donation"], count: 1 }]);
		recent.open();
		await clock.advance(100);
		isBroken = false;
		setRecent([{ types: ["hosting"], count: 1 }]);
		await clock.advance(10_000);
		expect(requests.map(({ types }) => types?.join())).toEqual(["donation", "hosting"]);
	});

	it("are found in a list that also contains other types, and each entry is read only a few times", async () => {
		let listed: readonly StreamEvent[] = [];
		const { clock, store, recent, setRecent, requests, readHead } = setUpLast([], ({ offset = 0 }) => {
			const events = listed.slice(offset, offset + 10);
			return { events, entryCount: events.length };
		});
		clock.jump(1_800_000);
		const nowMs = clock.now();
		const follows = Array.from({ length: 300 }, (_, index) =>
			followOf(1_000 - index, { createdAtMs: nowMs - index * 1_000 }),
		);
		listed = [...follows, hosting(1)];
		readHead(follows.slice(0, 10), nowMs - 9_000);
		setRecent([{ types: ["hosting", "donation"], count: 1 }]);
		recent.open();
		await clock.advance(60_000);
		expect(store.ledger.newest(["hosting"], 1)).toHaveLength(1);
		expect(requests.length).toBeLessThan((5 * listed.length) / 9);
	});

	it("are not reported if nothing was missing", async () => {
		const { clock, recent, setRecent, readHead, store } = setUpLast([hosting(1)]);
		readHead([], 400_000);
		const reported: unknown[] = [];
		store.subscribe((batch) => reported.push(batch));
		setRecent([{ types: ["hosting"], count: 1 }]);
		recent.open();
		await clock.advance(100);
		expect(reported).toEqual([undefined]);
	});

	it("are not requested if they are stored", async () => {
		const { clock, recent, setRecent, requests, readHead } = setUpLast([]);
		readHead([hosting(450), followOf(500)], 400_000);
		setRecent([{ types: ["hosting"], count: 1 }]);
		recent.open();
		await clock.advance(60_000);
		expect(requests).toEqual([]);
	});

	it("are requested for each combination of types until the list ends, and not again", async () => {
		const { clock, recent, setRecent, requests, readHead } = setUpLast([], () => ({
			events: [hosting(1)],
			entryCount: 1,
		}));
		readHead([], 400_000);
		setRecent([
			{ types: ["hosting"], count: 20 },
			{ types: ["hosting"], count: 1 },
			{ types: ["hosting", "donation"], count: 20 },
		]);
		recent.open();
		await clock.advance(10_000);
		const { length: before } = requests;
		recent.applyDemand();
		await clock.advance(60_000);
		expect(requests).toHaveLength(before);
		expect(new Set(requests.map(({ types }) => types?.join()))).toEqual(
			new Set(["hosting", "hosting,donation"]),
		);
	});

	it("report events that were found", async () => {
		const { clock, store, recent, setRecent, readHead } = setUpLast([hosting(1), hosting(900)]);
		readHead([], 400_000);
		const reported: (string | undefined)[] = [];
		store.subscribe((batch) => reported.push(...(batch?.events.map(({ id }) => id) ?? [])));
		setRecent([{ types: ["hosting"], count: 20 }]);
		recent.open();
		await clock.advance(100);
		expect(reported).toEqual(["900"]);
	});

	it("are retried after a failure, and not after closing", async () => {
		const fail = () => {
			throw new ServiceError("server-error", "broken", { status: 500 });
		};
		const { clock, recent, setRecent, requests, readHead } = setUpLast([], fail);
		readHead([], 400_000);
		setRecent([{ types: ["hosting"], count: 1 }]);
		recent.open();
		await clock.advance(2_000);
		const tries = requests.length;
		expect(tries).toBeGreaterThan(1);
		recent.close();
		await clock.advance(60_000);
		expect(requests).toHaveLength(tries);
		expect(clock.pendingCount).toBe(0);
	});
});

const noon = new Date(2026, 5, 17, 12).getTime();
const dayMs = 86_400_000;

function setUpDonations(count: number, everyMs = dayMs / 4) {
	const listed = Array.from({ length: count }, (_, index) =>
		followOf(index + 1, {
			type: "donation",
			createdAtMs: noon - (count - index) * everyMs,
			amount: { minorUnits: 100, currency: "EUR" },
		}),
	).reverse();
	const requests: EventsQuery[] = [];
	let failAt = Infinity;
	let lastOffset = Infinity;
	const { context, clock, store, need } = fakeAccountContext(
		{
			events: async (query) => {
				requests.push(query);
				if (requests.length >= failAt) throw new ServiceError("server-error", "broken");
				const { offset = 0, limit = 10 } = query;
				const from = Math.min(offset, lastOffset);
				const events = listed.slice(from, from + Math.min(limit, 100));
				return { events, totalCount: listed.length, entryCount: events.length };
			},
		},
		{ startMs: noon },
	);
	const history = new EventBackfill(context, donationsBackfill, () => undefined);
	return {
		clock,
		history,
		listed,
		store,
		requests,
		coverage: store.ledger.coverage,
		rank: async (...supporters: readonly CounterScope[]) => {
			need({ supporters: supporters.map((scope) => ({ scope })) });
			history.applyDemand();
			await flushPromises();
		},
		failFrom: (request: number) => (failAt = request),
		/** From this offset on, the list returns the same page again. */
		cutOff: (offset: number) => (lastOffset = offset),
		completeFromMs: () => store.ledger.coverage.fromMs("donation"),
	};
}

describe("the history of donations", () => {
	it("is not requested without a ranking or before the first snapshot", async () => {
		const { history, rank, requests, clock } = setUpDonations(10);
		history.open();
		await clock.advance(600_000);
		history.close();
		await rank("month");
		expect([requests.length, clock.pendingCount]).toEqual([0, 0]);
	});

	it("contains only donations, as far back as the ranking", async () => {
		const { history, rank, requests, completeFromMs } = setUpDonations(1_000);
		await rank("month");
		history.open();
		await flushPromises();
		expect(requests.every(({ types = [] }) => types.join() === "donation")).toBe(true);
		expect(completeFromMs()).toBeLessThanOrEqual(new Date(2026, 5, 1).getTime());
		expect(completeFromMs()).toBeGreaterThan(noon - 200 * dayMs);
		const before = requests.length;
		await rank("month", "today");
		expect(requests).toHaveLength(before);
		await rank("year");
		expect(requests.length).toBeGreaterThan(before);
		expect(completeFromMs()).toBeLessThanOrEqual(new Date(2026, 0, 1).getTime());
	});

	it("continues after a failure at the same position", async () => {
		const { history, rank, requests, clock, failFrom, completeFromMs } = setUpDonations(1_000);
		await rank("year");
		failFrom(3);
		history.open();
		await flushPromises();
		failFrom(Infinity);
		const { length } = requests;
		await clock.advance(1_000);
		expect(completeFromMs()).toBeLessThanOrEqual(new Date(2026, 0, 1).getTime());
		const offsets = requests.slice(length).map(({ offset = 0 }) => offset);
		expect(offsets.filter((offset) => offset > 0 && offset < 100)).toEqual([]);
	});

	it.each([
		[10, 300_000],
		[800, 799_000],
	])("of %i donations is refetched after at least %i ms", async (count, afterMs) => {
		const { history, rank, requests, clock } = setUpDonations(count, 3_600_000 / 4);
		await rank("year");
		history.open();
		await flushPromises();
		const { length } = requests;
		await clock.advance(afterMs - 1);
		expect(requests).toHaveLength(length);
		await clock.advance(2_000);
		expect(requests.length).toBeGreaterThan(length);
	});

	it("is refetched on request, with the failure as the result", async () => {
		const { history, rank, requests, failFrom } = setUpDonations(10);
		await rank("month");
		expect(await history.refresh()).toMatchObject({ kind: "closed" });
		history.open();
		await flushPromises();
		const { length } = requests;
		expect(await history.refresh()).toBeUndefined();
		expect(requests.length).toBeGreaterThan(length);
		failFrom(0);
		expect(await history.refresh()).toMatchObject({ kind: "server-error" });
		history.close();
	});

	it("reports a donation whose push is still under way as live, and an older one as missed", async () => {
		const { history, rank, store, listed, clock } = setUpDonations(10);
		await rank("month");
		history.open();
		await flushPromises();
		const batches: string[] = [];
		store.subscribe((batch) => {
			if (batch) batches.push(`${batch.source} ${batch.events.map(({ id }) => id).join()}`);
		});
		const donate = (id: number) =>
			listed.unshift(followOf(id, { type: "donation", createdAtMs: clock.now() }));
		await clock.advance(1_000);
		donate(11);
		await clock.advance(15_000);
		donate(12);
		await history.refresh();
		expect(batches).toEqual(["live 12", "missed 11"]);
		history.close();
	});

	it("is read again from its newest if the ranking reaches further back after a failure", async () => {
		const { history, rank, clock, failFrom, completeFromMs } = setUpDonations(1_000);
		await rank("month");
		failFrom(2);
		history.open();
		await flushPromises();
		await rank("year");
		failFrom(Infinity);
		await clock.advance(1_000);
		expect(completeFromMs()).toBeLessThanOrEqual(new Date(2026, 0, 1).getTime());
	});

	it("is not read repeatedly if the list does not reach that far back", async () => {
		const { history, rank, requests, clock, cutOff, coverage } = setUpDonations(300);
		cutOff(100);
		await rank("year");
		history.open();
		await clock.advance(1_000);
		await rank("month");
		await history.refresh();
		const before = requests.length;
		await rank("year");
		await clock.advance(1_000);
		expect(requests).toHaveLength(before);
		history.close();
		coverage.invalidate();
		history.open();
		await clock.advance(1_000);
		expect(requests.length).toBeGreaterThan(before);
	});

	it("is read as far back as the keys require", async () => {
		const { history, rank, completeFromMs } = setUpDonations(1_000);
		await rank("year", "month");
		history.open();
		await flushPromises();
		expect(completeFromMs()).toBeLessThanOrEqual(new Date(2026, 0, 1).getTime());
		await rank("month", "lifetime");
		expect(completeFromMs()).toBe(-Infinity);
	});
});
