import { clockToleranceMs, maxPushDelayMs } from "../../ledger/timing";
import type { EventPage, ServiceClient } from "../../service/ports";
import type { StreamEventType } from "../../state/events/stream-event";
import type { Clock } from "../../state/time/clock";
import { PageFetcher, type FetchedPage } from "./page-fetcher";
import { CountTrust } from "./count-trust";
import { ListWalk, overlap } from "./list-walk";
import { isAscending } from "./page-comparison";
import { PageSize, smallPageLimit } from "./page-size";
import { PagePrefetcher } from "./page-prefetcher";
import { defaultSyncLimits, type SyncLimits } from "../sync-limits";
import { CachedTail, type CachedListOptions } from "./cached-tail";

/**
 * Number of pages with which the head of the list is compared in any case. Without this, a read that has spent its
 * requests would never be exact while events dated ahead fill the first page, and would be repeated without end.
 */
const spareHeadPages = 10;

export type ListReaderOptions = {
	/** Estimated number of entries to read. Determines the `limit` of the first request. */
	readonly expectedCount?: number | undefined;
	readonly countTrust?: CountTrust | undefined;
	readonly cached?: CachedListOptions | undefined;
	readonly limits?: SyncLimits | undefined;
	/** Used to recognize entries dated in the future, which precede all others in the list. Without it, none are. */
	readonly clock?: Pick<Clock, "now"> | undefined;
};

/** Difference between the list and what has been read of it. */
export type ListChange =
	| "none"
	/** New entries were added at the head, and have been read. */
	| "grown"
	/** Entries were removed or inserted further down. The list has to be read again to find them. */
	| "shuffled"
	/** The list may have changed in any way. The request limit was reached before this could be checked. */
	| "unknown";

/**
 * Reads the event list page by page, from its newest entry back to a point in time.
 *
 * The list may grow and shrink while it is read, and requests may fail. After a failure, reading continues from the
 * pages already read. If many entries are missing, several pages are requested in parallel. They are appended in
 * order, and a prefetched page is used only if the `total` of the list has not changed since the page before.
 *
 * Invariant: the entries read so far are contiguous from the newest one, except for reported gaps.
 */
export class EventListReader {
	readonly #requestedFromMs: number;
	readonly #fetcher: PageFetcher;
	readonly #limits: SyncLimits;
	readonly #clock: Pick<Clock, "now"> | undefined;
	#walk: ListWalk;
	/** The cached list; undefined once it has been used or rejected. */
	#cached: CachedListOptions | undefined;

	/**
	 * @param requestedFromMs Epoch milliseconds; −Infinity reads the whole list, Infinity only its first page, and the events
	 * that can still be pushed.
	 */
	constructor(
		client: Pick<ServiceClient, "events">,
		types: readonly StreamEventType[],
		requestedFromMs: number,
		{ limits = defaultSyncLimits, expectedCount = limits.pageLimit, ...options }: ListReaderOptions = {},
	) {
		const { countTrust = new CountTrust({ elapsedMs: () => 0 }), cached, clock } = options;
		this.#limits = limits;
		this.#clock = clock;
		this.#walk = this.#createWalk();
		this.#requestedFromMs = requestedFromMs;
		this.#fetcher = new PageFetcher(client, types, new PageSize(expectedCount, limits), countTrust);
		countTrust.beginRead();
		this.#cached = cached;
	}

	/** Whether the limit of requests or of entries has been reached. */
	get isTruncated(): boolean {
		return this.#hasSpentRequests || this.#walk.entries.isFull;
	}

	get #hasSpentRequests(): boolean {
		return this.#fetcher.requestCount >= this.#limits.maxRequests;
	}

	/** Whether the `total` of the list is taken as the number of its entries. */
	get isCountTrusted(): boolean {
		return this.#fetcher.countTrust.isTrusted;
	}

	get result() {
		const { totalCount, ...result } = this.#walk.result;
		return {
			...result,
			types: this.#fetcher.types,
			requestedFromMs: this.#requestedFromMs,
			isTruncated: this.isTruncated,
			totalCount: this.isCountTrusted ? totalCount : undefined,
		};
	}

	/** Latest plausible creation time, epoch milliseconds. Later entries are dated in the future. */
	get #latestMs(): number {
		return this.#clock ? this.#clock.now() + clockToleranceMs : Infinity;
	}

	get #isDone(): boolean {
		// A push of an event that the read did not reach would not be counted.
		const pushableFromMs = this.#latestMs - clockToleranceMs - maxPushDelayMs;
		const neededFromMs = Math.min(this.#requestedFromMs, pushableFromMs);
		const isReached = this.#walk.entries.oldestMs < neededFromMs;
		return this.#walk.isFinished || this.isTruncated || (isReached && !this.#walk.isUnordered);
	}

	/**
	 * Reads back to the requested time, to the end of the list or to a limit. Can be called again after a failure.
	 * @throws {ServiceError}
	 */
	async readBack(signal: AbortSignal): Promise<void> {
		if (this.#walk.entries.size > 0 && !this.#isDone && (await this.readHead(signal)) === "shuffled")
			this.restart();
		const prefetcher = new PagePrefetcher(this.#fetcher, signal);
		try {
			while (!this.#isDone) {
				const page = await this.#nextPage(prefetcher);
				// The longest page may contain the whole list.
				const isUnpaged = isAscending(page) || this.#walk.isRepeated(page);
				if (isUnpaged && this.#fetcher.size.grow()) continue;
				if (this.#walk.addPage(page)) {
					this.#fetcher.size.recordPage(page);
					await this.#appendCachedTail(page, prefetcher);
				} else {
					this.#fetcher.size.recordListChange();
					prefetcher.cancelAll();
				}
			}
		} finally {
			prefetcher.close();
		}
	}

	/**
	 * Reads the head of the list again, down to the first entry that was read before, and adds the new entries.
	 * Requests up to `spareHeadPages` pages even if the request limit has been reached.
	 * @throws {ServiceError}
	 */
	async readHead(signal: AbortSignal): Promise<ListChange> {
		// The head of an unordered list does not show whether the list has changed.
		if (this.#walk.isUnordered) return "none";
		const { maxUnrecognizedPages, maxUnrecognizedHeadPages, pageLimit } = this.#limits;
		// Otherwise the head of a list with many unrecognized entries before the first recognized one would never join.
		const hasEntries = this.#walk.entries.size > 0;
		const head = new ListWalk(hasEntries ? maxUnrecognizedPages : maxUnrecognizedHeadPages, this.#limits);
		let hasOverlap = false;
		let pageCount = 0;
		const canContinue = () => !this.#hasSpentRequests || pageCount < spareHeadPages;
		do {
			const limit = this.#fetcher.size.clampLimit(head.offset === 0 ? smallPageLimit : pageLimit);
			const page = await this.#fetcher.fetch({ offset: head.offset, limit }, signal);
			head.addPage(page);
			pageCount++;
			// Entries that are dated ahead stay above new ones.
			const others = page.events.filter(({ createdAtMs }) => createdAtMs <= this.#latestMs);
			hasOverlap = this.#walk.entries.hasAny(others);
		} while (!hasOverlap && !head.isFinished && !head.isShuffled && canContinue());
		if (!hasOverlap && !head.isFinished && !canContinue()) return "unknown";
		// If the list changed while its head was read, only the head has to be read again.
		const isTorn = head.isShuffled || head.hasCountMismatch;
		const addedCount = isTorn ? 1 : this.#walk.mergeHead(head);
		// The same page again and again leaves a gap before the entries read earlier: the service ignores the offset.
		const { size } = head.entries;
		const hasGap = head.isRepeating && addedCount === size && this.#walk.entries.size > size;
		const read = isTorn ? head : this.#walk;
		const hasCountMismatch = this.isCountTrusted && read.hasCountMismatch;
		if (hasCountMismatch) this.#fetcher.countTrust.noteMismatch(read.entries);
		if (!isTorn && (hasCountMismatch || this.#walk.isShuffled || hasGap))
			return this.#hasSpentRequests ? "unknown" : "shuffled";
		return addedCount > 0 ? "grown" : "none";
	}

	/** Discards everything read so far, because the list has changed too much. */
	restart(): void {
		this.#cached = undefined;
		this.#walk = this.#createWalk();
		this.#fetcher.requestCount = 0;
		this.#fetcher.size.recordListChange();
	}

	#createWalk(): ListWalk {
		return new ListWalk(this.#limits.maxUnrecognizedPages, this.#limits);
	}

	/** Returns the next page, and prefetches the pages expected after it. */
	async #nextPage(prefetcher: PagePrefetcher): Promise<FetchedPage> {
		const { size } = this.#fetcher;
		const { offset, lastCount } = this.#walk;
		const remainingCount = (lastCount ?? Infinity) - offset;
		const requiredCount = Math.min(
			this.#walk.entries.estimateMissingCount(this.#requestedFromMs, this.#latestMs),
			this.#countBeforeCachedTail,
		);
		const missingCount = Math.min(requiredCount, remainingCount);
		const range = { offset, limit: size.limitFor(missingCount) };
		const wasPrefetched = prefetcher.has(range);
		prefetcher.prefetch(range);
		// Without a `total`, it cannot be checked that a prefetched page belongs to the same state of the list.
		const endOffset = lastCount === undefined ? 0 : offset + missingCount;
		const step = Math.max(1, size.expectedCount - overlap);
		for (let index = 1; index < size.parallelPages && offset + index * step < endOffset; index++)
			prefetcher.prefetch({ ...range, offset: offset + index * step });
		const page = await prefetcher.take(range);
		if (!wasPrefetched || page.totalCount === lastCount) return page;
		// The list has changed: this page may show an older state of it than the page before.
		prefetcher.cancelAll();
		size.recordListChange();
		return prefetcher.take(range);
	}

	/** Number of entries to read before the cached list can be used. */
	get #countBeforeCachedTail(): number {
		const { oldestMs, size } = this.#walk.entries;
		if (!this.#cached || oldestMs >= this.#cached.untilMs) return Infinity;
		return Math.max(1, this.#cached.memory.minComparedCount - size);
	}

	/** Appends the rest of the list from the cache, if the entries read and a few sample pages match it. */
	async #appendCachedTail({ totalCount }: EventPage, prefetcher: PagePrefetcher): Promise<void> {
		const cached = this.#cached;
		if (!cached || this.#isDone) return;
		const { entries, end, isShuffled } = this.#walk;
		const tail = CachedTail.create(entries, { totalCount, endOffset: end }, cached);
		if (tail === "too early") return;
		if (tail === "in doubt" || isShuffled || tail.events.length === 0) {
			this.#cached = undefined;
			return;
		}
		prefetcher.cancelAll();
		const { samples } = tail;
		for (const sample of samples) prefetcher.prefetch(sample);
		const pages = await Promise.all(samples.map((sample) => prefetcher.take(sample)));
		this.#cached = undefined;
		// If the list is changing or differs from the cached one, it is read to the end instead.
		if (pages.some((page) => page.totalCount !== totalCount)) return;
		if (!pages.every((page, index) => tail.matches(page, samples[index]?.offset ?? NaN))) return;
		this.#walk.appendTail(tail.events);
		for (const page of pages) this.#walk.entries.add(page.events);
		this.#fetcher.size.recordListChange();
	}
}
