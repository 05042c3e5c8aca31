import type { LogEntry } from "./log/log-entry";
import { newestFirst } from "./log/newest-events";
import { isAnonymous, normaliseUserName } from "../state/user-name";
import type { StreamEvent, StreamEventType } from "../state/stream-event";

/** The event list of these types at the last sync, as stored between runs. */
export type CachedList = {
	readonly types: readonly StreamEventType[];
	/** Newest first, without deleted events. User names are replaced by a `nameKey`. */
	readonly events: readonly StreamEvent[];
	/** Number of further entries in the list, all of them older. */
	readonly olderCount: number;
};

/** Stores the list of one account between runs. Never throws: a list that cannot be stored is fetched again. */
export interface ListCache {
	/** Number of the newest entries that are always fetched and compared; only longer lists are worth storing. */
	readonly minCompared: number;
	/** Hashes a user name. Equal names have equal hashes, and the name cannot be derived from the hash. */
	hashName(name: string): string;
	/** Loads the stored list of exactly these types. */
	load(types: readonly StreamEventType[]): Promise<CachedList | undefined>;
	/** Returns whether the list should be saved. */
	isDue(): boolean;
	/** @param list The current list. */
	save(list: CachedList): void;
	/** Discards the stored list because it is wrong. */
	forget(): void;
}

/**
 * Returns the storable form of a list.
 * @param entries All stored entries since some time.
 * @param totalCount Number of entries in the service's list.
 * @returns Undefined if the entries may differ from the service's list.
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

/** Returns whether an event equals its cached form, apart from message, ref and provider. User names are compared by hash. */
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

/** Returns the event without personal data: a hash replaces the user name. */
export function withoutUserName(event: StreamEvent, hashName: ListCache["hashName"]): StreamEvent {
	const { person: _, message: __, ref: ___, provider: ____, ...rest } = event;
	const nameKey = nameKeyOf(event, hashName);
	return nameKey === undefined ? rest : { ...rest, nameKey };
}

/** Returns the hash of the user name, also if the name is no longer stored; undefined for an anonymous user. */
export function nameKeyOf(event: StreamEvent, hashName: ListCache["hashName"]): string | undefined {
	const { person, nameKey } = event;
	if (person === undefined) return nameKey;
	return isAnonymous(person) ? undefined : hashName(normaliseUserName(person));
}
