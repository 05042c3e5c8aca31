import { describe, expect, it } from "vitest";

import type { CounterQuery } from "../../../src/state/counters/counter-query";
import { Ledger } from "../../../src/ledger/ledger";
import { streamEventTypes, type StreamEvent } from "../../../src/state/events/stream-event";

const nowMs = Date.UTC(2026, 2, 4, 12);
const content = { type: "follow", username: "Tester" } as const;
const query: CounterQuery = { metric: "followers", scope: "session", newOnly: false, uniqueOnly: false };
const context = { nowMs, sessionStartedAtMs: nowMs - 3_600_000 };

const follow = (id: number, more: Partial<StreamEvent> = {}): StreamEvent => ({
	id: String(id),
	type: "follow",
	createdAtMs: nowMs + id,
	isDeleted: false,
	person: "Tester",
	...more,
});

function setUp() {
	const ledger = new Ledger();
	const read = (events: readonly StreamEvent[], followers: number, laterMs = 0) =>
		ledger.applySnapshot({
			types: streamEventTypes,
			events,
			reachMs: -Infinity,
			totalCount: events.length,
			totals: { followers, byProvider: {} },
			isExact: true,
			startedAtMs: nowMs + laterMs,
			atMs: nowMs + laterMs,
		});
	read([], 100);
	const session = () => ledger.value(query, context);
	const lifetime = () => ledger.value({ ...query, scope: "lifetime" }, context);
	return { ledger, read, session, lifetime };
}

const count = (number: number) => ({ kind: "count", count: number });

describe("own tests in the ledger", () => {
	it("count only in the service's totals", () => {
		const { ledger, read, session, lifetime } = setUp();
		const post = ledger.ownEvents.expect(content, nowMs);
		expect(ledger.applyEvent(follow(1), nowMs)).toMatchObject({ isTest: true });
		ledger.resolveTest(post, { kind: "created", event: follow(1) }, nowMs);
		expect([session(), lifetime()]).toEqual([count(0), count(100)]);
		expect(read([follow(1)], 101).live).toEqual([]);
		expect([session(), lifetime()]).toEqual([count(0), count(101)]);
	});

	it("are recognised in the list before the post has a response", () => {
		const { ledger, read, session } = setUp();
		ledger.ownEvents.expect(content, nowMs);
		expect(read([follow(1)], 101).live).toEqual([follow(1, { isTest: true })]);
		expect(session()).toEqual(count(0));
	});

	it("do not include an event that was stored before the post", () => {
		const { ledger, read, session } = setUp();
		ledger.applyEvent(follow(1), nowMs);
		ledger.ownEvents.expect(content, nowMs);
		read([follow(1)], 101);
		expect(ledger.applyEvent(follow(1), nowMs)).toBeUndefined();
		expect(session()).toEqual(count(1));
	});

	it("do not include an older event of the history", () => {
		const ledger = new Ledger();
		ledger.ownEvents.expect(content, nowMs);
		const old = { ...follow(1), createdAtMs: nowMs - 60_000 };
		const snapshot = { types: streamEventTypes, events: [old], reachMs: -Infinity, isExact: true };
		ledger.applySnapshot({ ...snapshot, startedAtMs: nowMs, atMs: 0 });
		expect(ledger.value(query, context)).toEqual(count(1));
	});

	it("exclude a similar event of another user, which then counts everywhere", () => {
		const { ledger, session, lifetime } = setUp();
		const post = ledger.ownEvents.expect(content, nowMs);
		ledger.applyEvent(follow(1), nowMs);
		expect([session(), lifetime()]).toEqual([count(0), count(100)]);
		const mistaken = ledger.resolveTest(post, { kind: "created", event: follow(2) }, nowMs);
		expect(mistaken).toEqual(follow(1));
		expect(ledger.applyEvent(follow(2), nowMs)).toMatchObject({ isTest: true });
		expect([session(), lifetime()]).toEqual([count(1), count(101)]);
	});

	it("add nothing to totals that already contained the other user's event", () => {
		const { ledger, read, session, lifetime } = setUp();
		const post = ledger.ownEvents.expect(content, nowMs);
		ledger.applyEvent(follow(1), nowMs);
		read([follow(1)], 101);
		ledger.resolveTest(post, { kind: "refused" }, nowMs);
		expect([session(), lifetime()]).toEqual([count(1), count(101)]);
	});

	it("of an earlier run are recognised", () => {
		const ledger = new Ledger();
		ledger.ownEvents.restore({ keys: ["1"], posts: [] });
		const events = [follow(1), follow(2)];
		ledger.applySnapshot({
			types: streamEventTypes,
			events,
			reachMs: -Infinity,
			isExact: true,
			startedAtMs: nowMs,
			atMs: 0,
		});
		expect(ledger.value(query, context)).toEqual(count(1));
	});
});

describe("the ledger's newest events", () => {
	it("are sorted, without deleted ones, and limited to the requested number", () => {
		const { ledger } = setUp();
		for (const id of [3, 1, 5, 2, 4])
			ledger.applyEvent(follow(id, { type: id === 4 ? "hosting" : "follow" }), nowMs);
		ledger.applyEvent(follow(5, { isDeleted: true }), nowMs);
		const ids = (events: readonly StreamEvent[]) => events.map(({ id }) => id);
		expect(ids(ledger.newest(["follow", "hosting"], 3))).toEqual(["4", "3", "2"]);
		expect(ids(ledger.newest(["follow"], 10))).toEqual(["3", "2", "1"]);
		expect(ledger.newest(["donation"], 10)).toEqual([]);
	});

	it("have their current values", () => {
		const { ledger, read } = setUp();
		for (const id of [1, 2, 3]) ledger.applyEvent(follow(id), nowMs);
		ledger.applyEvent(follow(1, { isDeleted: true }), nowMs);
		read([follow(2), follow(3)], 101);
		for (const laterMs of [400_000, 405_000]) read([follow(3)], 101, laterMs);
		expect(ledger.current(follow(1))).toBeUndefined();
		expect(ledger.current(follow(2))).toBeUndefined();
		expect(ledger.current(follow(3))).toEqual(follow(3));
		expect(new Ledger().current(follow(9))).toEqual(follow(9));
	});
});
