import type { Money } from "./money";

/** The kinds of stream event the service records. Source: interface §1. */
export const streamEventTypes = ["follow", "subscription", "donation", "hosting"] as const;

export type StreamEventType = (typeof streamEventTypes)[number];

/** Something that happened on the stream, in our own words. Everything the service may leave out is optional. */
export type StreamEvent = {
	/** Decimal digits. Absent on odd events; then `ref` identifies the event. */
	readonly id?: string | undefined;
	/** The service's reference, or one made from the content when it gave neither id nor ref. */
	readonly ref?: string | undefined;
	readonly type: StreamEventType;
	/** Epoch milliseconds; when the service named no time, the time of arrival. */
	readonly createdAtMs: number;
	/** Deleted events are known but never counted. */
	readonly isDeleted: boolean;
	/** Who followed, subscribed, donated; for a hosting, the host. Never the stream owner. */
	readonly person?: string | undefined;
	/** Code of the streaming platform the event came from. */
	readonly provider?: string | undefined;
	/** Donations only. Absent when the service named no readable amount. */
	readonly amount?: Money | undefined;
	/** True when the service named no currency and the account's was taken. */
	readonly isCurrencyAssumed?: boolean;
	/** Subscriptions only: how many renewals; 0 is a new subscriber. */
	readonly resub?: number | undefined;
	/** Hostings only. */
	readonly viewers?: number | undefined;
	/** What the donor wrote. */
	readonly message?: string | undefined;
	/** Posted by this plugin to try an alert: shown as a test and counted nowhere. */
	readonly isTest?: boolean;
};

/** A renewal is an event but not a new subscriber. */
export function isRenewal(event: StreamEvent): boolean {
	return event.type === "subscription" && (event.resub ?? 0) > 0;
}

/**
 * One string per event to keep sets by. Ids win over refs, so compare events that may lack an id
 * with {@link isSameEvent} instead.
 */
export function identityOf(event: StreamEvent): string {
	return event.id !== undefined ? `id:${event.id}` : `ref:${event.ref ?? ""}`;
}

/** Two tellings of one event: the same id or, where one telling lacks the id, the same ref. */
export function isSameEvent(a: StreamEvent, b: StreamEvent): boolean {
	if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
	return a.ref !== undefined && a.ref === b.ref;
}
