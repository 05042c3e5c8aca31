import type { CounterMetric, CounterQuery, CounterValue } from "../state/counter-query";
import { applyMoney } from "../state/money";
import { normaliseUserName } from "./cached-list";
import { isAnonymous } from "../state/user-name";
import { isRenewal, type StreamEvent, type StreamEventType } from "../state/stream-event";

const typeByMetric: Readonly<Record<CounterMetric, StreamEventType>> = {
	followers: "follow",
	subscriptions: "subscription",
	donations: "donation",
	donationAmount: "donation",
	hostings: "hosting",
	viewers: "hosting",
};

/** The kind of stream event a metric counts. */
export function eventTypeOf(metric: CounterMetric): StreamEventType {
	return typeByMetric[metric];
}

/** Whether an event belongs to what the query counts, its scope apart. */
export function isCounted(event: StreamEvent, query: CounterQuery): boolean {
	if (event.isDeleted || event.isTest || event.type !== typeByMetric[query.metric]) return false;
	if (query.metric !== "subscriptions") return isFromProvider(event, query);
	if (isRenewal(event) && (query.newOnly || query.scope === "lifetime")) return false;
	return isFromProvider(event, query);
}

function isFromProvider(event: StreamEvent, { provider, scope, metric }: CounterQuery): boolean {
	const isSplit = scope === "lifetime" && (metric === "followers" || metric === "subscriptions");
	return !isSplit || provider === undefined || event.provider === provider;
}

/**
 * Adds up events from the list: a count, the viewers that hostings brought, or exact money.
 * @param currency The account's own, to say that nothing was donated in.
 */
export function countEvents(
	events: Iterable<StreamEvent>,
	query: CounterQuery,
	currency?: string,
): CounterValue {
	const counted = [...events].filter((event) => isCounted(event, query));
	switch (query.metric) {
		case "donationAmount": {
			const sums = new Map<string, number>();
			for (const { amount } of counted) if (amount) applyMoney(sums, amount);
			if (sums.size === 0 && currency !== undefined) sums.set(currency, 0);
			return { kind: "money", sums };
		}
		case "viewers":
			return { kind: "count", count: counted.reduce((sum, { viewers }) => sum + (viewers ?? 0), 0) };
		default:
			return { kind: "count", count: query.uniqueOnly ? countUserNames(counted) : counted.length };
	}
}

/** One per name, whatever its case; an event without a name could be anyone's and counts by itself. */
function countUserNames(events: readonly StreamEvent[]): number {
	const userNames = events.map(normalisedUserNameOf);
	return new Set(userNames.filter(Boolean)).size + userNames.filter((name) => name === undefined).length;
}

/** Returns what two events of one person have in common; undefined for a name that means no one. */
export function normalisedUserNameOf({ person }: StreamEvent): string | undefined {
	return person === undefined || isAnonymous(person) ? undefined : normaliseUserName(person);
}
