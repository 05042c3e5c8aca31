import type { LogEntry } from "./log/log-entry";
import { oldestFirst } from "./log/timeline";
import { isAnonymous, normaliseUserName } from "../state/events/user-name";
import type { StreamEvent, StreamEventType } from "../state/events/stream-event";

/** The event list of these types at the last sync, as stored between runs. */
export type CachedList = {
	readonly types: readonly StreamEventType[];
	/**
	 * Newest first, without deleted events. A list from {@link ListCache.load} has a `nameKey` instead of each user
	 * name; {@link ListCache.save} replaces the names.
	 */
	readonly events: readonly StreamEvent[];
	/** Number of further entries of these types in the service's list, all of them older. */
	readonly olderCount: number;
};

/**
 * Stores the lists of one account between runs, one for each set of types. Never throws: a list that cannot be stored
 * is fetched again.
 */
export interface ListCache {
	/**
	 * Number of the newest entries that are always fetched and compared with the stored list, before the rest of it is
	 * used. A list that is not longer saves no requests.
	 */
	readonly minComparedCount: number;
	/** Hashes a user name. Equal names have equal hashes, and the name cannot be derived from the hash. */
	hashName(name: string): string;
	/** Loads the stored list of exactly these types. */
	load(types: readonly StreamEventType[]): Promise<CachedList | undefined>;
	/** Returns whether the last {@link save} is long enough ago for the next one. */
	isDue(): boolean;
	/**
	 * Stores the list in place of the last one of the same types, without personal data.
	 * @param list The current list, with user names.
	 */
	save(list: CachedList): void;
	/** Discards the stored lists of all types, because one of them differs from the service's list. */
	forget(): void;
}

export type LedgerCache = Pick<ListCache, "hashName" | "forget">;

export const noListCache: LedgerCache = { hashName: (name) => name, forget: () => undefined };

/**
 * Returns the storable form of a list.
 * @param types Event types of the list.
 * @param entries All entries of these types that the ledger has stored since some time.
 * @param totalCount Number of entries of these types in the service's list.
 * @returns Undefined if the entries may differ from the service's list.
 */
export function cacheableListOf(
	types: readonly StreamEventType[],
	entries: readonly LogEntry[],
	totalCount: number,
): CachedList | undefined {
	// The list must contain an event that is kept, and must not contain a deleted one.
	const isCertain = entries.every(({ event, listing }) => (listing === "listed") !== event.isDeleted);
	const kept = entries.map(({ event }) => event).filter((event) => !event.isDeleted);
	if (!isCertain || kept.some(({ id, isTimeAssumed }) => id === undefined || isTimeAssumed)) return undefined;
	return { types, events: kept.sort((a, b) => oldestFirst(b, a)), olderCount: totalCount - kept.length };
}

/**
 * Returns whether an event equals its cached form. User names are compared by hash. Message, ref and provider are not
 * compared, because the cache does not contain them; `isTest` is not, because the service's list does not contain it.
 * @param event An event from the service's list.
 * @param cached The cached form of the event with the same identity.
 */
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

/**
 * Returns the hash of the user name, also if the event has only the hash.
 * @returns Undefined if the user is anonymous, or if the event has neither name nor hash.
 */
export function nameKeyOf(event: StreamEvent, hashName: ListCache["hashName"]): string | undefined {
	const { person, nameKey } = event;
	if (person === undefined) return nameKey;
	return isAnonymous(person) ? undefined : hashName(normaliseUserName(person));
}
