import type { EventPage } from "../service/ports";
import type { StreamEvent } from "../state/stream-event";
import type { FetchedPage } from "./page-fetcher";
import { isSamePage, mayShareEntry, newestMsOf } from "./page-comparison";
import { ListedEntries } from "./listed-entries";
import { defaultSyncLimits, type SyncLimits } from "./sync-limits";

/** Each page begins with the last entry of the one before, so that a deletion in between leaves no hole unnoticed. */
export const overlap = 1;
/** A service that gives the same page so often has nothing more to give. */
const maxRepeatedPages = 3;
/** A list in no order at all never joins up; then it is taken as it comes. */
const maxStepsBack = 50;

/** One way through the list from its newest entry back, page after page, and how these fit together. */
export class ListWalk {
	readonly entries: ListedEntries;
	/** Where the next page begins. */
	#offset = 0;
	/** The last page, and where it ended. */
	#last: { readonly page: EventPage; readonly end: number } | undefined;
	#headTotalCount: number | undefined;
	/** Of what was on top when that was last looked at. */
	#headNewestMs = Infinity;
	#totalCount: number | undefined;
	/** The list has moved in a way that was not followed. */
	#isShuffled = false;
	/** The list's count moved in another way than what was read of it. */
	#hasCountMismatch = false;
	#hasEnded = false;
	#repeatedPages = 0;
	#unrecognizedPages = 0;
	#stepsBack = 0;
	#namedFromMs: number | undefined;
	readonly #maxUnrecognizedPages: number;

	/** @param maxUnrecognizedPages After so many in a row with nothing that we know, nothing is expected to come. */
	constructor(maxUnrecognizedPages: number, limits: SyncLimits = defaultSyncLimits) {
		this.entries = new ListedEntries(limits);
		this.#maxUnrecognizedPages = maxUnrecognizedPages;
	}

	get offset(): number {
		return this.#offset;
	}

	/** Where the last page ended. */
	get end(): number {
		return this.#last?.end ?? 0;
	}

	/** How many entries the list had, by the last page. */
	get lastCount(): number | undefined {
		return this.#last?.page.totalCount;
	}

	get isShuffled(): boolean {
		return this.#isShuffled;
	}

	get hasCountMismatch(): boolean {
		return this.#hasCountMismatch;
	}

	/** What there is of the list. Of the last entry's own instant, there may be more further back. */
	get result() {
		return {
			events: this.entries.events,
			reachMs: this.#reachMs,
			namedFromMs: this.#namedFromMs,
			totalCount: this.#totalCount,
			hasGaps: this.#isShuffled || this.#hasCountMismatch,
		};
	}

	/** Whether there is nothing more to be read, or nothing more to be got. */
	get isFinished(): boolean {
		const isStuck =
			this.#repeatedPages >= maxRepeatedPages || this.#unrecognizedPages >= this.#maxUnrecognizedPages;
		return this.#hasEnded || isStuck || this.entries.isFull;
	}

	get #reachMs(): number {
		return this.#hasEnded ? -Infinity : this.entries.oldestMs + 1;
	}

	/** Takes the page that begins at the offset. @returns False when there is a hole before it: it is to be read from further up. */
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
	 * Puts on top what another walk has read from the top down to what is known here.
	 * @returns How many entries that are, by which the list has grown.
	 */
	mergeHead(head: ListWalk): number {
		const addedCount = this.entries.add(head.entries.events, head.entries.oldestMs);
		this.#totalCount = head.#totalCount ?? this.#totalCount;
		// Pages read since the list grew are where they belong already.
		const shift = (head.#headTotalCount ?? 0) - (this.lastCount ?? Infinity);
		this.#offset += Math.max(0, Math.min(shift, addedCount));
		const isCountConsistent =
			head.#headTotalCount === undefined ||
			this.#headTotalCount === undefined ||
			head.#headTotalCount === this.#headTotalCount + addedCount;
		this.#isShuffled ||= head.isShuffled;
		this.#hasCountMismatch ||= head.hasCountMismatch || !isCountConsistent;
		this.#headTotalCount = head.#headTotalCount;
		this.#headNewestMs = head.#headNewestMs;
		return addedCount;
	}

	/** Takes over what is remembered of the list behind the last page, newest first, and in which nobody is named. */
	appendTail(tail: readonly StreamEvent[]): void {
		this.#namedFromMs = this.#reachMs;
		this.entries.add(tail);
		this.#offset = this.end + tail.length - overlap;
	}

	/** Whether there is no hole between this page and what has been read. */
	#isContiguous(page: EventPage): boolean {
		if (this.#offset === 0 || this.entries.size === 0) return true;
		if (page.entryCount === 0 || (page.entryCount <= overlap && !this.#isOverlapping)) return true;
		if (this.entries.hasAny(page.events)) return true;
		return page.events.length < page.entryCount && mayShareEntry(page, this.#last?.page);
	}

	/** Whether the next page should begin with the last entry of the one before. */
	get #isOverlapping(): boolean {
		return this.#offset + overlap === this.#last?.end;
	}

	#append(page: FetchedPage): void {
		const newestMs = newestMsOf(page);
		if (this.#offset === 0) {
			this.#headTotalCount = page.totalCount;
			this.#headNewestMs = newestMs ?? Infinity;
		} else if (newestMs !== undefined && newestMs > this.#headNewestMs) {
			// What is on top was told by an answer that is older than this one: what came in between is on neither.
			this.#isShuffled = true;
		}
		if (page.entryCount === 0 && this.#isOverlapping) this.#isShuffled = true;
		const { totalCount = NaN } = page;
		const hasShrunk = totalCount < (this.lastCount ?? NaN);
		// So many new entries that this page holds some of them, out of their place on top.
		const hasGrownPastOffset = this.#offset > 0 && totalCount - (this.#headTotalCount ?? NaN) >= this.#offset;
		this.#hasCountMismatch ||= hasShrunk || hasGrownPastOffset;

		this.#totalCount = page.totalCount ?? this.#totalCount;
		const addedCount = this.entries.add(page.events, page.oldestMs);
		const isRepeated = addedCount === 0 && this.#last !== undefined && isSamePage(page, this.#last.page);
		const end = this.#offset + page.entryCount;
		this.#repeatedPages = isRepeated ? this.#repeatedPages + 1 : 0;
		this.#unrecognizedPages = page.events.length > 0 ? 0 : this.#unrecognizedPages + 1;
		this.#hasEnded = this.#isLast(page, end, isRepeated);
		this.#last = { page, end };
		this.#offset = Math.max(this.#offset + 1, end - overlap);
	}

	/**
	 * Whether nothing comes after this page. A count alone does not tell: it may be too low. It does where the service gives
	 * less than it could, or the same again because it knows no offset.
	 */
	#isLast({ entryCount, totalCount, isShort }: FetchedPage, end: number, isRepeated: boolean): boolean {
		const isOverlapOnly = this.#isOverlapping && entryCount <= overlap;
		const hasReachedTotal = totalCount === end && isShort;
		const isRepeatedEnd = isRepeated && this.lastCount === this.end;
		return entryCount === 0 || isOverlapOnly || hasReachedTotal || isRepeatedEnd;
	}
}
