import type { LogEntry } from "../../../src/ledger/log/log-entry";
import type { Snapshot } from "../../../src/ledger/snapshot";
import {
	streamEventTypes,
	type StreamEvent,
	type StreamEventType,
} from "../../../src/state/events/stream-event";

export const noonMs = Date.UTC(2026, 2, 4, 12);

/** Returns an event with an id, created `agoMs` before noon. */
export function someEvent(
	id: number,
	changes: Partial<StreamEvent> & { readonly agoMs?: number } = {},
): StreamEvent {
	const { agoMs = 0, ...fields } = changes;
	const type: StreamEventType = changes.type ?? "follow";
	return { id: `${id}`, ref: `r${id}`, type, createdAtMs: noonMs - agoMs, isDeleted: false, ...fields };
}

/** Returns the log's entry of a listed event. */
export function someEntry(
	id: number,
	changes: Partial<StreamEvent> & { readonly agoMs?: number } = {},
): LogEntry {
	return entryOf(someEvent(id, changes));
}

export function entryOf(event: StreamEvent): LogEntry {
	return {
		event,
		listing: "listed",
		arrival: { atMs: noonMs, source: "list" },
	};
}

/** Returns a complete and exact snapshot of a list with these events. */
export function someSnapshot(events: readonly StreamEvent[], changes: Partial<Snapshot> = {}): Snapshot {
	return {
		types: streamEventTypes,
		events,
		reachMs: -Infinity,
		totalCount: events.length,
		totals: { byProvider: {} },
		isExact: true,
		startedAtMs: noonMs,
		atMs: 0,
		...changes,
	};
}
