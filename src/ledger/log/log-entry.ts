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

/** First report of an event. All new entries of a snapshot share one object, which saves memory. */
export type Arrival = {
	/** Epoch milliseconds. */
	readonly atMs: number;
	readonly source: "push" | "list";
};

/**
 * A stored event and how it was received. Optional fields are set only when needed, because each costs memory. Invariant:
 * there is one object per event, and only the log replaces its `event`.
 */
export type LogEntry = {
	event: StreamEvent;
	listing: Listing;
	readonly arrival: Arrival;
	/** Time when its deletion was pushed, epoch milliseconds. */
	deletedAtMs?: number;
	/** Start of the last snapshot that edited or removed it, epoch milliseconds. Earlier snapshots do not change it. */
	changedAtMs?: number;
	/**
	 * Monotonic start of the first snapshot newer than the event that does not contain it; undefined if there is none.
	 */
	missingSinceMs?: number | undefined;
};

/** Returns whether the event is dated ahead of its arrival by more than clocks differ. */
export function isAhead({ event, arrival }: LogEntry): boolean {
	return event.createdAtMs > arrival.atMs + maxAheadMs;
}
