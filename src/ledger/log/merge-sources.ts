import { toCurrency } from "../../state/money";
import { isEqualEvent } from "../../state/events/compact-event";
import { isServiceRef, type StreamEvent } from "../../state/events/stream-event";

/**
 * Merges two reports of one event. The first one takes precedence, except for fields that it omits or had to assume. The caller
 * decides whether the result is deleted or a test.
 */
export function mergeSources(first: StreamEvent, other: StreamEvent): StreamEvent {
	const {
		isTimeAssumed: _,
		isCurrencyAssumed: __,
		currency: ___,
		...merged
	} = { ...other, ...definedOf(first) };
	return { ...merged, ref: refOf(first, other), ...timeOf(first, other), ...amountOf(first, other) };
}

/** Returns whether two reports of one event contain different facts. A field that one of them omits is no contradiction. */
export function contradicts(a: StreamEvent, b: StreamEvent): boolean {
	return !isEqualEvent(withoutNotes(mergeSources(a, b)), withoutNotes(mergeSources(b, a)));
}

/** Returns the event without the fields that may differ between reports. */
function withoutNotes(event: StreamEvent): StreamEvent {
	const { ref: _, message: __, isTest: ___, mayBeDeleted: ____, ...facts } = event;
	return { ...facts, isDeleted: false };
}

/** Removes undefined fields, which would overwrite the fields of the other report in a spread. */
function definedOf(event: StreamEvent): StreamEvent {
	const defined: { -readonly [name in keyof StreamEvent]: StreamEvent[name] } = { ...event };
	for (const name of optionalFields) if (defined[name] === undefined) delete defined[name];
	return defined;
}

const optionalFields = [
	...(["id", "ref", "isTimeAssumed", "person", "nameKey", "provider", "amount"] as const),
	...(["isCurrencyAssumed", "currency", "resub", "viewers", "message", "isTest"] as const),
] satisfies readonly (keyof StreamEvent)[];

/** Prefers a ref of the service to one derived from the content. */
function refOf(first: StreamEvent, other: StreamEvent): string | undefined {
	return [first.ref, other.ref].find(isServiceRef) ?? first.ref ?? other.ref;
}

function timeOf(first: StreamEvent, other: StreamEvent): Partial<StreamEvent> {
	// An event may be listed without a time (0). The arrival time of its push is more accurate.
	const isOtherBetter = first.isTimeAssumed && (!other.isTimeAssumed || first.createdAtMs === 0);
	const { createdAtMs, isTimeAssumed } = isOtherBetter ? other : first;
	return isTimeAssumed ? { createdAtMs, isTimeAssumed } : { createdAtMs };
}

function amountOf(first: StreamEvent, other: StreamEvent): Partial<StreamEvent> {
	const { amount, isCurrencyAssumed } = first.amount ? first : other;
	const currency = currencyOf(first) ?? currencyOf(other);
	if (!amount) return currency === undefined ? {} : { currency };
	if (!isCurrencyAssumed) return { amount };
	return currency === undefined ? { amount, isCurrencyAssumed } : { amount: toCurrency(amount, currency) };
}

function currencyOf({ amount, isCurrencyAssumed, currency }: StreamEvent): string | undefined {
	return amount && !isCurrencyAssumed ? amount.currency : currency;
}
