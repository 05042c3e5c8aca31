import type { StreamEvent } from "./stream-event";

type WritableEvent = { -readonly [name in keyof StreamEvent]: StreamEvent[name] };

/**
 * Returns a copy of the event that needs less memory. Objects built with spreads each get a hidden class of their own, which
 * takes more memory than their content. Fields assigned one by one lead to few hidden classes, which all events share.
 */
export function compactEvent(event: StreamEvent): StreamEvent {
	const { id, ref, type, createdAtMs, isDeleted, person, amount } = event;
	const compact: WritableEvent = { id, ref, type, createdAtMs, isDeleted, person, amount };
	if (event.isCurrencyAssumed) compact.isCurrencyAssumed = true;
	if (event.currency !== undefined) compact.currency = event.currency;
	if (event.resub !== undefined) compact.resub = event.resub;
	if (event.viewers !== undefined) compact.viewers = event.viewers;
	if (event.provider !== undefined) compact.provider = event.provider;
	if (event.nameKey !== undefined) compact.nameKey = event.nameKey;
	if (event.isTimeAssumed) compact.isTimeAssumed = true;
	if (event.message !== undefined) compact.message = event.message;
	if (event.isTest) compact.isTest = true;
	if (event.mayBeDeleted) compact.mayBeDeleted = true;
	return compact;
}

export function isEqualEvent(a: StreamEvent, b: StreamEvent): boolean {
	return (
		a.id === b.id &&
		a.ref === b.ref &&
		a.createdAtMs === b.createdAtMs &&
		a.isTimeAssumed === b.isTimeAssumed &&
		a.isDeleted === b.isDeleted &&
		a.person === b.person &&
		a.nameKey === b.nameKey &&
		a.provider === b.provider &&
		a.amount?.minorUnits === b.amount?.minorUnits &&
		a.amount?.currency === b.amount?.currency &&
		a.isCurrencyAssumed === b.isCurrencyAssumed &&
		a.currency === b.currency &&
		a.resub === b.resub &&
		a.viewers === b.viewers &&
		a.message === b.message &&
		a.isTest === b.isTest &&
		a.mayBeDeleted === b.mayBeDeleted
	);
}
