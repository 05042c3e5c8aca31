import { maxAheadMs } from "../timing";
import type { StreamEvent } from "../../state/events/stream-event";

/** Whether the service's list contains an event. */
export type Listing =
	/** No snapshot has contained it. */
	| "never"
	/** The last snapshot that reached it contains it. */
	| "listed"
	/** An earlier snapshot contained it, and the last one that reached it does not. */
	| "missing";

/**
 * A stored event and how it was received. Invariant: there is one object per event, and only the log replaces its
 * `event`.
 */
export type LogEntry = {
	event: StreamEvent;
	listing: Listing;
	/** Time of the first report, epoch milliseconds. */
	readonly arrivedAtMs: number;
	/** Time of the push that created the entry, epoch milliseconds; undefined if the event was listed first. */
	readonly pushedAtMs: number | undefined;
	/** Time when its deletion was pushed, epoch milliseconds. */
	deletedAtMs: number | undefined;
	/**
	 * Monotonic start of the first snapshot newer than the event that does not contain it; undefined if there is none.
	 */
	missingSinceMs: number | undefined;
};

/** Returns whether the event is dated ahead of its arrival by more than clocks differ. */
export function isAhead({ event, arrivedAtMs }: LogEntry): boolean {
	return event.createdAtMs > arrivedAtMs + maxAheadMs;
}
