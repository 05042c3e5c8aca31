import { describe, expect, it } from "vitest";

import { needsOf } from "../../../src/sync/snapshot-needs";
import type { CounterMetric, CounterQuery, CounterScope } from "../../../src/state/counters/counter-query";

const context = { nowMs: Date.UTC(2026, 2, 4, 12), sessionStartedAtMs: Date.UTC(2026, 2, 4, 11) };
const query = (
	metric: CounterMetric,
	scope: CounterScope,
	more: Partial<CounterQuery> = {},
): CounterQuery => ({
	metric,
	scope,
	newOnly: false,
	uniqueOnly: false,
	...more,
});
const needs = (...queries: readonly CounterQuery[]) =>
	needsOf({ queries, recent: [], supporters: [] }, context);

describe("the required snapshot", () => {
	it("is empty for keys without numbers and events", () => {
		expect(needs()).toEqual({ types: [], fromMs: Infinity, totals: "none", hostings: "none" });
	});

	it("contains only the displayed types", () => {
		expect(needs(query("followers", "session"), query("viewers", "session"))).toEqual({
			types: ["follow", "hosting"],
			fromMs: context.sessionStartedAtMs,
			totals: "none",
			hostings: "none",
		});
		expect(
			needsOf({ queries: [], recent: [{ types: ["donation"], count: 1 }], supporters: [] }, context).types,
		).toEqual(["donation"]);
	});

	it("contains the totals for lifetime figures only", () => {
		expect(needs(query("donationAmount", "lifetime"))).toMatchObject({ types: ["donation"], totals: "all" });
		expect(needs(query("hostings", "lifetime"))).toMatchObject({ totals: "none", hostings: "count" });
		expect(needs(query("hostings", "lifetime"), query("viewers", "lifetime")).hostings).toBe("all");
	});

	it("reaches back to the earliest start of all periods", () => {
		const { fromMs } = needs(query("followers", "session"), query("followers", "year"));
		expect(new Date(fromMs).getMonth()).toBe(0);
	});

	it("contains donations for a ranking", () => {
		const supporters = [{ scope: "lifetime" }] as const;
		expect(needsOf({ queries: [], recent: [], supporters }, context).types).toEqual(["donation"]);
	});

	it("reaches back to the first person to thank, as far as the keys require", () => {
		const recent = [
			{ types: ["follow"], count: 1 },
			{ types: ["donation"], count: 1 },
		] as const;
		const fromMs = (thanksFromMs: Readonly<Record<string, number>>) =>
			needsOf(
				{ queries: [], recent, supporters: [] },
				{ ...context, thanksFromMs: ([type = ""]) => thanksFromMs[type] ?? Infinity },
			).fromMs;
		expect(fromMs({})).toBe(Infinity);
		expect(fromMs({ follow: 7 })).toBe(7);
		expect(fromMs({ follow: 7, donation: 5 })).toBe(5);
		expect(fromMs({ follow: 5, donation: 7 })).toBe(5);
	});

	it("contains every single host if one of two keys requires it", () => {
		const [count, all] = [query("hostings", "lifetime"), query("viewers", "lifetime")];
		expect([needs(count, all).hostings, needs(all, count).hostings]).toEqual(["all", "all"]);
	});
});
