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
export function mayShareEntry(page: EventPage, before: EventPage | undefined): boolean {
	const known = new Set(before?.events.map(identityOf));
	if (page.events.some((event) => known.has(identityOf(event)))) return true;
	const isAllKnown = page.events.length === page.rawCount && known.size === before?.rawCount;
	const names = new Set(before?.names);
	const isAllNamed = page.names?.length === page.rawCount && names.size === before?.rawCount;
	return !isAllKnown && !(isAllNamed && page.names.every((name) => !names.has(name)));
}

/** Whether a page holds the very entries that another one does, and any at all. */
export function isSamePage(a: EventPage, b: EventPage): boolean {
	if (a.outline !== undefined) return a.outline === b.outline && a.rawCount > 0;
	if (a.totalCount !== b.totalCount || a.events.length === 0) return false;
	return a.events.map(identityOf).join() === b.events.map(identityOf).join();
}
