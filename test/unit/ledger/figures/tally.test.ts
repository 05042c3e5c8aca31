import { describe, expect, it } from "vitest";

import type { CounterQuery } from "../../../../src/state/counters/counter-query";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { isInPeriod, Tally } from "../../../../src/ledger/figures/tally";
import { entryOf, noonMs, someEvent } from "../some-events";

const query: CounterQuery = { metric: "hostings", scope: "session", newOnly: false, uniqueOnly: false };
const tallyOf = (changes: Partial<CounterQuery> = {}, fromMs = noonMs - 60_000) =>
	new Tally({ ...query, ...changes }, { fromMs, toMs: Infinity }, (name) => name);

function change(tally: Tally, before: StreamEvent | undefined, after: StreamEvent | undefined): void {
	tally.apply(entryOf(after ?? before ?? someEvent(0)), before, after);
}

const hosting = (id: number, changes: Partial<StreamEvent> = {}) =>
	someEvent(id, { type: "hosting", ...changes });

describe("a tally", () => {
	it("of users counts each event without a name", () => {
		const tally = tallyOf({ uniqueOnly: true });
		const [ada, again] = [hosting(1, { person: "Ada" }), hosting(2, { person: "ADA" })];
		for (const event of [ada, again, hosting(3), hosting(4)]) change(tally, undefined, event);
		expect(tally.value("EUR")).toEqual({ kind: "count", count: 3 });
		change(tally, hosting(3), undefined);
		change(tally, ada, undefined);
		expect(tally.value("EUR")).toEqual({ kind: "count", count: 2 });
		change(tally, again, undefined);
		expect(tally.value("EUR")).toEqual({ kind: "count", count: 1 });
	});

	it("of viewers adds up the numbers that can be parsed and reports others", () => {
		const tally = tallyOf({ metric: "viewers" });
		for (const viewers of [7, undefined]) change(tally, undefined, hosting(1, { viewers }));
		expect(tally.value("EUR")).toEqual({ kind: "count", count: 7, hasUnreadable: true });
		change(tally, hosting(1, { viewers: undefined }), hosting(1, { viewers: 3 }));
		expect(tally.value("EUR")).toEqual({ kind: "count", count: 10 });
	});

	it("of money returns zero in the account's currency if it has one", () => {
		const tally = tallyOf({ metric: "donationAmount" });
		expect(tally.value("EUR")).toEqual({ kind: "money", sums: new Map([["EUR", 0]]) });
		expect(tally.value(undefined)).toEqual({ kind: "money", sums: new Map() });
	});

	it("of money contains a currency while there is a donation in it", () => {
		const tally = tallyOf({ metric: "donationAmount" });
		const donation = (minorUnits: number) =>
			someEvent(1, { type: "donation", amount: { minorUnits, currency: "USD" } });
		for (const minorUnits of [500, -500]) change(tally, undefined, donation(minorUnits));
		expect(tally.value("EUR")).toEqual({ kind: "money", sums: new Map([["USD", 0]]) });
		for (const minorUnits of [500, -500]) change(tally, donation(minorUnits), undefined);
		expect(tally.value("EUR")).toEqual({ kind: "money", sums: new Map([["EUR", 0]]) });
	});

	it("of money is unknown while all donations have no time", () => {
		const tally = tallyOf({ metric: "donationAmount" });
		const amount = { minorUnits: 500, currency: "USD" };
		const undated = someEvent(1, { type: "donation", amount, createdAtMs: 0, isTimeAssumed: true });
		change(tally, undefined, undated);
		expect(tally.value("EUR")).toEqual({ kind: "unknown" });
		change(tally, undated, { ...undated, createdAtMs: noonMs, isTimeAssumed: false });
		expect(tally.value("EUR")).toEqual({ kind: "money", sums: new Map([["USD", 500]]) });
	});

	it("of all time includes events of unknown time; a tally of a period is incomplete", () => {
		const timeless = hosting(1, { createdAtMs: 0, isTimeAssumed: true });
		for (const [fromMs, value] of [
			[-Infinity, { count: 1 }],
			[noonMs, { count: 0, isIncomplete: true }],
		] as const) {
			const tally = tallyOf({}, fromMs);
			change(tally, undefined, timeless);
			expect(tally.value("EUR")).toEqual({ kind: "count", ...value });
		}
	});
});

describe("a session's events", () => {
	const fromMs = noonMs + 700;
	const isIn = (createdAtMs: number, pushedAtMs?: number, isTimeAssumed = false) =>
		isInPeriod({ fromMs, toMs: noonMs + 60_000 }, someEvent(1, { createdAtMs, isTimeAssumed }), {
			arrival: { atMs: pushedAtMs ?? fromMs, source: pushedAtMs === undefined ? "list" : "push" },
		});

	it("are those created since its start, and those of unknown time", () => {
		expect([fromMs - 1, fromMs].map((createdAtMs) => isIn(createdAtMs))).toEqual([false, true]);
		expect([isIn(0, undefined, true), isIn(0), isIn(noonMs - 9_000, undefined, true)]).toEqual([
			true,
			false,
			false,
		]);
	});

	it("include events of its first second that were pushed after its start without delay", () => {
		expect(
			[fromMs - 1, fromMs, noonMs + 10_000, noonMs + 10_001].map((pushedAtMs) => isIn(noonMs, pushedAtMs)),
		).toEqual([...[false, true, true, false]]);
		expect([isIn(noonMs), isIn(noonMs - 1, fromMs)]).toEqual([false, false]);
	});
});
