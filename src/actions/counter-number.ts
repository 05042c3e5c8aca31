import type { CounterFaceInput } from "../key-face/counter-face-input";
import type { CounterSettings } from "../settings/schemas/counter";
import { canonicalQuery, type CounterQuery } from "../state/counters/counter-query";
import type { RememberedNumbers } from "../state/counters/remembered-numbers";
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
