import { accountCurrency, toCurrency, type Money } from "./money";

/** The kinds of stream event the service records. Source: docs/service.md. */
export const streamEventTypes = ["follow", "subscription", "donation", "hosting"] as const;

export type StreamEventType = (typeof streamEventTypes)[number];

/** Something that happened on the stream, in our own words. Everything the service may leave out is optional. */
export type StreamEvent = {
	/** Decimal digits. Absent on odd events; then `ref` identifies the event. */
	readonly id?: string | undefined;
	/** The service's reference, or one made from the content when it gave neither id nor ref. */
	readonly ref?: string | undefined;
	readonly type: StreamEventType;
	/** Epoch milliseconds. */
	readonly createdAtMs: number;
	/** The service named no time that can be read: it is the one of the arrival, or of its neighbours in the list. */
	readonly isTimeAssumed?: boolean;
	/** Deleted events are known but never counted. */
	readonly isDeleted: boolean;
	/** The event was deleted, or its deletion time is a filler: only the list can tell. */
	readonly mayBeDeleted?: boolean;
	/** Who followed, subscribed, donated; for a hosting, the host. Never the stream owner. */
	readonly person?: string | undefined;
	/** Stands for a person that is not known any more: the same for the same name. */
	readonly nameKey?: string | undefined;
	/** Code of the streaming platform the event came from. */
	readonly provider?: string | undefined;
	/** Donations only. Absent when the service named no readable amount: that is not nothing. */
	readonly amount?: Money | undefined;
	/** True when the service named no currency: the amount is in the account's own, whichever that is. */
	readonly isCurrencyAssumed?: boolean;
	/** Donations only: the currency that was named without a readable amount, for an amount that is told without one. */
	readonly currency?: string | undefined;
	/** Subscriptions only: how many renewals; 0 is a new subscriber. */
	readonly resub?: number | undefined;
	/** Hostings only. */
	readonly viewers?: number | undefined;
	/** What the donor wrote. */
	readonly message?: string | undefined;
	/** Posted by this plugin to try an alert: shown as a test and counted nowhere. */
	readonly isTest?: boolean;
};

/** How a ref begins that was made from an event's content, because it came with neither id nor ref. */
export const contentRefPrefix = "content:";

/** Whether the service gave the event no name of its own. */
export function isKeyless({ id, ref }: StreamEvent): boolean {
	return id === undefined && (ref === undefined || ref.startsWith(contentRefPrefix));
}

/** Whether nothing tells the event from others: told again, it could not be recognised. */
export function isUnrecognisable(event: StreamEvent): boolean {
	return isKeyless(event) && event.isTimeAssumed === true && event.person === undefined;
}

/** A renewal is an event but not a new subscriber. */
export function isRenewal(event: StreamEvent): boolean {
	return event.type === "subscription" && (event.resub ?? 0) > 0;
}

/**
 * One string per event to keep sets by: an id as it is, it is digits. Ids win over refs, so compare events that may lack an
 * id with {@link isSameEvent} instead.
 */
export function identityOf(event: StreamEvent): string {
	return event.id ?? `ref:${event.ref ?? ""}`;
}

/** Two tellings of one event: the same id or, where one telling lacks the id, the same ref. */
export function isSameEvent(a: StreamEvent, b: StreamEvent): boolean {
	if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
	return a.ref !== undefined && a.ref === b.ref;
}

/** A telling that has to guess the time may be so far off another one of the same event. */
export const maxClockErrorMs = 120_000;

/** Two tellings of which one has no name, but that can only be of one event. */
export function hasSameContent(a: StreamEvent, b: StreamEvent): boolean {
	return a.person !== undefined && mayBeSameEvent(a, b);
}

/** Which name it has, where it has but one. */
export function onlyKeyOf(event: StreamEvent): "id" | "ref" | undefined {
	if (isKeyless(event)) return undefined;
	if (event.id === undefined) return "ref";
	return event.ref === undefined || event.ref.startsWith(contentRefPrefix) ? "id" : undefined;
}

/** Whether two tellings could be of one event: of the same person, at the same time, and of the same amount. */
export function mayBeSameEvent(a: StreamEvent, b: StreamEvent): boolean {
	if (a.type !== b.type || a.person !== b.person) return false;
	const isGuess = a.isTimeAssumed === true || b.isTimeAssumed === true;
	if (Math.abs(a.createdAtMs - b.createdAtMs) > (isGuess ? maxClockErrorMs : 0)) return false;
	if (!isSameIfPresent(a.viewers, b.viewers) || !isSameIfPresent(a.resub, b.resub)) return false;
	if (!a.amount || !b.amount) return true;
	const currency = a.isCurrencyAssumed ? b.amount.currency : a.amount.currency;
	return toCurrency(a.amount, currency).minorUnits === toCurrency(b.amount, currency).minorUnits;
}

function isSameIfPresent(a: number | undefined, b: number | undefined): boolean {
	return a === undefined || b === undefined || a === b;
}

/** An event as it is shown and counted: an assumed currency is the account's own. */
export function withCurrency(event: StreamEvent, currency: string | undefined): StreamEvent {
	if (event.amount?.currency !== accountCurrency || currency === undefined) return event;
	return { ...event, amount: toCurrency(event.amount, currency) };
}
