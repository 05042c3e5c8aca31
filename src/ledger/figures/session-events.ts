import type { EventLog } from "../log/event-log";
import type { LogEntry } from "../log/log-entry";
import { latestFirst } from "../log/newest-events";
import { isAtLeast, type MinAmount } from "../../state/events/min-amount";
import { startOfSecondMs } from "../../state/time/periods";
import type { Interval } from "../../state/time/scope";
import type { StreamEvent, StreamEventType } from "../../state/events/stream-event";
import { isInPeriod, isUndated } from "./tally";

/** Which events of the session to list. */
export type SessionSelection = {
	readonly types: readonly StreamEventType[];
	/** Smaller donations are left out. */
	readonly min?: MinAmount | undefined;
	/** Maximum number of events; the newest are kept. */
	readonly limit: number;
};

type Options = SessionSelection & { readonly isIgnored: (event: StreamEvent) => boolean };

/** Returns the newest events of an interval, oldest first, without own tests, deleted events and ignored user names. */
export function sessionEvents(
	log: EventLog,
	interval: Interval,
	{ types, min, limit, isIgnored }: Options,
): readonly StreamEvent[] {
	const isListed = (entry: LogEntry) => {
		const { event } = entry;
		const isReal = !event.isTest && !event.isDeleted && !isUndated(event);
		return isReal && isInPeriod(interval, event, entry) && isAtLeast(event, min) && !isIgnored(event);
	};
	const newest = types.flatMap((type) =>
		newestOf(log.timeline(type).entries, startOfSecondMs(interval.fromMs), limit, isListed),
	);
	return latestFirst(newest)
		.slice(0, limit)
		.reverse()
		.map(({ event }) => event);
}

function newestOf(
	entries: readonly LogEntry[],
	fromMs: number,
	limit: number,
	isListed: (entry: LogEntry) => boolean,
): LogEntry[] {
	const newest: LogEntry[] = [];
	for (let index = entries.length - 1; index >= 0 && newest.length < limit; index--) {
		const entry = entries[index];
		if (!entry || entry.event.createdAtMs < fromMs) break;
		if (isListed(entry)) newest.push(entry);
	}
	return newest;
}
