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
	return newest.sort(newestFirst).slice(0, limit);
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

function newestOf(entries: readonly LogEntry[], limit: number): StreamEvent[] {
	const newest: StreamEvent[] = [];
	for (let index = entries.length - 1; index >= 0 && newest.length < limit; index--) {
		const event = entries[index]?.event;
		// Of whom only a key is remembered, nobody can be shown.
		const isDisplayable =
			event && !event.isDeleted && (event.person !== undefined || event.nameKey === undefined);
		if (isDisplayable) newest.push(event);
	}
	return newest;
}
