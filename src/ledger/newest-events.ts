import type { EventLog } from "./event-log";
import type { LogEntry } from "./log-entry";
import type { StreamEvent, StreamEventType } from "../state/stream-event";
import { oldestFirst } from "./timeline";

/** Events of these types, newest first, without deleted ones and those of which the name is not known any more. */
export function newestEvents(
	log: EventLog,
	types: readonly StreamEventType[],
	limit: number,
): readonly StreamEvent[] {
	const newest = types.flatMap((type) => newestOf(log.timeline(type).entries, limit));
	return newest
		.sort(latestFirst)
		.slice(0, limit)
		.map(({ event }) => event);
}

/** Creation time of the oldest of so many of the newest events, epoch milliseconds; −Infinity where there are not so many. */
export function newestFromMs(log: EventLog, types: readonly StreamEventType[], count: number): number {
	const timelines = types.map((type) => log.timeline(type).entries);
	// Most streams have fewer, and this is asked with every sync.
	if (timelines.reduce((sum, { length }) => sum + length, 0) < count) return -Infinity;
	const newest = timelines.flatMap((entries) => entries.slice(-count));
	const times = newest.map(({ event }) => event.createdAtMs).sort((a, b) => b - a);
	return times[count - 1] ?? -Infinity;
}

/** For sorting; of the same instant, by id. */
export function newestFirst(a: StreamEvent, b: StreamEvent): number {
	return oldestFirst(b, a);
}

/** The newest entries that can be displayed, and all those dated ahead, which may have happened before them. */
function newestOf(entries: readonly LogEntry[], limit: number): LogEntry[] {
	const newest: LogEntry[] = [];
	let count = 0;
	for (let index = entries.length - 1; index >= 0 && count < limit; index--) {
		const entry = entries[index];
		// Of whom only a key is remembered, nobody can be shown.
		const isDisplayable =
			entry &&
			!entry.event.isDeleted &&
			(entry.event.person !== undefined || entry.event.nameKey === undefined);
		if (!isDisplayable) continue;
		newest.push(entry);
		if (!isAhead(entry)) count++;
	}
	return newest;
}

/** An event dated further ahead than this of when it became known has a wrong date, in milliseconds. */
const maxAheadMs = 300_000;

function isAhead({ event, arrivedAtMs }: LogEntry): boolean {
	return event.createdAtMs > arrivedAtMs + maxAheadMs;
}

/** For sorting. Where a date is wrong, the ids tell in which order the service recorded the events. */
function latestFirst(a: LogEntry, b: LogEntry): number {
	if (!isAhead(a) && !isAhead(b)) return newestFirst(a.event, b.event);
	const [idOfA, idOfB] = [Number(a.event.id ?? NaN), Number(b.event.id ?? NaN)];
	if (!Number.isNaN(idOfA - idOfB)) return idOfB - idOfA;
	return Number(isAhead(a)) - Number(isAhead(b));
}
