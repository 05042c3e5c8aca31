import { EventIndex } from "./event-index";
import { isEqualEvent, compactEvent } from "../state/compact-event";
import { defaultLedgerLimits, type LedgerLimits } from "./ledger-limits";
import type { LogEntry } from "./log-entry";
import type { StreamEvent, StreamEventType } from "../state/stream-event";
import { emptyTimelines, type Timeline } from "./timeline";

/** Told of every change: what an event said before, and what it says now. Either is undefined where there is none. */
export type LogListener = (
	entry: LogEntry,
	before: StreamEvent | undefined,
	after: StreamEvent | undefined,
) => void;

/** Every stored event, each once and in order of time, however often and in whatever form it was received. */
export class EventLog {
	readonly #timelines = emptyTimelines();
	readonly #index = new EventIndex(this.#timelines);
	readonly #listener: LogListener;
	readonly #limits: LedgerLimits;

	constructor(listener: LogListener = () => undefined, limits: LedgerLimits = defaultLedgerLimits) {
		this.#listener = listener;
		this.#limits = limits;
	}

	/** In order of time. */
	timeline(type: StreamEventType): Timeline {
		return this.#timelines[type];
	}

	/** Those created at this time or later, epoch milliseconds. */
	entriesFrom(type: StreamEventType, fromMs: number): readonly LogEntry[] {
		const { entries, indexFrom } = this.timeline(type);
		return entries.slice(indexFrom(fromMs));
	}

	/** The entry of this event; two where it has become known by its id here and by its ref there. */
	find(event: StreamEvent): readonly LogEntry[] {
		return this.#index.find(event);
	}

	/** A telling with both names says which belong together. Of equals known by one name each, that could only be guessed. */
	pairKeys(event: StreamEvent): void {
		const pair = this.#index.pairOf(event);
		if (!pair) return;
		const [sameId, sameRef] = pair;
		const { ref } = sameId.event;
		this.change(sameId, { ...sameId.event, ref: event.ref });
		this.change(sameRef, { ...sameRef.event, ref });
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

	/** The event says something else now; its type never changes. */
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

	/** Whether it is among those of which everything is kept. */
	keepsMessage(entry: LogEntry): boolean {
		const timeline = this.timeline(entry.event.type);
		const oldest = timeline.entries[timeline.entries.length - this.#limits.maxMessages];
		return !oldest || entry.event.createdAtMs >= oldest.event.createdAtMs;
	}

	/** Creation time of the newest event known, epoch milliseconds. */
	newestMs(): number | undefined {
		const newest = Object.values(this.#timelines).flatMap(({ entries }) => entries.at(-1) ?? []);
		return newest.length > 0 ? Math.max(...newest.map(({ event }) => event.createdAtMs)) : undefined;
	}

	/** Drops events created before this time, epoch milliseconds. */
	dropBefore(type: StreamEventType, untilMs: number): void {
		for (const entry of this.timeline(type).removeBefore(untilMs)) {
			this.#index.remove(entry);
			this.#listener(entry, entry.event, undefined);
		}
	}

	/** Creation time of the oldest of so many of the newest events of a type, epoch milliseconds; −Infinity without so many. */
	newestFromMs(type: StreamEventType, count: number): number {
		const { entries } = this.timeline(type);
		return entries[entries.length - count]?.event.createdAtMs ?? -Infinity;
	}

	/** Of all but the newest. Where few were added, only as many have become too old. */
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
