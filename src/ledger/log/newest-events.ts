import type { EventLog } from "./event-log";
import { isAhead, type LogEntry } from "./log-entry";
import type { StreamEvent, StreamEventType } from "../../state/stream-event";
import { oldestFirst } from "./timeline";

/**
 * Returns the newest events of these types, newest first, without deleted events and events whose user name is no longer stored.
 * @param isShown Returns whether an event may be displayed.
 */
export function newestEvents(
	log: EventLog,
	types: readonly StreamEventType[],
	limit: number,
	isShown: (event: StreamEvent) => boolean = () => true,
): readonly StreamEvent[] {
	const newest = types.flatMap((type) => newestOf(log.timeline(type).entries, limit, isShown));
	return newest
		.sort(latestFirst)
		.slice(0, limit)
		.map(({ event }) => event);
}

/** Returns the creation time of the oldest of the `count` newest events, epoch milliseconds; −Infinity if there are fewer. */
export function newestFromMs(log: EventLog, types: readonly StreamEventType[], count: number): number {
	const timelines = types.map((type) => log.timeline(type).entries);
	// Fast path: most streams have fewer events, and every sync calls this.
	if (timelines.reduce((sum, { length }) => sum + length, 0) < count) return -Infinity;
	const newest = timelines.flatMap((entries) => entries.slice(-count));
	const times = newest.map(({ event }) => event.createdAtMs).sort((a, b) => b - a);
	return times[count - 1] ?? -Infinity;
}

/** Compares events by creation time, newest first, then by id. */
export function newestFirst(a: StreamEvent, b: StreamEvent): number {
	return oldestFirst(b, a);
}

/** Returns the newest entries that can be displayed, and all that are dated ahead, which may be older than those. */
function newestOf(
	entries: readonly LogEntry[],
	limit: number,
	isShown: (event: StreamEvent) => boolean,
): LogEntry[] {
	const newest: LogEntry[] = [];
	let count = 0;
	for (let index = entries.length - 1; index >= 0 && count < limit; index--) {
		const entry = entries[index];
		// An event with only a hash of the user name cannot be displayed.
		const isDisplayable =
			entry &&
			!entry.event.isDeleted &&
			(entry.event.person !== undefined || entry.event.nameKey === undefined) &&
			isShown(entry.event);
		if (!isDisplayable) continue;
		newest.push(entry);
		if (!isAhead(entry)) count++;
	}
	return newest;
}

/** Compares entries, latest first. If a date is wrong, ids give the order in which the service recorded the events. */
function latestFirst(a: LogEntry, b: LogEntry): number {
	if (!isAhead(a) && !isAhead(b)) return newestFirst(a.event, b.event);
	const [idOfA, idOfB] = [Number(a.event.id ?? NaN), Number(b.event.id ?? NaN)];
	if (!Number.isNaN(idOfA - idOfB)) return idOfB - idOfA;
	return Number(isAhead(a)) - Number(isAhead(b));
}
