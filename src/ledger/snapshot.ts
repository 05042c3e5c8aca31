import type { LogEntry } from "./log/log-entry";
import { maxClockErrorMs, type StreamEvent, type StreamEventType } from "../state/events/stream-event";
import type { Totals } from "../state/totals";

/**
 * Result of one sync: the event list back to `reachMs`, and the lifetime totals fetched between two requests for the list.
 */
export type Snapshot = {
	readonly types: readonly StreamEventType[];
	/** All listed events of these types created at or after `reachMs`. */
	readonly events: readonly StreamEvent[];
	/** Start of the snapshot, epoch milliseconds; −Infinity if the list was read to its end. */
	readonly reachMs: number;
	/**
	 * Start of what was not read, epoch milliseconds: the snapshot is a page from the middle of the list. Absent when the list
	 * was read from its newest entry.
	 */
	readonly untilMs?: number;
	/** Requested start, epoch milliseconds; absent if the snapshot reaches it. */
	readonly requestedFromMs?: number;
	/** A limit of requests or entries ended the read. */
	readonly isTruncated?: boolean;
	/** Start of the events with user names, epoch milliseconds; absent if it equals `reachMs`. */
	readonly namedFromMs?: number | undefined;
	/** The service's own count of all events of these types that it ever listed. */
	readonly totalCount?: number | undefined;
	/** Absent if not requested. */
	readonly totals?: Totals | undefined;
	/** The list's own count of hostings, if it has one; absent if not requested. */
	readonly hostings?: { readonly count: number | undefined } | undefined;
	/** Pages of the list had gaps between them, where events may be missing. */
	readonly hasGaps?: boolean;
	/** The list is longer than what was read and not sorted by time, so it shows nothing about the past. */
	readonly isUnordered?: boolean;
	/** Whether the list was the same before and after the totals, so that it is certain which events they include. */
	readonly isExact: boolean;
	/** Start of the sync, epoch milliseconds, by the service's clock. */
	readonly startedAtMs: number;
	/** End of the sync, monotonic time in milliseconds. */
	readonly atMs: number;
	/** Duration of the sync in milliseconds; 0 if absent. */
	readonly durationMs?: number;
};

export type SnapshotResult = {
	/** Events that have just happened, oldest first: the list can contain an event before its push arrives. */
	readonly live: readonly StreamEvent[];
	/** Other events since the last snapshot that were not pushed, oldest first; empty for the first snapshot. */
	readonly missed: readonly StreamEvent[];
	/** Whether the service's own count shows further changes, further back than the snapshot reaches. */
	readonly hasCountMismatch: boolean;
	/** Whether stored events are missing from the list, so that another snapshot is needed. */
	readonly isBehind: boolean;
	readonly hasChanges: boolean;
};

/** Returns whether the service or a limit ended the read before its requested start. */
export function isStopped({ requestedFromMs = Infinity, reachMs }: Snapshot): boolean {
	return requestedFromMs < reachMs;
}

/**
 * Returns the earliest time at which the list may contain the event. It can differ from the time of the push, which may
 * be assumed or corrected later, so a snapshot that does not reach this time decides nothing.
 */
export function earliestMs({ createdAtMs }: StreamEvent): number {
	return createdAtMs - maxClockErrorMs;
}

/** Returns whether the list was not read back to the event, or may not have been: it was pushed before, without a time. */
export function isOutOfReach(
	{ event, arrival }: LogEntry,
	{ reachMs, startedAtMs }: Pick<Snapshot, "reachMs" | "startedAtMs">,
): boolean {
	const mayBeEarlier = event.isTimeAssumed && arrival.atMs < startedAtMs;
	return (mayBeEarlier ? earliestMs(event) : event.createdAtMs) < reachMs;
}
