import type { EventPage } from "../../service/ports";
import { identityOf } from "../../state/events/stream-event";

/**
 * Returns the creation time of the newest recognized entry, epoch milliseconds; undefined if no such entry has a
 * time.
 */
export function newestMsOf(page: EventPage): number | undefined {
	const times = timesOf(page);
	return times.length > 0 ? Math.max(...times) : undefined;
}

/**
 * Returns whether two pages may have an entry in common. Entries of unknown kinds are compared by their keys. If
 * some of them have no key, the pages may share one.
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

/** Returns whether the page ends with a newer entry than it begins with: the service ignores the requested order. */
export function isAscending(page: EventPage): boolean {
	const times = timesOf(page);
	return (times[0] ?? NaN) < (times.at(-1) ?? NaN);
}

/** Returns whether two pages contain the same entries, and at least one. */
export function isSamePage(a: EventPage, b: EventPage): boolean {
	if (a.fingerprint !== undefined) return a.fingerprint === b.fingerprint && a.entryCount > 0;
	if (a.totalCount !== b.totalCount || a.events.length === 0) return false;
	return a.events.map(identityOf).join() === b.events.map(identityOf).join();
}

/** Returns the creation times of the recognized entries that have one, epoch milliseconds. */
function timesOf({ events }: EventPage): readonly number[] {
	return events.filter(({ isTimeAssumed }) => !isTimeAssumed).map(({ createdAtMs }) => createdAtMs);
}
