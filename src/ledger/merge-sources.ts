import { toCurrency } from "../state/money";
import { isEqualEvent } from "../state/compact-event";
import { isKeyless, type StreamEvent } from "../state/stream-event";

/**
 * What two tellings of one event say together: what the first one says, and where it is silent or had to assume
 * something, what the other one says. Whether the event is deleted or a test is not theirs to say.
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

/** Whether two sources of one event state different facts. What one of them leaves out contradicts nothing. */
export function contradicts(a: StreamEvent, b: StreamEvent): boolean {
	return !isEqualEvent(withoutNotes(mergeSources(a, b)), withoutNotes(mergeSources(b, a)));
}

/** The event without what sources legitimately differ in. */
function withoutNotes(event: StreamEvent): StreamEvent {
	const { ref: _, message: __, isTest: ___, mayBeDeleted: ____, ...facts } = event;
	return { ...facts, isDeleted: false };
}

/** A field that is there and says nothing must not hide what the other telling says. */
function definedOf(event: StreamEvent): StreamEvent {
	const defined: { -readonly [name in keyof StreamEvent]: StreamEvent[name] } = { ...event };
	for (const name of optionalFields) if (defined[name] === undefined) delete defined[name];
	return defined;
}

const optionalFields = [
	...(["id", "ref", "isTimeAssumed", "person", "nameKey", "provider", "amount"] as const),
	...(["isCurrencyAssumed", "currency", "resub", "viewers", "message", "isTest"] as const),
] satisfies readonly (keyof StreamEvent)[];

/** A ref of the service's own is worth more than one that was made up. */
function refOf(first: StreamEvent, other: StreamEvent): string | undefined {
	const serviceRefEvent = [first, other].find((event) => event.ref !== undefined && !hasContentRef(event));
	return serviceRefEvent ? serviceRefEvent.ref : (first.ref ?? other.ref);
}

function hasContentRef(event: StreamEvent): boolean {
	return isKeyless({ ...event, id: undefined });
}

function timeOf(first: StreamEvent, other: StreamEvent): Partial<StreamEvent> {
	// A list may tell no time at all; when a push arrived says more than that.
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
