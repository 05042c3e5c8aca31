import type { EventPage, ServiceClient } from "../service/ports";
import type { StreamEventType } from "../state/stream-event";
import { PageFetcher, type FetchedPage } from "./page-fetcher";
import { ListWalk, overlap } from "./list-walk";
import { PageSize, smallPageLimit } from "./page-size";
import { PagePrefetcher } from "./page-prefetcher";
import { defaultSyncLimits, type SyncLimits } from "./sync-limits";
import { CachedTail, type CachedListOptions } from "./cached-tail";

/** What is known before. */
export type ListReaderOptions = {
	/** How many entries there may be to read: no more are asked for at first. */
	readonly expectedCount?: number | undefined;
	/** Whether the list's own count of its entries tells anything. */
	readonly countMode?: "believed" | "ignored";
	readonly cached?: CachedListOptions | undefined;
	readonly limits?: SyncLimits | undefined;
};

/** How the list looks compared with what has been read of it. */
export type ListChange =
	| "none"
	/** New entries came on top, and have been read. */
	| "grown"
	/** Something vanished, or came further down: only a new look can tell what. */
	| "shuffled";

/**
 * Reads the event list from its newest entry back to a point in time, page by page. The list may grow, shrink and fail
 * meanwhile: what has been read stays read, and reading goes on from there. Where a lot is to be read, a few pages are under
 * way at once; each is taken in its turn, and only if the list has not moved since.
 */
export class EventListReader {
	readonly #untilMs: number;
	readonly #fetcher: PageFetcher;
	readonly #limits: SyncLimits;
	#walk: ListWalk;
	/** Until it has been used, or turned out not to be of use. */
	#cached: CachedListOptions | undefined;

	/** @param untilMs Epoch milliseconds; −Infinity reads to the end of the list, Infinity its first page. */
	constructor(
		client: Pick<ServiceClient, "events">,
		types: readonly StreamEventType[],
		untilMs: number,
		{ limits = defaultSyncLimits, expectedCount = limits.pageLimit, ...options }: ListReaderOptions = {},
	) {
		const { countMode = "believed", cached } = options;
		this.#limits = limits;
		this.#walk = this.#createWalk();
		this.#untilMs = untilMs;
		this.#fetcher = new PageFetcher(client, types, new PageSize(expectedCount, limits), countMode);
		this.#cached = cached;
	}

	/** Whether reading was given up because there seemed to be no end. */
	get isTruncated(): boolean {
		return this.#fetcher.requestCount >= this.#limits.maxRequests || this.#walk.entries.isFull;
	}

	/** Whether the list's own count has agreed so far with what was read of it. */
	get isCountTrusted(): boolean {
		return this.#fetcher.isCountTrusted;
	}

	/** What has been read of the list. */
	get result() {
		const { totalCount, ...result } = this.#walk.result;
		const { types, isCountTrusted } = this.#fetcher;
		const { isTruncated } = this;
		const requestedFromMs = this.#untilMs;
		return {
			...result,
			types,
			requestedFromMs,
			isTruncated,
			totalCount: isCountTrusted ? totalCount : undefined,
		};
	}

	get #isDone(): boolean {
		return this.#walk.isFinished || this.isTruncated || this.#walk.entries.oldestMs < this.#untilMs;
	}

	/** Reads on until the list is known back to the time wanted. May be called again after a failure. */
	async readBack(signal: AbortSignal): Promise<void> {
		if (this.#walk.entries.size > 0 && !this.#isDone && (await this.readHead(signal)) === "shuffled")
			this.restart();
		const prefetcher = new PagePrefetcher(
			(range, pageSignal) => this.#fetcher.fetch(range, pageSignal),
			signal,
		);
		try {
			while (!this.#isDone) {
				const page = await this.#nextPage(prefetcher);
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

	/** Looks at the newest entries again, and reads those that are new. */
	async readHead(signal: AbortSignal): Promise<ListChange> {
		const { maxUnrecognizedHeadPages, pageLimit } = this.#limits;
		const head = new ListWalk(maxUnrecognizedHeadPages, this.#limits);
		for (let hasOverlap = false; !hasOverlap && !head.isFinished && !head.isShuffled && !this.isTruncated;) {
			const limit = this.#fetcher.size.clampLimit(head.offset === 0 ? smallPageLimit : pageLimit);
			const page = await this.#fetcher.fetch({ offset: head.offset, limit }, signal);
			head.addPage(page);
			hasOverlap = this.#walk.entries.hasAny(page.events);
		}
		const addedCount = this.#walk.mergeHead(head);
		const hasCountMismatch = this.isCountTrusted && this.#walk.hasCountMismatch;
		if (hasCountMismatch) this.#fetcher.handleCountMismatch(this.#walk.entries);
		if (hasCountMismatch || this.#walk.isShuffled) return "shuffled";
		return addedCount > 0 ? "grown" : "none";
	}

	/** Forgets what has been read: the list has changed too much for it. */
	restart(): void {
		this.#cached = undefined;
		this.#walk = this.#createWalk();
		this.#fetcher.size.recordListChange();
	}

	#createWalk(): ListWalk {
		return new ListWalk(this.#limits.maxUnrecognizedPages, this.#limits);
	}

	/** The one whose turn it is; those that are expected to follow are under way meanwhile. */
	async #nextPage(prefetcher: PagePrefetcher<FetchedPage>): Promise<FetchedPage> {
		const { size } = this.#fetcher;
		const { offset, lastCount } = this.#walk;
		const remainingCount = (lastCount ?? Infinity) - offset;
		const requiredCount = Math.min(
			this.#walk.entries.estimateMissingCount(this.#untilMs),
			this.#countBeforeCachedTail,
		);
		const missingCount = Math.min(requiredCount, remainingCount);
		const range = { offset, limit: size.limitFor(missingCount) };
		const wasPrefetched = prefetcher.has(range);
		prefetcher.prefetch(range);
		// Only the list's own count tells whether a page belongs to those before.
		const endOffset = lastCount === undefined ? 0 : offset + missingCount;
		const step = Math.max(1, size.expectedCount - overlap);
		for (let index = 1; index < size.parallelPages && offset + index * step < endOffset; index++)
			prefetcher.prefetch({ ...range, offset: offset + index * step });
		const page = await prefetcher.take(range);
		if (!wasPrefetched || page.totalCount === lastCount) return page;
		// It may have been answered before the one that precedes it.
		prefetcher.cancelAll();
		size.recordListChange();
		return prefetcher.take(range);
	}

	/** How many entries are to be read before what is remembered can be used. */
	get #countBeforeCachedTail(): number {
		const { oldestMs, size } = this.#walk.entries;
		if (!this.#cached || oldestMs >= this.#cached.untilMs) return Infinity;
		return Math.max(1, this.#cached.memory.minCompared - size);
	}

	/** Takes over what is remembered of the rest, if all that can be told of it is as remembered. */
	async #appendCachedTail({ totalCount }: EventPage, prefetcher: PagePrefetcher<FetchedPage>): Promise<void> {
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
		// A list that moves just now is read on, and so is one that differs from the cached one.
		if (pages.some((page) => page.totalCount !== totalCount)) return;
		if (!pages.every((page, index) => tail.matches(page, samples[index]?.offset ?? NaN))) return;
		this.#walk.appendTail(tail.events);
		for (const page of pages) this.#walk.entries.add(page.events);
		this.#fetcher.size.recordListChange();
	}
}
