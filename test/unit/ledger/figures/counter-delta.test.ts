import { describe, expect, it } from "vitest";

import { addDeltas, countedIn, deltaOf } from "../../../../src/ledger/figures/counter-delta";
import type { CounterQuery } from "../../../../src/state/counters/counter-query";
import { always } from "../../../../src/state/time/scope";
import { noonMs, someEvent } from "../some-events";

const query: CounterQuery = { metric: "followers", scope: "today", newOnly: false, uniqueOnly: false };
const since = (fromMs: number) => ({ fromMs, toMs: Infinity });
const donation = (id: number, minorUnits: number, currency = "EUR") =>
	someEvent(id, { type: "donation", amount: { minorUnits, currency } });

const added = (...[events, counter, interval]: Parameters<typeof countedIn>) =>
	deltaOf(countedIn(events, counter, interval), counter);

describe("counter deltas", () => {
	it("count the events of the metric in the scope", () => {
		const events = [someEvent(1), someEvent(2, { agoMs: 10_000 }), someEvent(3, { type: "hosting" })];
		expect(added(events, query, since(noonMs - 5_000))).toEqual({ kind: "count", count: 1 });
		expect(added(events, query, undefined)).toEqual({ kind: "count", count: 2 });
	});

	it("are counted until the period ends", () => {
		const events = [0, 2, 3].map((agoMs) => someEvent(agoMs, { agoMs: agoMs * 1_000 }));
		expect(added(events, query, { fromMs: noonMs - 2_000, toMs: noonMs })).toEqual({
			kind: "count",
			count: 1,
		});
	});

	it("are undefined if no event belongs to the counter", () => {
		expect(added([someEvent(1, { type: "hosting" })], query, always)).toBeUndefined();
		expect(added([someEvent(1, { isTest: true })], query, always)).toBeUndefined();
		const amount = { ...query, metric: "donationAmount" } as const;
		expect(added([someEvent(1, { type: "donation" })], amount, always)).toBeUndefined();
	});

	it("are money for lifetime donations, whose unit is unknown", () => {
		const lifetime = { ...query, metric: "donations", scope: "lifetime" } as const;
		expect(added([donation(1, 250)], lifetime, undefined)).toEqual({
			kind: "money",
			sums: new Map([["EUR", 250]]),
		});
	});

	it("are a count for donations in a period, and for lifetime figures other than money", () => {
		const today = { ...query, metric: "donations", scope: "today" } as const;
		expect(added([donation(1, 250)], today, always)).toEqual({ kind: "count", count: 1 });
		expect(added([someEvent(1)], { ...query, metric: "followers", scope: "lifetime" }, undefined)).toEqual({
			kind: "count",
			count: 1,
		});
	});

	it("include events of the second in which the scope began", () => {
		const begun = [0, 1].map((agoMs) => someEvent(1, { agoMs }));
		const followers = { ...query, metric: "followers", scope: "session" } as const;
		expect(added(begun, followers, since(noonMs + 700))).toEqual({ kind: "count", count: 1 });
	});

	it("of a burst are added up, per currency", () => {
		expect(addDeltas({ kind: "count", count: 5 }, { kind: "count", count: 7 })).toEqual({
			kind: "count",
			count: 12,
		});
		const a = added([donation(1, 100)], { ...query, metric: "donationAmount" }, always);
		const b = added([donation(2, 5, "JPY"), donation(3, 50)], { ...query, metric: "donationAmount" }, always);
		expect(b && addDeltas(a, b)).toEqual({ kind: "money", sums: new Map([["EUR", 150], ["JPY", 5]]) }); // prettier-ignore
		expect(addDeltas(undefined, { kind: "count", count: 1 })).toEqual({ kind: "count", count: 1 });
	});

	it("start again after a delta of another kind", () => {
		const [money, count] = [
			{ kind: "money", sums: new Map([["EUR", 5]]) },
			{ kind: "count", count: 1 },
		] as const;
		expect(addDeltas(money, count)).toEqual(count);
		expect(addDeltas(count, money)).toEqual(money);
	});
});
