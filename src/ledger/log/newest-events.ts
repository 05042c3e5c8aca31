import type { EventLog } from "./event-log";
import { isAhead, type LogEntry } from "./log-entry";
import type { StreamEvent, StreamEventType } from "../../state/events/stream-event";
import { oldestFirst } from "./timeline";

/**
 * Events dated less ahead than `isAhead` requires precede those that have happened since. With this many more, an event
 * dated ahead finds its place among the latter.
 */
const maxSlightlyAhead = 20;

export type NewestQuery = {
	readonly types: readonly StreamEventType[];
	readonly limit: number;
	readonly isShown: (entry: LogEntry) => boolean;
	/** Creation time of the oldest event, epoch milliseconds. */
	readonly fromMs?: number;
};

/** Returns the newest events, newest first, without deleted events and events whose user name is no longer stored. */
export function newestEvents(log: EventLog, query: NewestQuery): readonly StreamEvent[] {
	const { types, limit } = query;
	const candidates = (count: number) =>
		types.flatMap((type) => newestOf(log.timeline(type).entries, count, query));
	let newest = candidates(limit);
	if (newest.some(isAhead)) newest = candidates(limit + maxSlightlyAhead);
	return latestFirst(newest)
		.slice(0, limit)
		.map(({ event }) => event);
}

/** Returns the newest entries that can be displayed, and all that are dated ahead, which may be older than those. */
function newestOf(
	entries: readonly LogEntry[],
	limit: number,
	{ isShown, fromMs = -Infinity }: NewestQuery,
): LogEntry[] {
	const newest: LogEntry[] = [];
	let count = 0;
	for (let index = entries.length - 1; index >= 0 && count < limit; index--) {
		const entry = entries[index];
		if (!entry || entry.event.createdAtMs < fromMs) break;
		const { isDeleted, person, nameKey } = entry.event;
		// An event with only a hash of the user name cannot be displayed.
		const isDisplayable = !isDeleted && (person !== undefined || nameKey === undefined) && isShown(entry);
		if (!isDisplayable) continue;
		newest.push(entry);
		if (!isAhead(entry)) count++;
	}
	return newest;
}

/**
 * Sorts entries, latest first. The date of an event dated ahead is wrong, so its id gives its place among the others: ids
 * are in the order in which the service recorded the events. Without an id, it is the last.
 */
function latestFirst(entries: readonly LogEntry[]): readonly LogEntry[] {
	const sorted = entries.filter((entry) => !isAhead(entry)).sort((a, b) => oldestFirst(b.event, a.event));
	const ahead = entries.filter(isAhead).sort((a, b) => idOf(a) - idOf(b) || 0);
	for (const entry of ahead) {
		const hasHappenedSince = (other: LogEntry) => !(idOf(other) < idOf(entry));
		sorted.splice(sorted.findLastIndex(hasHappenedSince) + 1, 0, entry);
	}
	return sorted;
}

function idOf({ event }: LogEntry): number {
	return Number(event.id ?? NaN);
}
