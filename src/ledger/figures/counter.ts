import type { CounterMetric, CounterQuery, CounterValue } from "../../state/counters/counter-query";
import { applyMoney } from "../../state/money";
import { isAnonymous, normaliseUserName } from "../../state/events/user-name";
import { isRenewal, type StreamEvent, type StreamEventType } from "../../state/events/stream-event";

const typeByMetric: Readonly<Record<CounterMetric, StreamEventType>> = {
	followers: "follow",
	subscriptions: "subscription",
	donations: "donation",
	donationAmount: "donation",
	hostings: "hosting",
	viewers: "hosting",
};

/** Returns the event type that a metric counts. */
export function eventTypeOf(metric: CounterMetric): StreamEventType {
	return typeByMetric[metric];
}

/** Returns whether the query counts the event, regardless of its scope. */
export function isCounted(event: StreamEvent, query: CounterQuery): boolean {
	if (event.isDeleted || event.isTest || event.type !== typeByMetric[query.metric]) return false;
	if (query.metric !== "subscriptions") return isFromProvider(event, query);
	if (isRenewal(event) && (query.newOnly || query.scope === "lifetime")) return false;
	return isFromProvider(event, query);
}

/** Returns whether the event contains what the query adds up. */
export function hasMeasure({ amount, viewers }: StreamEvent, { metric }: CounterQuery): boolean {
	if (metric === "donationAmount") return amount !== undefined;
	return metric !== "viewers" || viewers !== undefined;
}

function isFromProvider(event: StreamEvent, { provider, scope, metric }: CounterQuery): boolean {
	const isSplit = scope === "lifetime" && (metric === "followers" || metric === "subscriptions");
	return !isSplit || provider === undefined || event.provider === provider;
}

/**
 * Returns the query's value for these events: a count, the sum of viewers, or exact sums of money.
 * @param currency The account's currency, for a sum of zero.
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

/** Counts user names, ignoring case. An event without a user name counts separately. */
function countUserNames(events: readonly StreamEvent[]): number {
	const userNames = events.map(normalisedUserNameOf);
	return new Set(userNames.filter(Boolean)).size + userNames.filter((name) => name === undefined).length;
}

/** Returns the normalized user name; undefined for an anonymous user. */
export function normalisedUserNameOf({ person }: StreamEvent): string | undefined {
	return person === undefined || isAnonymous(person) ? undefined : normaliseUserName(person);
}
