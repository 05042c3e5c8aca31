import { isCounted } from "./counter";
import type { CounterQuery, KnownValue } from "../../state/counters/counter-query";
import { applyMoney } from "../../state/money";
import { startOfSecondMs } from "../../state/time/periods";
import { always, type Interval } from "../../state/time/scope";
import type { StreamEvent } from "../../state/events/stream-event";
import { Tally } from "./tally";

export type CounterDelta = KnownValue;

/**
 * Returns the events that a counter counts.
 * @param interval What the query's scope covers; undefined for lifetime.
 */
export function countedIn(
	events: readonly StreamEvent[],
	query: CounterQuery,
	interval: Interval | undefined,
): readonly StreamEvent[] {
	const { fromMs, toMs } = interval ?? always;
	const sinceMs = startOfSecondMs(fromMs);
	return events.filter(
		(event) => isCounted(event, query) && event.createdAtMs >= sinceMs && event.createdAtMs < toMs,
	);
}

/**
 * Returns what events add to a counter.
 * @param counted Events that the counter counts, see {@link countedIn}.
 * @returns Undefined if they add nothing.
 */
export function deltaOf(counted: readonly StreamEvent[], query: CounterQuery): CounterDelta | undefined {
	if (counted.length === 0) return undefined;
	// Lifetime donations are the service's own figure, which is an amount in an undocumented unit, so the delta is money too.
	const isFigure = query.metric === "donations" && query.scope === "lifetime";
	const tally = new Tally(isFigure ? { ...query, metric: "donationAmount" } : query, always, (name) => name);
	for (const event of counted) tally.add(event, 1);
	const delta = tally.value(undefined);
	const isEmpty = delta.kind === "money" && delta.sums.size === 0;
	return delta.kind === "unknown" || isEmpty ? undefined : delta;
}

export function addDeltas(a: CounterDelta | undefined, b: CounterDelta): CounterDelta {
	if (a?.kind === "count" && b.kind === "count") return { kind: "count", count: a.count + b.count };
	if (a?.kind === "money" && b.kind === "money") {
		const sums = new Map(a.sums);
		for (const [currency, minorUnits] of b.sums) applyMoney(sums, { currency, minorUnits });
		return { kind: "money", sums };
	}
	return b;
}
