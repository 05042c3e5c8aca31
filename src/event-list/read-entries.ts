import { identityOf, type StreamEvent } from "../state/stream-event";

/** A kilobyte each: a list that has more would fill the memory. */
const maxEntries = 300_000;

/** Entries of the list, and the creation times of the newest and the oldest one, epoch milliseconds. */
export type Entries = {
	readonly events: Iterable<StreamEvent>;
	readonly newestMs: number;
	readonly oldestMs: number;
};

/** What has been read of the list, each entry once and as it was told last. */
export class ReadEntries {
	readonly #byIdentity = new Map<string, StreamEvent>();
	#newestMs = -Infinity;
	#oldestMs = Infinity;

	get events(): Iterable<StreamEvent> {
		return this.#byIdentity.values();
	}

	get byIdentity(): ReadonlyMap<string, StreamEvent> {
		return this.#byIdentity;
	}

	get size(): number {
		return this.#byIdentity.size;
	}

	get newestMs(): number {
		return this.#newestMs;
	}

	get oldestMs(): number {
		return this.#oldestMs;
	}

	/** Whether there is no room for more. */
	get areTooMany(): boolean {
		return this.size >= maxEntries;
	}

	has(event: StreamEvent): boolean {
		return this.#byIdentity.has(identityOf(event));
	}

	/** @returns How many of them were not known. */
	add({ events, newestMs, oldestMs }: Entries): number {
		const sizeBefore = this.size;
		for (const event of events) this.#byIdentity.set(identityOf(event), event);
		this.#newestMs = Math.max(this.#newestMs, newestMs);
		this.#oldestMs = Math.min(this.#oldestMs, oldestMs);
		return this.size - sizeBefore;
	}

	/** About how many there are from the oldest one back to a time, by how close those that are known are to each other. */
	missingCount(untilMs: number): number {
		const missingCount = (this.size / (this.#newestMs - this.#oldestMs)) * (this.#oldestMs - untilMs);
		return Number.isNaN(missingCount) ? Infinity : missingCount;
	}
}

/** Creation times of the newest and the oldest event, epoch milliseconds; −Infinity and Infinity where none tells its time. */
export function spanOf(events: readonly StreamEvent[]) {
	let [newestMs, oldestMs] = [-Infinity, Infinity];
	for (const { createdAtMs, isTimeAssumed } of events) {
		if (isTimeAssumed) continue;
		newestMs = Math.max(newestMs, createdAtMs);
		oldestMs = Math.min(oldestMs, createdAtMs);
	}
	return { newestMs, oldestMs };
}
