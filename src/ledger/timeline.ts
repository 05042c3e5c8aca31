import type { LogEntry } from "./log-entry";
import type { StreamEvent, StreamEventType } from "../state/stream-event";

/** More new entries than this are sorted in together. */
const maxSingleInserts = 8;

/** Entries of one type, the oldest first; of the same instant, in the order of their ids. */
export class Timeline {
	#entries: LogEntry[] = [];

	get entries(): readonly LogEntry[] {
		return this.#entries;
	}

	/** Where the entries begin that were created at this time, epoch milliseconds, or later. */
	readonly indexFrom = (fromMs: number): number => this.#findIndex(({ event }) => event.createdAtMs < fromMs);

	/** Those created from the first time on until the second one, both included, epoch milliseconds. */
	between(fromMs: number, toMs: number): readonly LogEntry[] {
		const end = this.#findIndex(({ event }) => event.createdAtMs <= toMs);
		return this.#entries.slice(this.indexFrom(fromMs), end);
	}

	/** How many were created at this time or later. */
	countFrom(fromMs: number): number {
		return this.#entries.length - this.indexFrom(fromMs);
	}

	clear(): void {
		this.#entries = [];
	}

	addAll(added: readonly LogEntry[]): void {
		if (added.length > maxSingleInserts) {
			this.#entries = [...this.#entries, ...added].sort((a, b) => oldestFirst(a.event, b.event));
			return;
		}
		for (const entry of added) {
			const last = this.#entries.at(-1);
			if (!last || oldestFirst(last.event, entry.event) <= 0) this.#entries.push(entry);
			else
				this.#entries.splice(
					this.#findIndex((other) => oldestFirst(other.event, entry.event) <= 0),
					0,
					entry,
				);
		}
	}

	/** Where it was, its time says, unless that has changed since. */
	remove(entry: LogEntry): void {
		const expected = this.#entries.indexOf(entry, this.indexFrom(entry.event.createdAtMs));
		const index = expected === -1 ? this.#entries.indexOf(entry) : expected;
		if (index !== -1) this.#entries.splice(index, 1);
	}

	/** Removes those created before this time, epoch milliseconds. */
	removeBefore(untilMs: number): readonly LogEntry[] {
		const index = this.indexFrom(untilMs);
		const removed = this.#entries.slice(0, index);
		this.#entries = this.#entries.slice(index);
		return removed;
	}

	/** The first index whose entry does not come before. */
	#findIndex(isBefore: (entry: LogEntry) => boolean): number {
		let [low, high] = [0, this.#entries.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			const entry = this.#entries[middle];
			if (entry && isBefore(entry)) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/** One for each type. */
export type Timelines = Readonly<Record<StreamEventType, Timeline>>;

export function emptyTimelines(): Timelines {
	return {
		follow: new Timeline(),
		subscription: new Timeline(),
		donation: new Timeline(),
		hosting: new Timeline(),
	};
}

/** For sorting; of the same instant, by id. */
export function oldestFirst(a: StreamEvent, b: StreamEvent): number {
	return a.createdAtMs - b.createdAtMs || Number(a.id ?? 0) - Number(b.id ?? 0);
}
