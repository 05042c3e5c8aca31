import type { LogEntry } from "./log-entry";
import { newestFirst } from "./newest-events";
import { isAnonymous } from "../state/user-name";
import type { StreamEvent, StreamEventType } from "../state/stream-event";

/** What the event list held of these types when it was last looked at, as it is kept beyond this run. */
export type CachedList = {
	readonly types: readonly StreamEventType[];
	/** Newest first, without any that are deleted. Nobody is named: instead of a person there is a `nameKey`. */
	readonly events: readonly StreamEvent[];
	/** How many entries the list had besides, all of them older. */
	readonly olderCount: number;
};

/** Keeps the list of one account beyond this run. Never throws: what can't be kept is read again. */
export interface ListCache {
	/** So many of the newest entries are read and compared in any case; only longer lists are worth remembering. */
	readonly minCompared: number;
	/** Stands for a name: the same for the same name, and nobody can tell whose it is. */
	hashName(name: string): string;
	/** What is kept of the list of exactly these types. */
	load(types: readonly StreamEventType[]): Promise<CachedList | undefined>;
	/** Whether it is time to keep what is known now. */
	isDue(): boolean;
	/** @param list As it is known now. */
	save(list: CachedList): void;
	/** What is kept is not to be trusted. */
	forget(): void;
}

/**
 * What can be kept of a list.
 * @param entries All that is known from some time on.
 * @param totalCount How many entries the list has.
 * @returns Undefined where it is not certain that the list holds them just so.
 */
export function cacheableListOf(
	types: readonly StreamEventType[],
	entries: readonly LogEntry[],
	totalCount: number,
): CachedList | undefined {
	const isCertain = entries.every(({ event, listing }) => (listing === "listed") !== event.isDeleted);
	const kept = entries.map(({ event }) => event).filter((event) => !event.isDeleted);
	if (!isCertain || kept.some(({ id, isTimeAssumed }) => id === undefined || isTimeAssumed)) return undefined;
	return { types, events: kept.sort(newestFirst), olderCount: totalCount - kept.length };
}

/** Whether what an event says, names and words apart, is what is remembered of it. */
export function matchesCached(
	event: StreamEvent,
	cached: StreamEvent,
	hashName: ListCache["hashName"],
): boolean {
	return (
		event.id === cached.id &&
		event.type === cached.type &&
		event.createdAtMs === cached.createdAtMs &&
		!event.isTimeAssumed &&
		!event.isDeleted &&
		event.amount?.minorUnits === cached.amount?.minorUnits &&
		event.amount?.currency === cached.amount?.currency &&
		event.isCurrencyAssumed === cached.isCurrencyAssumed &&
		event.resub === cached.resub &&
		event.viewers === cached.viewers &&
		nameKeyOf(event, hashName) === cached.nameKey
	);
}

/** An event without what names somebody. */
export function withoutUserName(event: StreamEvent, hashName: ListCache["hashName"]): StreamEvent {
	const { person: _, message: __, ref: ___, provider: ____, ...rest } = event;
	const nameKey = nameKeyOf(event, hashName);
	return nameKey === undefined ? rest : { ...rest, nameKey };
}

/** Returns what two events of one person have in common, even if the name is no longer stored; undefined for a name that means no one. */
export function nameKeyOf(event: StreamEvent, hashName: ListCache["hashName"]): string | undefined {
	const { person, nameKey } = event;
	if (person === undefined) return nameKey;
	return isAnonymous(person) ? undefined : hashName(normaliseUserName(person));
}

/** Names are the same whatever their case. */
export function normaliseUserName(person: string): string {
	return person.normalize("NFC").toLowerCase();
}
