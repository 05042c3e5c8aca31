import type { EventPage } from "../service/ports";
import { identityOf } from "../state/stream-event";

/** Creation time of the newest entry, epoch milliseconds; undefined where no entry that we know tells its time. */
export function newestMsOf({ events }: EventPage): number | undefined {
	const times = events.filter(({ isTimeAssumed }) => !isTimeAssumed).map(({ createdAtMs }) => createdAtMs);
	return times.length > 0 ? Math.max(...times) : undefined;
}

/**
 * Whether two pages may have an entry in common. Entries of kinds that we don't know are recognised by their names; where
 * some have none, nothing can be told.
 */
export function mayShareEntry(page: EventPage, previous: EventPage | undefined): boolean {
	const previousIdentities = new Set(previous?.events.map(identityOf));
	if (page.events.some((event) => previousIdentities.has(identityOf(event)))) return true;
	const areAllRecognized =
		page.events.length === page.entryCount && previousIdentities.size === previous?.entryCount;
	const previousKeys = new Set(previous?.entryKeys);
	const haveAllKeys =
		page.entryKeys?.length === page.entryCount && previousKeys.size === previous?.entryCount;
	return !areAllRecognized && !(haveAllKeys && page.entryKeys.every((key) => !previousKeys.has(key)));
}

/** Whether a page holds the very entries that another one does, and any at all. */
export function isSamePage(a: EventPage, b: EventPage): boolean {
	if (a.fingerprint !== undefined) return a.fingerprint === b.fingerprint && a.entryCount > 0;
	if (a.totalCount !== b.totalCount || a.events.length === 0) return false;
	return a.events.map(identityOf).join() === b.events.map(identityOf).join();
}
