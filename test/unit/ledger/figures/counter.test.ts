import { describe, expect, it } from "vitest";

import { eventTypeOf, isCounted } from "../../../../src/ledger/figures/counter";
import { chartSeries } from "../../../../src/state/counters/chart";
import { Tally } from "../../../../src/ledger/figures/tally";
import type { CounterQuery } from "../../../../src/state/counters/counter-query";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { always } from "../../../../src/state/time/scope";
import { entryOf, someEvent } from "../some-events";

const query: CounterQuery = { metric: "followers", scope: "today", newOnly: false, uniqueOnly: false };
function countEvents(events: readonly StreamEvent[], counted: CounterQuery, currency?: string) {
	const tally = new Tally(counted, always, (name) => name);
	for (const event of events) tally.apply(entryOf(event), undefined, event);
	return tally.value(currency);
}
const eur = (minorUnits: number) => ({ minorUnits, currency: "EUR" });

describe("a counter", () => {
	it("counts events of its type that are neither deleted nor tests", () => {
		expect(isCounted(someEvent(1), query)).toBe(true);
		expect(isCounted(someEvent(1, { type: "hosting" }), query)).toBe(false);
		expect(isCounted(someEvent(1, { isDeleted: true }), query)).toBe(false);
		expect(isCounted(someEvent(1, { isTest: true }), query)).toBe(false);
	});

	it("includes renewals in the subscriptions of a scope, unless only new ones count", () => {
		const events = [
			someEvent(1, { type: "subscription", resub: 0 }),
			someEvent(2, { type: "subscription", resub: 5 }),
		];
		const subscriptions = { ...query, metric: "subscriptions" } as const;
		expect(countEvents(events, subscriptions)).toEqual({ kind: "count", count: 2 });
		expect(countEvents(events, { ...subscriptions, newOnly: true })).toEqual({ kind: "count", count: 1 });
		expect(events.map((event) => isCounted(event, { ...subscriptions, scope: "lifetime" }))).toEqual([
			true,
			false,
		]);
	});

	it("counts one platform only for metrics that the service splits by platform", () => {
		const event = someEvent(1, { provider: "youtube" });
		expect(isCounted(event, { ...query, scope: "lifetime", provider: "twitch" })).toBe(false);
		expect(isCounted(event, { ...query, scope: "lifetime", provider: "youtube" })).toBe(true);
		expect(isCounted(event, { ...query, provider: "twitch" })).toBe(true);
	});

	it("counts each user once, regardless of case and normalization, and each event without a name", () => {
		const people = ["Zoë", "zoe\u0308", "ZOË", "Ada", undefined, undefined];
		const events = people.map((person, id) => someEvent(id, { person }));
		expect(countEvents(events, { ...query, uniqueOnly: true })).toEqual({ kind: "count", count: 4 });
		expect(countEvents(events, query)).toEqual({ kind: "count", count: 6 });
	});

	it("adds up the viewers of hosts", () => {
		const events = [5, undefined, 7].map((viewers, id) => someEvent(id, { type: "hosting", viewers }));
		expect(countEvents(events, { ...query, metric: "viewers" })).toMatchObject({ kind: "count", count: 12 });
		expect(countEvents(events, { ...query, metric: "hostings" })).toEqual({ kind: "count", count: 3 });
	});

	it("adds up money exactly, separately for each currency", () => {
		const amounts = [eur(10), eur(20), { minorUnits: 500, currency: "JPY" }, undefined];
		const events = amounts.map((amount, id) => someEvent(id, { type: "donation", amount }));
		const sums = new Map([["EUR", 30], ["JPY", 500]]); // prettier-ignore
		expect(countEvents(events, { ...query, metric: "donationAmount" })).toMatchObject({
			kind: "money",
			sums,
		});
		expect(countEvents(events, { ...query, metric: "donations" })).toEqual({ kind: "count", count: 4 });
	});

	it("returns zero in the account's currency if there are no donations", () => {
		const amount = { ...query, metric: "donationAmount" } as const;
		expect(countEvents([], amount, "EUR")).toEqual({ kind: "money", sums: new Map([["EUR", 0]]) });
		expect(countEvents([], amount)).toEqual({ kind: "money", sums: new Map() });
	});
});

describe("a chart's series", () => {
	it("counts the same type of events as the counter with its name", () => {
		expect(chartSeries.map(eventTypeOf)).toEqual(["follow", "subscription", "donation", "donation"]);
	});
});
