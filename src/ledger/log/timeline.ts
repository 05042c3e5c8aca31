import type { LogEntry } from "./log-entry";
import { partitionIndex } from "./partition-index";
import { startOfSecondMs } from "../../state/time/periods";
import type { StreamEvent, StreamEventType } from "../../state/events/stream-event";

/**
 * Up to this many new entries are inserted one by one, which is faster for a pushed event. More, as after a snapshot, are
 * added with a single sort.
 */
const maxSingleInserts = 8;

/**
 * Entries of one event type.
 *
 * Invariant: entries are sorted by creation time, and by id within the same time.
 */
export class Timeline {
	#entries: LogEntry[] = [];

	get entries(): readonly LogEntry[] {
		return this.#entries;
	}

	/** Returns the index of the first entry created at this time, epoch milliseconds, or later. */
	readonly indexFrom = (fromMs: number): number =>
		partitionIndex(this.#entries, ({ event }) => event.createdAtMs < fromMs);

	/** Returns the entries created between two times, both inclusive, epoch milliseconds. */
	between(fromMs: number, toMs: number): readonly LogEntry[] {
		const end = partitionIndex(this.#entries, ({ event }) => event.createdAtMs <= toMs);
		return this.#entries.slice(this.indexFrom(fromMs), end);
	}

	/**
	 * Returns the entries that may belong to an interval: those created in the second in which it begins or later, and those
	 * without a time, which are first.
	 */
	possiblyFrom(fromMs: number): readonly LogEntry[] {
		const undatedEnd = this.indexFrom(1);
		const start = Math.max(undatedEnd, this.indexFrom(startOfSecondMs(fromMs)));
		return [...this.#entries.slice(0, undatedEnd), ...this.#entries.slice(start)];
	}

	/** Returns the number of entries created at this time, epoch milliseconds, or later. */
	countFrom(fromMs: number): number {
		return this.#entries.length - this.indexFrom(fromMs);
	}

	clear(): void {
		this.#entries = [];
	}

	/** Adds entries in any order. They must not be in the timeline yet. */
	addAll(added: readonly LogEntry[]): void {
		if (added.length > maxSingleInserts) {
			this.#entries = [...this.#entries, ...added].sort((a, b) => oldestFirst(a.event, b.event));
			return;
		}
		for (const entry of added) {
			// A pushed event is almost always the newest.
			const last = this.#entries.at(-1);
			const isBefore = ({ event }: LogEntry) => oldestFirst(event, entry.event) <= 0;
			if (!last || isBefore(last)) this.#entries.push(entry);
			else this.#entries.splice(partitionIndex(this.#entries, isBefore), 0, entry);
		}
	}

	/** Removes an entry. It is searched from its creation time on, and everywhere if that time has changed. */
	remove(entry: LogEntry): void {
		const expected = this.#entries.indexOf(entry, this.indexFrom(entry.event.createdAtMs));
		const index = expected === -1 ? this.#entries.indexOf(entry) : expected;
		if (index !== -1) this.#entries.splice(index, 1);
	}

	/** Removes and returns the entries created at `fromMs` or later and before `untilMs`, epoch milliseconds. */
	removeBetween(fromMs: number, untilMs: number): readonly LogEntry[] {
		const [start, end] = [this.indexFrom(fromMs), this.indexFrom(untilMs)];
		const removed = this.#entries.slice(start, end);
		if (removed.length > 0) this.#entries = [...this.#entries.slice(0, start), ...this.#entries.slice(end)];
		return removed;
	}
}

export type Timelines = Readonly<Record<StreamEventType, Timeline>>;

export function emptyTimelines(): Timelines {
	return {
		follow: new Timeline(),
		subscription: new Timeline(),
		donation: new Timeline(),
		hosting: new Timeline(),
	};
}

/** Compares events by creation time, then by id. */
export function oldestFirst(a: StreamEvent, b: StreamEvent): number {
	return a.createdAtMs - b.createdAtMs || Number(a.id ?? 0) - Number(b.id ?? 0);
}
