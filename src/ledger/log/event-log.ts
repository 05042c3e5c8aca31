import { EventIndex } from "./event-index";
import { isEqualEvent, compactEvent } from "../../state/events/compact-event";
import { defaultLedgerLimits, type LedgerLimits } from "../ledger-limits";
import { isAhead, type LogEntry } from "./log-entry";
import type { StreamEvent, StreamEventType } from "../../state/events/stream-event";
import { emptyTimelines, type Timeline } from "./timeline";

/** Called on every change, with the event before and after it: `before` is undefined for a new entry, `after` for a removed one. */
export type LogListener = (
	entry: LogEntry,
	before: StreamEvent | undefined,
	after: StreamEvent | undefined,
) => void;

/**
 * All stored events.
 *
 * Invariant: timelines and index contain the same entries, and the listener is called after every change of a counted field.
 */
export class EventLog {
	readonly #timelines = emptyTimelines();
	readonly #index = new EventIndex(this.#timelines);
	readonly #listener: LogListener;
	readonly #limits: LedgerLimits;

	constructor(listener: LogListener = () => undefined, limits: LedgerLimits = defaultLedgerLimits) {
		this.#listener = listener;
		this.#limits = limits;
	}

	timeline(type: StreamEventType): Timeline {
		return this.#timelines[type];
	}

	find(event: StreamEvent): readonly LogEntry[] {
		return this.#index.find(event);
	}

	/** Corrects which id and ref belong together, from an event with both. Among equal events with one key each, the pairs were a guess. */
	pairKeys(event: StreamEvent): void {
		const pair = this.#index.pairOf(event);
		if (!pair) return;
		const [sameId, sameRef] = pair;
		const { id, ref } = sameId.event;
		// What is listed without ids belongs to the refs.
		const isListedByRef = sameRef.event.id === undefined;
		this.change(sameId, { ...sameId.event, ...(isListedByRef ? { id: undefined } : { ref: event.ref }) });
		this.change(sameRef, { ...sameRef.event, ...(isListedByRef ? { id } : { ref }) });
	}

	addAll(entries: readonly LogEntry[]): void {
		for (const type of new Set(entries.map(({ event }) => event.type))) {
			const ofType = entries.filter(({ event }) => event.type === type);
			this.timeline(type).addAll(ofType);
			this.#dropMessages(type, ofType.length);
		}
		for (const entry of entries) {
			this.#index.add(entry);
			this.#listener(entry, undefined, entry.event);
		}
	}

	remove(entry: LogEntry): void {
		this.timeline(entry.event.type).remove(entry);
		this.#index.remove(entry);
		this.#listener(entry, entry.event, undefined);
	}

	/** Replaces the event of an entry. Its type never changes. */
	change(entry: LogEntry, event: StreamEvent): void {
		const before = entry.event;
		if (isEqualEvent(before, event)) return;
		const isMoved = before.createdAtMs !== event.createdAtMs || before.id !== event.id;
		const timeline = this.timeline(before.type);
		if (isMoved) timeline.remove(entry);
		this.#index.remove(entry);
		entry.event = compactEvent(event);
		this.#index.add(entry);
		if (isMoved) timeline.addAll([entry]);
		this.#listener(entry, before, entry.event);
	}

	/** Returns whether the entry is among the newest ones, whose messages are kept. */
	keepsMessage(entry: LogEntry): boolean {
		const timeline = this.timeline(entry.event.type);
		const oldest = timeline.entries[timeline.entries.length - this.#limits.maxMessages];
		return !oldest || entry.event.createdAtMs >= oldest.event.createdAtMs;
	}

	/** Returns the creation time of the newest stored event that is not dated ahead, epoch milliseconds. */
	newestMs(): number | undefined {
		const newest = Object.values(this.#timelines).flatMap(
			({ entries }) => entries.findLast((entry) => !isAhead(entry)) ?? [],
		);
		return newest.length > 0 ? Math.max(...newest.map(({ event }) => event.createdAtMs)) : undefined;
	}

	/** Drops events created before this time, epoch milliseconds, and those without a time unless they are kept. */
	dropBefore(type: StreamEventType, untilMs: number, { undated }: { readonly undated?: "keep" } = {}): void {
		for (const entry of this.timeline(type).removeBetween(undated === "keep" ? 1 : -Infinity, untilMs)) {
			this.#index.remove(entry);
			this.#listener(entry, entry.event, undefined);
		}
	}

	/** Returns the creation time of the oldest of the `count` newest events, epoch milliseconds; −Infinity if there are fewer. */
	newestFromMs(types: readonly StreamEventType[], count: number): number {
		const newest = types.flatMap((type) => this.timeline(type).entries.slice(-count));
		const times = newest.map(({ event }) => event.createdAtMs).sort((a, b) => b - a);
		return times[count - 1] ?? -Infinity;
	}

	/** Drops the messages of all but the newest entries. After a single insertion, at most one entry is affected. */
	#dropMessages(type: StreamEventType, addedCount: number): void {
		const { entries } = this.timeline(type);
		const end = entries.length - this.#limits.maxMessages;
		for (const entry of entries.slice(addedCount > 1 ? 0 : Math.max(0, end - 1), Math.max(0, end))) {
			if (entry.event.message === undefined) continue;
			const { message: _, ...event } = entry.event;
			entry.event = compactEvent(event);
		}
	}
}
