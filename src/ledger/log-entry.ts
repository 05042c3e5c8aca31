import type { StreamEvent } from "../state/stream-event";

/** What the service's list has said of an event so far. */
export type Listing =
	/** It has never held it. */
	| "never"
	/** The last look that reached it found it. */
	| "listed"
	/** It has held it, and the last look that reached it did not find it. */
	| "lacking";

/** A known event and how it became known. There is one object for each event; only the log changes it. */
export type LogEntry = {
	event: StreamEvent;
	listing: Listing;
	/** When it was first told, epoch milliseconds. */
	readonly arrivedAtMs: number;
	/** When the socket told it first, epoch milliseconds; undefined when the list came before. */
	readonly pushedAtMs: number | undefined;
	/** When its deletion was told live, epoch milliseconds. */
	deletedAtMs: number | undefined;
	/** When a look newer than the event first lacked it, on a clock that never jumps; undefined while none has. */
	missingSinceMs: number | undefined;
};
