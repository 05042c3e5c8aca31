import {
	counterMetrics,
	counterScopes,
	type CounterQuery,
} from "../../../../src/state/counters/counter-query";
import type { ScopePeriod } from "../../../../src/state/time/scope";

const flags = [false, true] as const;
const providers = ["twitch", "youtube"] as const;

/** Every query of a counter: all metrics, scopes and options. */
export const allQueries: readonly CounterQuery[] = counterMetrics.flatMap((metric) =>
	// Custom periods are drawn for each history.
	counterScopes.slice(0, -1).flatMap((scope) => {
		const newOnlyChoices = metric === "subscriptions" ? flags : ([false] as const);
		const withoutProvider = newOnlyChoices.flatMap((newOnly) =>
			flags.map((uniqueOnly) => ({ metric, scope, newOnly, uniqueOnly })),
		);
		const isSplit = scope === "lifetime" && (metric === "followers" || metric === "subscriptions");
		const splitProviders = isSplit ? providers : [];
		return [
			...withoutProvider,
			...splitProviders.map((provider) => ({ metric, scope, provider, newOnly: false, uniqueOnly: false })),
		];
	}),
);

/** Returns the query as readable text. */
export function describeQuery(query: CounterQuery): string {
	const { metric, provider, newOnly, uniqueOnly } = query;
	const options = [provider, newOnly && "new", uniqueOnly && "unique"].filter(Boolean);
	return [metric, describePeriod(query), ...options].join(" ");
}

/** Returns the offset of a key as text to add to its query. */
export function describeOffset(offset = 0): string {
	return offset === 0 ? "" : ` ${offset > 0 ? "+" : ""}${offset}`;
}

/** Returns the period as readable text. */
export function describePeriod({ scope, from, to = "" }: ScopePeriod): string {
	return scope === "custom" ? `${from}–${to}` : scope;
}
