import type { EventPage } from "../../service/ports";
import { matchesCached, type ListCache, type CachedList } from "../../ledger/cached-list";
import { identityOf, type StreamEvent } from "../../state/events/stream-event";
import type { ListedEntries } from "./listed-entries";
import type { SyncLimits } from "../sync-limits";

/** Minimum share of the compared entries that must be in the cache. */
const minCachedShare = 0.2;
/** If a larger share of entries differs, they were not just edited: it is a different list. */
const maxEditedShare = 0.1;
/** Number of sample pages, spread over the rest of the list, that are compared with the cache. */
const sampleCount = 3;

/** Cached list. It may be used once, for events created before `untilMs` (epoch milliseconds). */
export type CachedListOptions = {
	readonly list: CachedList;
	readonly untilMs: number;
	readonly memory: Pick<ListCache, "minComparedCount" | "hashName">;
	/** Uniform in [0, 1). */
	readonly random: () => number;
	readonly limits: Pick<SyncLimits, "sampleSize">;
};

/**
 * The cached entries of a list that follow those already read, and the checks whether the list still contains them.
 */
export class CachedTail {
	/** Newest first. */
	readonly events: readonly StreamEvent[];
	readonly #cached: CachedListOptions;
	/** Offset of its first entry in the list. */
	readonly #offset: number;

	private constructor(events: readonly StreamEvent[], offset: number, cached: CachedListOptions) {
		this.events = events;
		this.#offset = offset;
		this.#cached = cached;
	}

	/**
	 * Returns the cached entries that follow those already read.
	 * @param entries Everything read so far.
	 * @param page The last page, and the offset after its last entry.
	 * @returns `too early` if not enough has been read to decide, `in doubt` if the entries read do not match the
	 * cache.
	 */
	static create(
		entries: ListedEntries,
		page: Pick<EventPage, "totalCount"> & { readonly endOffset: number },
		cached: CachedListOptions,
	): CachedTail | "too early" | "in doubt" {
		const { list, untilMs, memory } = cached;
		const { oldestMs } = entries;
		if (entries.size < memory.minComparedCount || oldestMs >= untilMs) return "too early";
		const tail: StreamEvent[] = [];
		let editedCount = 0;
		for (const event of list.events) {
			const listed = entries.find(event);
			if (!listed) tail.push(event);
			else if (!matchesCached(listed, event, memory.hashName)) editedCount++;
		}
		if (list.events.length - tail.length < memory.minComparedCount * minCachedShare) return "too early";
		if (editedCount > maxEditedShare * (list.events.length - tail.length)) return "in doubt";
		const areAllOlder = tail.every(({ createdAtMs }) => createdAtMs <= oldestMs);
		const hasSameLength = page.totalCount === page.endOffset + tail.length + list.olderCount;
		if (!areAllOlder || !hasSameLength) return "in doubt";
		return new CachedTail(tail, page.endOffset, cached);
	}

	/** Ranges of the list to compare with the cache. */
	get samples(): readonly { readonly offset: number; readonly limit: number }[] {
		const { random, limits } = this.#cached;
		const { sampleSize } = limits;
		const sectionLength = this.events.length / sampleCount;
		return Array.from({ length: sampleCount }, (_, index) => {
			const slack = Math.max(0, sectionLength - sampleSize);
			const start = Math.floor(index * sectionLength + slack * random());
			return { offset: this.#offset + start, limit: sampleSize };
		});
	}

	/**
	 * Returns whether a page at this offset contains the cached entries in the same places. A few of them may have
	 * been edited.
	 */
	matches({ events, entryCount }: EventPage, offset: number): boolean {
		const start = offset - this.#offset;
		if (events.length < entryCount) return false;
		const compared = events.slice(0, this.events.length - start);
		const times = new Set(compared.map(({ createdAtMs }) => createdAtMs));
		const candidates = this.events.filter(({ createdAtMs }) => times.has(createdAtMs));
		const byIdentity = new Map(candidates.map((event) => [identityOf(event), event]));
		let editedCount = 0;
		for (const [index, event] of compared.entries()) {
			const cached = byIdentity.get(identityOf(event));
			// Entries with the same creation time can be in any order.
			const isInPlace =
				this.events[start + index]?.createdAtMs === event.createdAtMs &&
				cached?.createdAtMs === event.createdAtMs;
			if (!cached || !isInPlace) return false;
			if (!matchesCached(event, cached, this.#cached.memory.hashName)) editedCount++;
		}
		return editedCount <= maxEditedShare * compared.length;
	}
}
