import type { CounterFaceInput } from "../key-face/counter-face-input";
import type { CounterSettings } from "../settings/schemas/counter";
import { canonicalQuery, type CounterQuery } from "../state/counters/counter-query";
import type { RememberedNumbers } from "../state/counters/remembered-numbers";
import type { Totals } from "../state/totals";
import { intervalOf, periodOf, type ScopeContext } from "../state/time/scope";

export function queryFrom(settings: CounterSettings): CounterQuery {
	const { metric, provider, newOnly, uniqueOnly } = settings;
	return { metric, ...periodOf(settings), provider, newOnly, uniqueOnly };
}

/** Returns the identity of a counter's number: its query and the start of its period. */
export function numberIdentity(query: CounterQuery, context: ScopeContext): string {
	const canonical = canonicalQuery(query);
	return JSON.stringify(["counter", canonical, intervalOf(canonical, context)?.fromMs]);
}

/** Returns the service's own total for a lifetime counter; undefined for any other one. */
export function totalFrom(totals: Totals, query: CounterQuery): number | undefined {
	const { provider } = query;
	const share = provider === undefined ? totals : totals.byProvider[provider];
	const field = totalFieldOf(query);
	return field && share?.[field];
}

/** Returns the field of the totals that contains a counter's number; undefined if none does. */
export function totalFieldOf({
	metric,
	scope,
}: Pick<CounterQuery, "metric" | "scope">): "followers" | "subscribers" | undefined {
	if (scope !== "lifetime") return undefined;
	return metric === "followers" ? "followers" : metric === "subscriptions" ? "subscribers" : undefined;
}

/** Returns a counter's number of an earlier run; undefined if there is none. */
export function rememberedNumber(
	numbers: RememberedNumbers,
	query: CounterQuery,
	context: ScopeContext,
): Pick<CounterFaceInput, "value" | "rememberedAtMs" | "accountCurrency"> | undefined {
	const remembered = numbers.recall(numberIdentity(query, context), context.nowMs);
	if (remembered?.number.kind !== "counter") return undefined;
	const { atMs, number } = remembered;
	return { value: number.value, rememberedAtMs: atMs, accountCurrency: numbers.currency };
}
