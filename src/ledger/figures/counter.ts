import type { CounterMetric, CounterQuery } from "../../state/counters/counter-query";
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

export function eventTypeOf(metric: CounterMetric): StreamEventType {
	return typeByMetric[metric];
}

/** Returns whether the query counts the event, regardless of its scope. */
export function isCounted(event: StreamEvent, query: CounterQuery): boolean {
	if (event.isDeleted || event.isTest || event.type !== typeByMetric[query.metric]) return false;
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

/** Returns the normalized user name; undefined for an anonymous user. */
export function normalisedUserNameOf({ person }: StreamEvent): string | undefined {
	return person === undefined || isAnonymous(person) ? undefined : normaliseUserName(person);
}
