import { describe, expect, it } from "vitest";

import { needsOf } from "../../../src/sync/snapshot-needs";
import type { CounterMetric, CounterQuery, CounterScope } from "../../../src/state/counter-query";

const context = { nowMs: Date.UTC(2026, 2, 4, 12), sessionStartedAtMs: Date.UTC(2026, 2, 4, 11) };
const query = (
	metric: CounterMetric,
	scope: CounterScope,
	more: Partial<CounterQuery> = {},
): CounterQuery => ({
	...{ metric, scope, newOnly: false, uniqueOnly: false },
	...more,
});
const needs = (...queries: readonly CounterQuery[]) =>
	needsOf({ queries, recent: [], supporters: [] }, context);

describe("what has to be read", () => {
	it("is nothing for keys that show no number and no event", () => {
		expect(needs()).toEqual({ types: [], fromMs: undefined, totals: "none", hostings: "none" });
	});

	it("is of the kinds that are shown, and of no other", () => {
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

	it("is the totals for lifetime figures only", () => {
		expect(needs(query("donationAmount", "lifetime"))).toMatchObject({ types: ["donation"], totals: "all" });
		expect(needs(query("hostings", "lifetime"))).toMatchObject({ totals: "none", hostings: "count" });
		expect(needs(query("hostings", "lifetime"), query("viewers", "lifetime")).hostings).toBe("all");
	});

	it("goes back to where the earliest of all periods began", () => {
		const { fromMs = 0 } = needs(query("followers", "session"), query("followers", "year"));
		expect(new Date(fromMs).getMonth()).toBe(0);
	});

	it("is donations where somebody ranks who gave", () => {
		const supporters = [{ scope: "lifetime" }] as const;
		expect(needsOf({ queries: [], recent: [], supporters }, context).types).toEqual(["donation"]);
	});

	it("goes back to whoever has not been thanked, as far as any key needs", () => {
		const recent = [
			{ types: ["follow"], count: 1 },
			{ types: ["donation"], count: 1 },
		] as const;
		const fromMs = (thanksFromMs: Readonly<Record<string, number>>) =>
			needsOf(
				{ queries: [], recent, supporters: [] },
				{ ...context, thanksFromMs: ([type = ""]) => thanksFromMs[type] ?? Infinity },
			).fromMs;
		expect(fromMs({})).toBeUndefined();
		expect(fromMs({ follow: 7 })).toBe(7);
		expect(fromMs({ follow: 7, donation: 5 })).toBe(5);
		expect(fromMs({ follow: 5, donation: 7 })).toBe(5);
	});

	it("is every single hosting where one of two keys needs that", () => {
		const [count, all] = [query("hostings", "lifetime"), query("viewers", "lifetime")];
		expect([needs(count, all).hostings, needs(all, count).hostings]).toEqual(["all", "all"]);
	});
});
