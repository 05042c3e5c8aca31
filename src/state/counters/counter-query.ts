import type { MoneySums } from "../money";

export const counterMetrics = [
	"followers",
	"subscriptions",
	"donations",
	"donationAmount",
	"hostings",
	"viewers",
] as const;
export type CounterMetric = (typeof counterMetrics)[number];

export const counterScopes = ["lifetime", "session", "today", "week", "month", "year", "custom"] as const;
export type CounterScope = (typeof counterScopes)[number];

/** Query to the ledger. Keys with equal queries share the result. */
export type CounterQuery = {
	readonly metric: CounterMetric;
	readonly scope: CounterScope;
	/** Bounds of a custom period, see `ScopePeriod`. */
	readonly from?: string | undefined;
	readonly to?: string | undefined;
	/** Restricts lifetime followers and subscriptions to one platform. */
	readonly provider?: string | undefined;
	/** Excludes renewals from subscriptions. */
	readonly newOnly: boolean;
	/** Counts each user name once per scope. */
	readonly uniqueOnly: boolean;
};

/** Returns the query without the values of fields that do not apply to its metric and scope: equal counters are then equal. */
export function canonicalQuery(query: CounterQuery): CounterQuery {
	const { metric, scope, provider, newOnly, uniqueOnly } = query;
	const isLifetime = scope === "lifetime";
	const isByProvider = isLifetime && (metric === "followers" || metric === "subscriptions");
	const isSum = metric === "donationAmount" || metric === "viewers";
	return {
		...query,
		provider: isByProvider ? provider : undefined,
		newOnly: newOnly && metric === "subscriptions" && !isLifetime,
		uniqueOnly: uniqueOnly && !isSum && (!isLifetime || metric === "hostings"),
	};
}

/** Result of a query. Unknown is different from zero. */
export type CounterValue = { readonly kind: "unknown" } | KnownValue;

export type KnownValue = (
	| { readonly kind: "count"; readonly count: number }
	/** Exact sums, one per currency. */
	| { readonly kind: "money"; readonly sums: MoneySums }
	/** The service's own lifetime `donations`, in an undocumented unit. */
	| { readonly kind: "figure"; readonly value: number }
) & {
	/** An event may be missing, or the service no longer reports the figure: the value may be wrong. */
	readonly isIncomplete?: boolean;
	/** Some amounts or viewer counts cannot be parsed: the value is the sum of the others. */
	readonly hasUnreadable?: boolean;
};
