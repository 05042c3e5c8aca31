import type { EventPage } from "../service/ports";
import { matchesCached, type ListCache, type CachedList } from "../ledger/cached-list";
import { identityOf, type StreamEvent } from "../state/stream-event";
import type { ListedEntries } from "./listed-entries";
import { defaultSyncLimits, type SyncLimits } from "./sync-limits";

/** This share of those that are compared has to be remembered ones. */
const minCachedShare = 0.2;
/** A larger share of entries that say something else was not only edited: another list is meant. */
const maxEditedShare = 0.1;
/** How many pages of the rest are compared as well, spread over all of it. */
const sampleCount = 3;

/** What is remembered may be used for what was created before `untilMs`, epoch milliseconds, and only once. */
export type CachedListOptions = {
	readonly list: CachedList;
	readonly untilMs: number;
	readonly memory: Pick<ListCache, "minCompared" | "hashName">;
	/** Uniform in [0, 1). */
	readonly random: () => number;
	readonly limits?: SyncLimits | undefined;
};

/** The far end of a list as it is remembered, and whether it still is like that. */
export class CachedTail {
	/** Newest first. */
	readonly events: readonly StreamEvent[];
	readonly #byIdentity: ReadonlyMap<string, StreamEvent>;
	readonly #cached: CachedListOptions;
	/** Where it begins in the list. */
	readonly #offset: number;

	private constructor(events: readonly StreamEvent[], offset: number, cached: CachedListOptions) {
		this.events = events;
		this.#byIdentity = new Map(events.map((event) => [identityOf(event), event]));
		this.#offset = offset;
		this.#cached = cached;
	}

	/**
	 * What is remembered of the list beyond what has been read.
	 * @param entries Everything that has been read.
	 * @param page The last one, and where it ends in the list.
	 * @returns `too early` when not enough has been read to tell, `in doubt` when what is read is not as it is remembered.
	 */
	static create(
		entries: ListedEntries,
		page: Pick<EventPage, "totalCount"> & { readonly endOffset: number },
		cached: CachedListOptions,
	): CachedTail | "too early" | "in doubt" {
		const { list, untilMs, memory } = cached;
		const { oldestMs } = entries;
		if (entries.size < memory.minCompared || oldestMs >= untilMs) return "too early";
		const tail: StreamEvent[] = [];
		let editedCount = 0;
		for (const event of list.events) {
			const listed = entries.find(event);
			if (!listed) tail.push(event);
			else if (!matchesCached(listed, event, memory.hashName)) editedCount++;
		}
		if (list.events.length - tail.length < memory.minCompared * minCachedShare) return "too early";
		if (editedCount > maxEditedShare * (list.events.length - tail.length)) return "in doubt";
		const areAllOlder = tail.every(({ createdAtMs }) => createdAtMs <= oldestMs);
		const hasSameLength = page.totalCount === page.endOffset + tail.length + list.olderCount;
		if (!areAllOlder || !hasSameLength) return "in doubt";
		return new CachedTail(tail, page.endOffset, cached);
	}

	/** Where in the list to look whether it is as remembered. */
	get samples(): readonly { readonly offset: number; readonly limit: number }[] {
		const { random, limits = defaultSyncLimits } = this.#cached;
		const { sampleSize } = limits;
		const sectionLength = this.events.length / sampleCount;
		return Array.from({ length: sampleCount }, (_, index) => {
			const slack = Math.max(0, sectionLength - sampleSize);
			const start = Math.floor(index * sectionLength + slack * random());
			return { offset: this.#offset + start, limit: sampleSize };
		});
	}

	/** Whether a page that begins there has the cached entries in their places. Some of them may have been edited. */
	matches({ events, entryCount }: EventPage, offset: number): boolean {
		const start = offset - this.#offset;
		if (events.length < entryCount) return false;
		const compared = events.slice(0, this.events.length - start);
		let editedCount = 0;
		for (const [index, event] of compared.entries()) {
			const cached = this.#byIdentity.get(identityOf(event));
			// Of one second, the order may be any.
			const isInPlace =
				this.events[start + index]?.createdAtMs === event.createdAtMs &&
				cached?.createdAtMs === event.createdAtMs;
			if (!cached || !isInPlace) return false;
			if (!matchesCached(event, cached, this.#cached.memory.hashName)) editedCount++;
		}
		return editedCount <= maxEditedShare * compared.length;
	}
}
