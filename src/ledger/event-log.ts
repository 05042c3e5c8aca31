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

/**
 * Every event known, each once, in order of time, however often and in whatever form it is told. For each type it also
 * knows since when it is complete: nothing the list held at the last look and created from then on is missing here.
 */
export class EventLog {
	readonly #timelines = emptyTimelines();
	readonly #index = new EventIndex(this.#timelines);
	readonly #completeFromMs = new Map<StreamEventType, number>();
	/** For each type, since when it is known who did what. */
	readonly #namedFromMs = new Map<StreamEventType, number>();
	readonly #listener: LogListener;
	readonly #limits: LedgerLimits;

	constructor(listener: LogListener = () => undefined, limits: LedgerLimits = defaultLedgerLimits) {
		this.#listener = listener;
		this.#limits = limits;
	}

	/** The time from which on nothing is missing, epoch milliseconds; undefined before the first look. */
	completeFromMs(type: StreamEventType): number | undefined {
		return this.#completeFromMs.get(type);
	}

	/** As {@link completeFromMs}, with everybody's name. */
	namedFromMs(type: StreamEventType): number | undefined {
		const completeFromMs = this.#completeFromMs.get(type);
		if (completeFromMs === undefined) return undefined;
		return Math.max(completeFromMs, this.#namedFromMs.get(type) ?? Infinity);
	}

	/** @param namedFromMs Since when names are known as well. */
	extendCoverage(type: StreamEventType, fromMs: number, namedFromMs = fromMs): void {
		const currentMs = this.#completeFromMs.get(type) ?? Infinity;
		this.#completeFromMs.set(type, Math.min(currentMs, fromMs));
		this.#namedFromMs.set(type, Math.min(this.#namedFromMs.get(type) ?? Infinity, namedFromMs));
	}

	/** Whether it lies where nothing is missing: what is not known of there is new. */
	covers({ type, createdAtMs }: StreamEvent): boolean {
		return createdAtMs >= (this.#completeFromMs.get(type) ?? Infinity);
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

	/** Forgets what nobody asks for any more, once that is worth it. The log stays complete, from a later time on. */
	forgetBefore(type: StreamEventType, fromMs: number): void {
		const timeline = this.timeline(type);
		const oldestRetained = timeline.entries[timeline.entries.length - this.#limits.minRetainedCount];
		const untilMs = Math.min(fromMs, oldestRetained?.event.createdAtMs ?? -Infinity);
		if (untilMs <= (this.#completeFromMs.get(type) ?? Infinity)) return;
		const removed = timeline.removeBefore(untilMs);
		for (const entry of removed) {
			this.#index.remove(entry);
			this.#listener(entry, entry.event, undefined);
		}
		if (removed.length > 0) this.#completeFromMs.set(type, untilMs);
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
