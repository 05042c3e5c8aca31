import { defaultSyncLimits, type SyncLimits } from "./sync-limits";
import { identityOf, type StreamEvent } from "../state/stream-event";

/** What has been read of the list, each entry once and as it was told last. */
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

	/** Creation time of the oldest entry, of those that tell it, epoch milliseconds. */
	get oldestMs(): number {
		return this.#oldestMs;
	}

	/** Whether there is no room for more. */
	get isFull(): boolean {
		return this.size >= this.#maxEntries;
	}

	/** The same entry as it was read; undefined where it was not. */
	find(event: StreamEvent): StreamEvent | undefined {
		return this.#entries.get(identityOf(event));
	}

	hasAny(events: readonly StreamEvent[]): boolean {
		return events.some((event) => this.find(event));
	}

	/**
	 * @param oldestMs Creation time of an entry that we know nothing else of, epoch milliseconds.
	 * @returns How many of them were not known.
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

	/** About how many there are from the oldest one back to a time, by how close those that are known are to each other. */
	estimateMissingCount(untilMs: number): number {
		const missingCount = (this.size / (this.#newestMs - this.#oldestMs)) * (this.#oldestMs - untilMs);
		return Number.isNaN(missingCount) ? Infinity : missingCount;
	}
}
