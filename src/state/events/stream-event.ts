import { accountCurrency, toCurrency, type Money } from "../money";

/** The kinds of stream event the service records. Source: docs/service.md. */
export const streamEventTypes = ["follow", "subscription", "donation", "hosting"] as const;

export type StreamEventType = (typeof streamEventTypes)[number];

/** An event of the stream, independent of the service's format. Fields that the service may omit are optional. */
export type StreamEvent = {
	/** Decimal digits. If the service sent none, `ref` identifies the event. */
	readonly id?: string | undefined;
	/** The service's reference, or one derived from the content if the service gave neither id nor ref. */
	readonly ref?: string | undefined;
	readonly type: StreamEventType;
	/** Epoch milliseconds. */
	readonly createdAtMs: number;
	/** The service gave no valid time: `createdAtMs` is the arrival time, or the time of its neighbours in the list. */
	readonly isTimeAssumed?: boolean;
	/** Deleted events are stored but never counted. */
	readonly isDeleted: boolean;
	/** The event was deleted, or its deletion time is a placeholder: only the list can decide. */
	readonly mayBeDeleted?: boolean;
	/** User name of the follower, subscriber, donor or host. Never the stream owner. */
	readonly person?: string | undefined;
	/** Hash of a user name that is no longer stored; equal names have equal hashes. */
	readonly nameKey?: string | undefined;
	/** Code of the streaming platform the event came from. */
	readonly provider?: string | undefined;
	/** Donations only. Absent if the service gave no valid amount, which is different from zero. */
	readonly amount?: Money | undefined;
	/** The service gave no currency: the amount is in the account's currency. */
	readonly isCurrencyAssumed?: boolean;
	/** Donations only: a currency received without a valid amount, for an amount received later without one. */
	readonly currency?: string | undefined;
	/** Subscriptions only: number of renewals; 0 is a new subscriber. */
	readonly resub?: number | undefined;
	/** Hostings only. */
	readonly viewers?: number | undefined;
	readonly message?: string | undefined;
	/** Posted by this plugin to test an alert: displayed as a test and never counted. */
	readonly isTest?: boolean;
};

/** Prefix of refs derived from the content of an event that came with neither id nor ref. */
export const contentRefPrefix = "content:";

/** Returns whether the ref is the service's own, not one derived from the content. */
export function isServiceRef(ref: string | undefined): boolean {
	return ref !== undefined && !ref.startsWith(contentRefPrefix);
}

/** Returns whether the service gave the event neither id nor ref. */
export function isKeyless({ id, ref }: StreamEvent): boolean {
	return id === undefined && !isServiceRef(ref);
}

/** Returns whether a duplicate of the event could not be recognised: it has no key, no time and no user name. */
export function isUnrecognisable(event: StreamEvent): boolean {
	return isKeyless(event) && event.isTimeAssumed === true && event.person === undefined;
}

/** Returns whether the event is a renewal, which is not a new subscriber. */
export function isRenewal(event: StreamEvent): boolean {
	return event.type === "subscription" && (event.resub ?? 0) > 0;
}

/**
 * Returns a set key for the event: the id, which consists of digits, or else the ref with a prefix. One event may
 * arrive with an id and without it, so compare events that may have no id with {@link isSameEvent} instead.
 */
export function identityOf(event: StreamEvent): string {
	return event.id ?? `ref:${event.ref ?? ""}`;
}

/** Returns whether two reports are of the same event: equal ids or, if one has no id, equal refs. */
export function isSameEvent(a: StreamEvent, b: StreamEvent): boolean {
	if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
	return a.ref !== undefined && a.ref === b.ref;
}

/** Returns whether both reports have an id, or both a ref of the service, so that their keys decide whether they are the same. */
export function haveCommonKey(a: StreamEvent, b: StreamEvent): boolean {
	return (a.id !== undefined && b.id !== undefined) || (isServiceRef(a.ref) && isServiceRef(b.ref));
}

/** Maximum difference between an assumed time and the time in another report of the same event, in milliseconds. */
export const maxClockErrorMs = 120_000;

/** Returns whether two reports, at least one of them without a key, have the same user name, time and content. */
export function hasSameContent(a: StreamEvent, b: StreamEvent): boolean {
	return a.person !== undefined && mayBeSameEvent(a, b);
}

/** Returns which key the event has; undefined if it has both or neither. */
export function onlyKeyOf(event: StreamEvent): "id" | "ref" | undefined {
	if (isKeyless(event)) return undefined;
	if (event.id === undefined) return "ref";
	return isServiceRef(event.ref) ? undefined : "id";
}

/** Returns whether two reports could be of the same event: same type, user name, time and amount. */
export function mayBeSameEvent(a: StreamEvent, b: StreamEvent): boolean {
	if (a.type !== b.type || a.person !== b.person) return false;
	const isGuess = a.isTimeAssumed === true || b.isTimeAssumed === true;
	if (Math.abs(a.createdAtMs - b.createdAtMs) > (isGuess ? maxClockErrorMs : 0)) return false;
	if (!isSameIfPresent(a.viewers, b.viewers) || !isSameIfPresent(a.resub, b.resub)) return false;
	if (!a.amount || !b.amount) return true;
	const isCurrencyGuess = a.isCurrencyAssumed === true || b.isCurrencyAssumed === true;
	if (!isCurrencyGuess && a.amount.currency !== b.amount.currency) return false;
	const currency = a.isCurrencyAssumed ? b.amount.currency : a.amount.currency;
	return toCurrency(a.amount, currency).minorUnits === toCurrency(b.amount, currency).minorUnits;
}

function isSameIfPresent(a: number | undefined, b: number | undefined): boolean {
	return a === undefined || b === undefined || a === b;
}

/** Returns the event with the placeholder currency replaced by the account's currency. */
export function withCurrency(event: StreamEvent, currency: string | undefined): StreamEvent {
	if (event.amount?.currency !== accountCurrency || currency === undefined) return event;
	return { ...event, amount: toCurrency(event.amount, currency) };
}
