import type { MoneySums } from "./money";

export const counterMetrics = [
	"followers",
	"subscriptions",
	"donations",
	"donationAmount",
	"hostings",
	"viewers",
] as const;
export type CounterMetric = (typeof counterMetrics)[number];

export const counterScopes = ["lifetime", "session", "today", "week", "month", "year"] as const;
export type CounterScope = (typeof counterScopes)[number];

/** One question to the ledger. Keys that ask the same share the answer. */
export type CounterQuery = {
	readonly metric: CounterMetric;
	readonly scope: CounterScope;
	/** Lifetime followers and subscriptions of one platform only. */
	readonly provider?: string | undefined;
	/** Subscriptions without renewals. */
	readonly newOnly: boolean;
	/** One count per name in the scope. */
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

/** The ledger's answer. Unknown is not zero. */
export type CounterValue = { readonly kind: "unknown" } | KnownValue;

export type KnownValue = (
	| { readonly kind: "count"; readonly count: number }
	/** Exact sums, one per currency. */
	| { readonly kind: "money"; readonly sums: MoneySums }
	/** The service's own lifetime `donations`, in a unit only the service knows. */
	| { readonly kind: "figure"; readonly value: number }
) & {
	/** An event may be missing, or the service no longer reports the figure: the value may be wrong. */
	readonly isIncomplete?: boolean;
	/** Amounts or viewers that cannot be parsed belong to it as well: the value is the sum of the others. */
	readonly hasUnreadable?: boolean;
};
