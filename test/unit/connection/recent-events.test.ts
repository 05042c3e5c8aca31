import { describe, expect, it } from "vitest";

import { RecentEvents } from "../../../src/connection/recent-events";
import { ServiceError } from "../../../src/service/errors";
import type { EventPage, EventsQuery } from "../../../src/service/ports";
import type { RecentNeed } from "../../../src/state/service-demand";
import { streamEventTypes, type StreamEvent } from "../../../src/state/stream-event";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { followOf } from "../../world/fakes/fake-client";

const hosting = (id: number) => followOf(id, { type: "hosting", viewers: 3 });

function setUp(listed: readonly StreamEvent[], answer?: (query: EventsQuery) => EventPage) {
	const asked: EventsQuery[] = [];
	const { context, clock, store, need } = fakeAccountContext({
		events: async (query) => {
			asked.push(query);
			if (answer) return answer(query);
			const { types = [], offset = 0, limit = 10 } = query;
			const found = listed
				.filter(({ type }) => types.includes(type))
				.sort((a, b) => b.createdAtMs - a.createdAtMs);
			const events = found.slice(offset, offset + limit);
			return { events, totalCount: found.length, rawCount: events.length };
		},
	});
	const recent = new RecentEvents(context);
	const want = (wanted: readonly RecentNeed[]) => {
		need({ recent: wanted });
		recent.applyDemand();
	};
	const readHead = (events: readonly StreamEvent[], reachMs: number) => {
		const reading = {
			types: streamEventTypes,
			events,
			reachMs,
			isExact: true,
			startedAtMs: clock.now(),
			atMs: 0,
		};
		store.ledger.applySnapshot(reading);
	};
	return { clock, store, recent, want, asked, readHead };
}

describe("RecentEvents", () => {
	it("looks further back for a kind that the first reading did not hold", async () => {
		const old = [hosting(1), hosting(2)];
		const { clock, store, recent, want, asked, readHead } = setUp([...old, followOf(500)]);
		readHead([followOf(500)], 400_000);
		want([{ types: ["hosting"], count: 1 }]);
		await clock.advance(100);
		expect(asked).toEqual([]);
		recent.open();
		await clock.advance(100);
		expect(asked).toHaveLength(1);
		expect(store.ledger.newest(["hosting"], 5).map(({ id }) => id)).toEqual(["2", "1"]);
		expect(store.ledger.completeFromMs("hosting")).toBe(-Infinity);
	});

	it("asks for nothing that is known already", async () => {
		const { clock, recent, want, asked, readHead } = setUp([]);
		readHead([hosting(450), followOf(500)], 400_000);
		want([{ types: ["hosting"], count: 1 }]);
		recent.open();
		await clock.advance(60_000);
		expect(asked).toEqual([]);
	});

	it("asks once for each combination of kinds, however little there is", async () => {
		const { clock, recent, want, asked, readHead } = setUp([], () => ({ events: [hosting(1)], rawCount: 1 }));
		readHead([], 400_000);
		want([
			{ types: ["hosting"], count: 20 },
			{ types: ["hosting"], count: 1 },
			{ types: ["hosting", "donation"], count: 20 },
		]);
		recent.open();
		await clock.advance(60_000);
		recent.open();
		await clock.advance(60_000);
		expect(asked.map(({ types }) => types?.join())).toEqual(["hosting", "hosting,donation"]);
	});

	it("tells what it found that nobody had told", async () => {
		const { clock, store, recent, want, readHead } = setUp([hosting(1), hosting(900)]);
		readHead([], 400_000);
		const told: (string | undefined)[] = [];
		store.subscribe((batch) => told.push(...(batch?.events.map(({ id }) => id) ?? [])));
		want([{ types: ["hosting"], count: 20 }]);
		recent.open();
		await clock.advance(100);
		expect(told).toEqual(["900"]);
	});

	it("tries again after a failure, and not after it was closed", async () => {
		const fail = () => {
			throw new ServiceError("server-error", "broken", { status: 500 });
		};
		const { clock, recent, want, asked, readHead } = setUp([], fail);
		readHead([], 400_000);
		want([{ types: ["hosting"], count: 1 }]);
		recent.open();
		await clock.advance(2_000);
		const tries = asked.length;
		expect(tries).toBeGreaterThan(1);
		recent.close();
		await clock.advance(60_000);
		expect(asked).toHaveLength(tries);
		expect(clock.pendingCount).toBe(0);
	});
});
