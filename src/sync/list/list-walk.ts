import type { EventPage } from "../../service/ports";
import { identityOf, type StreamEvent } from "../../state/events/stream-event";
import type { FetchedPage } from "./page-fetcher";
import { isAscending, isSamePage, mayShareEntry, newestMsOf } from "./page-comparison";
import { ListedEntries } from "./listed-entries";
import { smallPageLimit } from "./page-size";
import { defaultSyncLimits, type SyncLimits } from "../sync-limits";

/**
 * Number of entries that a page shares with the one before, so that a deletion between two requests is detected.
 */
export const overlap = 1;
/** After this many identical pages in a row, the service is assumed to have no more entries. */
const maxRepeatedPages = 3;
/** An unordered list never joins up. After this many steps back, its pages are accepted in the order received. */
const maxStepsBack = 50;

/**
 * One pass through the list from its newest entry back, which checks that consecutive pages join.
 *
 * Invariant: unless `isShuffled` or `hasCountMismatch` is set, every page joins the one before it.
 */
export class ListWalk {
	readonly entries: ListedEntries;
	#offset = 0;
	/** The last page, and the offset after its last entry. */
	#last: { readonly page: EventPage; readonly end: number } | undefined;
	#headTotalCount: number | undefined;
	/** Creation time of the newest entry when the head was last read, epoch milliseconds. */
	#headNewestMs = Infinity;
	#totalCount: number | undefined;
	/** The list changed in a way that could not be followed. */
	#isShuffled = false;
	/** The `total` of the list changed differently from the entries read. */
	#hasCountMismatch = false;
	#hasEnded = false;
	#isAscending = false;
	#pageCount = 0;
	#repeatedPages = 0;
	/** Number of pages in a row without a recognizable event. If more entries follow, a page of fewer than ten is a part of one. */
	#unrecognizedPages = 0;
	#stepsBack = 0;
	#namedFromMs: number | undefined;
	readonly #maxUnrecognizedPages: number;

	/**
	 * @param maxUnrecognizedPages After this many pages in a row without a recognizable event, the list is taken to
	 * have ended.
	 */
	constructor(maxUnrecognizedPages: number, limits: SyncLimits = defaultSyncLimits) {
		this.entries = new ListedEntries(limits);
		this.#maxUnrecognizedPages = maxUnrecognizedPages;
	}

	get offset(): number {
		return this.#offset;
	}

	get end(): number {
		return this.#last?.end ?? 0;
	}

	/** The `total` of the list, as reported by the last page. */
	get lastCount(): number | undefined {
		return this.#last?.page.totalCount;
	}

	get isShuffled(): boolean {
		return this.#isShuffled;
	}

	get hasCountMismatch(): boolean {
		return this.#hasCountMismatch;
	}

	/** Whether the list is not sorted as requested, so that it is unknown which entries follow. */
	get isUnordered(): boolean {
		return this.#isAscending && (this.#isShuffled || !this.#hasEnded);
	}

	/**
	 * Everything read so far. Coverage starts one millisecond after the oldest entry, because further entries with
	 * the same time may follow it.
	 */
	get result() {
		return {
			events: this.entries.events,
			isUnordered: this.isUnordered,
			reachMs: this.#reachMs,
			namedFromMs: this.#namedFromMs,
			// New entries of an unordered list are not read, so they would not explain its growth.
			totalCount: this.isUnordered ? undefined : this.#totalCount,
			hasGaps: this.#isShuffled || this.#hasCountMismatch,
		};
	}

	/** Whether the list has ended, or further requests would return nothing new. */
	get isFinished(): boolean {
		const isStuck = this.isRepeating || this.#unrecognizedPages >= this.#maxUnrecognizedPages;
		// The second page shows whether an unordered list ends with the first one.
		const isUnreadable = this.isUnordered && this.#pageCount > 1;
		return this.#hasEnded || isStuck || isUnreadable || this.entries.isFull;
	}

	/** Whether the service returns the same page at each offset. */
	get isRepeating(): boolean {
		return this.#repeatedPages >= maxRepeatedPages;
	}

	get #reachMs(): number {
		if (this.isUnordered) return Infinity;
		return this.#hasEnded ? -Infinity : this.entries.oldestMs + 1;
	}

	/** Returns whether the next page begins within the last one: the list has grown, or the service ignores the offset. */
	isRepeated({ events: [first] }: EventPage): boolean {
		const last = this.#last?.page.events.slice(0, -1) ?? [];
		return this.#offset > 0 && first !== undefined && includes(last, first);
	}

	/**
	 * Adds the page at the current offset.
	 * @returns False if entries may be missing before it. In that case, the offset has been moved back.
	 */
	addPage(page: FetchedPage): boolean {
		const isContiguous = this.#isContiguous(page);
		if (!isContiguous) this.#isShuffled = true;
		if (isContiguous || this.#stepsBack >= maxStepsBack) {
			this.#append(page);
			return true;
		}
		this.#stepsBack++;
		this.#offset = Math.max(0, this.#offset - page.entryCount);
		return false;
	}

	/**
	 * Adds the entries of another walk that has read the head of the list down to the entries of this one.
	 * @returns How many entries were new, which is the growth of the list.
	 */
	mergeHead(head: ListWalk): number {
		// The head can reach further back than this walk.
		const last = this.#last?.page.events.slice(-1) ?? [];
		const { events } = head.entries;
		const end = events.findIndex((event) => includes(last, event)) + 1;
		const addedCount = this.entries.add(end > 0 ? events.slice(0, end) : events);
		this.#totalCount = head.#totalCount ?? this.#totalCount;
		// Pages read after the list grew already have the right offset.
		const shift = (head.#headTotalCount ?? 0) - (this.lastCount ?? Infinity);
		this.#offset += Math.max(0, Math.min(shift, addedCount));
		const growth = (head.#headTotalCount ?? NaN) - (this.#headTotalCount ?? NaN);
		this.#hasCountMismatch ||= Math.abs(growth - addedCount) > 0;
		this.#headTotalCount = head.#headTotalCount;
		this.#headNewestMs = head.#headNewestMs;
		return addedCount;
	}

	/** Appends the cached entries that follow the last page, newest first. Cached entries have no user names. */
	appendTail(tail: readonly StreamEvent[]): void {
		this.#namedFromMs = this.#reachMs;
		this.entries.add(tail);
		this.#offset = this.end + tail.length - overlap;
	}

	#isContiguous(page: EventPage): boolean {
		if (this.#offset === 0 || this.entries.size === 0) return true;
		// An older copy of the same page can have only entries dated ahead in common, which are its first ones.
		if (this.isRepeated(page) && page.events.some((event) => !this.entries.find(event))) {
			return this.#last?.page.events.slice(-2).some((event) => includes(page.events, event)) === true;
		}
		if (page.entryCount === 0 || (page.entryCount <= overlap && !this.#isOverlapping)) return true;
		if (this.entries.hasAny(page.events)) return true;
		return page.events.length < page.entryCount && mayShareEntry(page, this.#last?.page);
	}

	/** Whether the next page should begin with the last entry of the page before. */
	get #isOverlapping(): boolean {
		return this.#offset + overlap === this.#last?.end;
	}

	#append(page: FetchedPage): void {
		const newestMs = newestMsOf(page);
		if (this.#offset === 0) {
			this.#headTotalCount = page.totalCount;
			this.#headNewestMs = newestMs ?? Infinity;
		} else if (newestMs !== undefined && newestMs > this.#headNewestMs) {
			// The head came from an older response than this page: entries added in between are missing from both.
			this.#isShuffled = true;
		}
		if (page.entryCount === 0 && this.#isOverlapping) this.#isShuffled = true;
		const { totalCount = NaN } = page;
		const hasShrunk = totalCount < (this.lastCount ?? NaN);
		// The list has grown by at least the offset, so this page contains new entries that belong to the head.
		const hasGrownPastOffset = this.#offset > 0 && totalCount - (this.#headTotalCount ?? NaN) >= this.#offset;
		this.#hasCountMismatch ||= hasShrunk || hasGrownPastOffset;
		this.#totalCount = page.totalCount ?? this.#totalCount;
		const addedCount = this.entries.add(page.events, page.oldestMs);
		const isSame = addedCount === 0 && this.#last !== undefined && isSamePage(page, this.#last.page);
		const end = this.#offset + page.entryCount;
		this.#repeatedPages = isSame ? this.#repeatedPages + 1 : 0;
		const share = totalCount > end ? Math.min(1, page.entryCount / smallPageLimit) : 1;
		this.#unrecognizedPages = page.events.length > 0 ? 0 : this.#unrecognizedPages + share;
		this.#hasEnded = this.#isLast(page, end);
		this.#isAscending ||= isAscending(page);
		this.#pageCount++;
		this.#last = { page, end };
		this.#offset = Math.max(this.#offset + 1, end - overlap);
	}

	/**
	 * Returns whether the list ends with this page. A matching `total` is not enough, because it may be too low:
	 * the page must also be shorter than the service's page size. The same page again is no end: the list may have grown by
	 * the offset.
	 */
	#isLast({ entryCount, totalCount, isShort }: FetchedPage, end: number): boolean {
		const isOverlapOnly = this.#isOverlapping && entryCount <= overlap;
		const hasReachedTotal = totalCount === end && isShort;
		return entryCount === 0 || isOverlapOnly || hasReachedTotal;
	}
}

function includes(events: readonly StreamEvent[], event: StreamEvent): boolean {
	return events.some((other) => identityOf(other) === identityOf(event));
}
