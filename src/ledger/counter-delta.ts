import { countEvents, isCounted } from "./counter";
import type { CounterQuery, CounterValue } from "../state/counter-query";
import { applyMoney } from "../state/money";
import { startOfSecondMs } from "../state/periods";
import type { StreamEvent } from "../state/stream-event";

/** By how much a counter moved. */
export type CounterDelta = Exclude<CounterValue, { readonly kind: "unknown" }>;

/**
 * What events add to a counter.
 * @param fromMs When the query's scope began, epoch milliseconds; undefined for lifetime.
 * @returns Undefined when none of them concerns it.
 */
export function deltaOf(
	events: readonly StreamEvent[],
	query: CounterQuery,
	fromMs: number | undefined,
): CounterDelta | undefined {
	const sinceMs = fromMs === undefined ? -Infinity : startOfSecondMs(fromMs);
	const inScope = events.filter((event) => isCounted(event, query) && event.createdAtMs >= sinceMs);
	if (inScope.length === 0) return undefined;
	// Lifetime donations are the service's own figure, which is in money of some kind: money is what was added.
	const isFigure = query.metric === "donations" && query.scope === "lifetime";
	const delta = countEvents(inScope, isFigure ? { ...query, metric: "donationAmount" } : query);
	const isEmpty = delta.kind === "money" && delta.sums.size === 0;
	return delta.kind === "unknown" || isEmpty ? undefined : delta;
}

/** Two deltas of one counter in one. */
export function addDeltas(a: CounterDelta | undefined, b: CounterDelta): CounterDelta {
	if (a?.kind === "count" && b.kind === "count") return { kind: "count", count: a.count + b.count };
	if (a?.kind === "money" && b.kind === "money") {
		const sums = new Map(a.sums);
		for (const [currency, minorUnits] of b.sums) applyMoney(sums, { currency, minorUnits });
		return { kind: "money", sums };
	}
	return b;
}
