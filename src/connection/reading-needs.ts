import { eventTypeOf } from "../state/counter";
import type { CounterQuery } from "../state/counter-query";
import { scopeStartMs, type LedgerContext } from "../state/counters";
import type { HostingsNeed } from "./catch-up";

/** How far back the keys in use look. */
export type ReadingNeeds = {
	/** Epoch milliseconds; undefined when no key counts from the event list. */
	readonly fromMs: number | undefined;
	readonly hostings: HostingsNeed;
};

/** What has to be read to answer all these questions. */
export function needsOf(queries: Iterable<CounterQuery>, context: LedgerContext): ReadingNeeds {
	let fromMs: number | undefined;
	let hostings: HostingsNeed = "none";
	for (const query of queries) {
		const startMs = scopeStartMs(query, context);
		if (startMs !== undefined) fromMs = Math.min(fromMs ?? Infinity, startMs);
		else if (eventTypeOf(query.metric) === "hosting") hostings = widest(hostings, hostingsNeedOf(query));
	}
	return { fromMs, hostings };
}

function hostingsNeedOf({ metric, uniqueOnly }: CounterQuery): HostingsNeed {
	return metric === "viewers" || uniqueOnly ? "all" : "count";
}

function widest(a: HostingsNeed, b: HostingsNeed): HostingsNeed {
	return a === "all" || b === "all" ? "all" : "count";
}
