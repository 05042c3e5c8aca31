import type { StreamEvent, StreamEventType } from "../state/stream-event";
import type { Totals } from "../state/totals";

/**
 * What the service said when it was asked for everything at once: the event list back to `reachMs` and the lifetime
 * totals read between two looks at the list.
 */
export type Snapshot = {
	readonly types: readonly StreamEventType[];
	/** Everything the list holds of these types, created at or after `reachMs`. */
	readonly events: readonly StreamEvent[];
	/** Epoch milliseconds; −Infinity when the list was read to its end. */
	readonly reachMs: number;
	/**
	 * Start of what was not read, epoch milliseconds: the snapshot is a page from the middle of the list. Absent when the list
	 * was read from its newest entry.
	 */
	readonly untilMs?: number;
	/** How far back the list was meant to be read, epoch milliseconds; absent when it was read that far. */
	readonly requestedFromMs?: number;
	/** A limit of requests or entries ended the read. */
	readonly isTruncated?: boolean;
	/** From when on it is known who did what, epoch milliseconds; absent when that is as far back as the events go. */
	readonly namedFromMs?: number | undefined;
	/** How many events of these types the service has ever listed. */
	readonly totalCount?: number | undefined;
	/** Absent when this look didn't ask for them. */
	readonly totals?: Totals | undefined;
	/** The list's own count of hostings, if it tells; absent when not asked for. */
	readonly hostings?: { readonly count: number | undefined } | undefined;
	/** Pages of the list did not fit together: what it does not show may have fallen between them. */
	readonly hasGaps?: boolean;
	/** Whether the list was the same before and after the totals, so that it is certain which events they contain. */
	readonly isExact: boolean;
	/** When it began, epoch milliseconds, by the service's clock. */
	readonly startedAtMs: number;
	/** When it ended, on a clock that never jumps, milliseconds. */
	readonly atMs: number;
};

/** What a look brought to light. */
export type SnapshotResult = {
	/** What happened since the last look without being told live, oldest first; nothing at the first look. */
	readonly missed: readonly StreamEvent[];
	/** Whether the service's own count of events tells that more has changed, further back than the look went. */
	readonly hasCountMismatch: boolean;
	/** Whether the list lacked events that are known, and another look has to tell what became of them. */
	readonly isBehind: boolean;
	/** Whether the list said anything that was not known before. */
	readonly hasChanges: boolean;
};
