import { defaultSyncLimits, type SyncLimits } from "../sync-limits";
import { identityOf, type StreamEvent } from "../../state/events/stream-event";

/**
 * Entries read from the list.
 *
 * Invariant: each entry is stored once, in the version received last.
 */
export class ListedEntries {
	readonly #entries = new Map<string, StreamEvent>();
	#newestMs = -Infinity;
	#oldestMs = Infinity;
	readonly #maxEntries: number;

	constructor({ maxEntries }: Pick<SyncLimits, "maxEntries"> = defaultSyncLimits) {
		this.#maxEntries = maxEntries;
	}

	get events(): readonly StreamEvent[] {
		return [...this.#entries.values()];
	}

	get size(): number {
		return this.#entries.size;
	}

	/** Creation time of the oldest entry that has one, epoch milliseconds; Infinity if there is none. */
	get oldestMs(): number {
		return this.#oldestMs;
	}

	get isFull(): boolean {
		return this.size >= this.#maxEntries;
	}

	/** Returns the stored version of this entry; undefined if it has not been read. */
	find(event: StreamEvent): StreamEvent | undefined {
		return this.#entries.get(identityOf(event));
	}

	hasAny(events: readonly StreamEvent[]): boolean {
		return events.some((event) => this.find(event));
	}

	/**
	 * Adds entries, and replaces those with the same identity.
	 * @param oldestMs Creation time of the oldest entry of an unknown kind, epoch milliseconds.
	 * @returns How many entries were new.
	 */
	add(events: readonly StreamEvent[], oldestMs = Infinity): number {
		const sizeBefore = this.size;
		for (const event of events) {
			this.#entries.set(identityOf(event), event);
			if (event.isTimeAssumed) continue;
			this.#newestMs = Math.max(this.#newestMs, event.createdAtMs);
			this.#oldestMs = Math.min(this.#oldestMs, event.createdAtMs);
		}
		this.#oldestMs = Math.min(this.#oldestMs, oldestMs);
		return this.size - sizeBefore;
	}

	/**
	 * Estimates how many entries there are between the oldest one and a time, from the density of those already
	 * read.
	 * @param latestMs Entries with a later date are dated ahead: they are no part of the span.
	 */
	estimateMissingCount(untilMs: number, latestMs: number): number {
		const spanMs = Math.min(this.#newestMs, latestMs) - this.#oldestMs;
		return spanMs > 0 ? (this.size / spanMs) * (this.#oldestMs - untilMs) : Infinity;
	}
}
