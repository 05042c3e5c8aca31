import type { EventPage, ServiceClient } from "../service/ports";
import type { StreamEventType } from "../state/stream-event";
import { EventPages, type ReadPage } from "./event-pages";
import { ListWalk, overlap } from "./list-walk";
import { PageSize, pageLimit, smallPageLimit } from "./page-size";
import { PagesAhead } from "./pages-ahead";
import { RememberedTail, type Remembered } from "./remembered-tail";

/** For one look, whatever the service answers. */
const maxPages = 3_000;
/** After so many pages with nothing that we know, nothing is expected to come; on top of what is known, sooner. */
const maxUnknownPages = 50;
const maxUnknownOnTop = 3;

/** What is known before. */
export type ListReading = {
	/** How many entries there may be to read: no more are asked for at first. */
	readonly expectedCount?: number | undefined;
	/** Whether the list's own count of its entries tells anything. */
	readonly count?: "believed" | "ignored";
	readonly remembered?: Remembered | undefined;
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
	readonly #pages: EventPages;
	#walk = new ListWalk(maxUnknownPages);
	/** Until it has been used, or turned out not to be of use. */
	#remembered: Remembered | undefined;

	/** @param untilMs Epoch milliseconds; −Infinity reads to the end of the list, Infinity its first page. */
	constructor(
		client: Pick<ServiceClient, "events">,
		types: readonly StreamEventType[],
		untilMs: number,
		{ expectedCount = pageLimit, count = "believed", remembered }: ListReading = {},
	) {
		this.#untilMs = untilMs;
		this.#pages = new EventPages(client, types, new PageSize(expectedCount), count);
		this.#remembered = remembered;
	}

	/** Whether reading was given up because there seemed to be no end. */
	get isCutShort(): boolean {
		return this.#pages.askedCount >= maxPages || this.#walk.entries.areTooMany;
	}

	/** Whether the list's own count has agreed so far with what was read of it. */
	get isCountBelieved(): boolean {
		return this.#pages.isCountBelieved;
	}

	/** What has been read of the list. */
	get found() {
		const { totalCount, ...found } = this.#walk.found;
		const { types, isCountBelieved } = this.#pages;
		return { ...found, types, totalCount: isCountBelieved ? totalCount : undefined };
	}

	get #isDone(): boolean {
		return this.#walk.isOver || this.isCutShort || this.#walk.entries.oldestMs < this.#untilMs;
	}

	/** Reads on until the list is known back to the time wanted. May be called again after a failure. */
	async readBack(signal: AbortSignal): Promise<void> {
		if (this.#walk.entries.size > 0 && !this.#isDone && (await this.readHead(signal)) === "shuffled")
			this.restart();
		const ahead = new PagesAhead((range, called) => this.#pages.ask(range, called), signal);
		try {
			while (!this.#isDone) {
				const page = await this.#nextPage(ahead);
				if (this.#walk.take(page)) {
					this.#pages.size.note(page);
					await this.#recall(page, ahead);
				} else {
					this.#pages.size.noteMove();
					ahead.drop();
				}
			}
		} finally {
			ahead.close();
		}
	}

	/** Looks at the newest entries again, and reads those that are new. */
	async readHead(signal: AbortSignal): Promise<ListChange> {
		const head = new ListWalk(maxUnknownOnTop);
		for (let meetsKnown = false; !meetsKnown && !head.isOver && !head.isShuffled && !this.isCutShort;) {
			const limit = this.#pages.size.atMost(head.offset === 0 ? smallPageLimit : pageLimit);
			const page = await this.#pages.ask({ offset: head.offset, limit }, signal);
			head.take(page);
			meetsKnown = this.#walk.entries.hasSomeOf(page.events);
		}
		const grownBy = this.#walk.putOnTop(head);
		const isMiscounted = this.isCountBelieved && this.#walk.isMiscounted;
		if (isMiscounted) this.#pages.weighCount(this.#walk.entries);
		if (isMiscounted || this.#walk.isShuffled) return "shuffled";
		return grownBy > 0 ? "grown" : "none";
	}

	/** Forgets what has been read: the list has changed too much for it. */
	restart(): void {
		this.#remembered = undefined;
		this.#walk = new ListWalk(maxUnknownPages);
		this.#pages.size.noteMove();
	}

	/** The one whose turn it is; those that are expected to follow are under way meanwhile. */
	async #nextPage(ahead: PagesAhead<ReadPage>): Promise<ReadPage> {
		const { size } = this.#pages;
		const { offset, lastCount } = this.#walk;
		const listedCount = (lastCount ?? Infinity) - offset;
		const wantedCount = Math.min(this.#walk.entries.missingCount(this.#untilMs), this.#countBeforeRecall);
		const missingCount = Math.min(wantedCount, listedCount);
		const range = { offset, limit: size.limitFor(missingCount) };
		const wasAskedAhead = ahead.has(range);
		ahead.ask(range);
		// Only the list's own count tells whether a page belongs to those before.
		const endOffset = lastCount === undefined ? 0 : offset + missingCount;
		const step = Math.max(1, size.expectedCount - overlap);
		for (let index = 1; index < size.pagesAtOnce && offset + index * step < endOffset; index++)
			ahead.ask({ ...range, offset: offset + index * step });
		const page = await ahead.take(range);
		if (!wasAskedAhead || page.totalCount === lastCount) return page;
		// It may have been answered before the one that precedes it.
		ahead.drop();
		size.noteMove();
		return ahead.take(range);
	}

	/** How many entries are to be read before what is remembered can be used. */
	get #countBeforeRecall(): number {
		const { oldestMs, size } = this.#walk.entries;
		if (!this.#remembered || oldestMs >= this.#remembered.untilMs) return Infinity;
		return Math.max(1, this.#remembered.memory.minCompared - size);
	}

	/** Takes over what is remembered of the rest, if all that can be told of it is as remembered. */
	async #recall({ totalCount }: EventPage, ahead: PagesAhead<ReadPage>): Promise<void> {
		const remembered = this.#remembered;
		if (!remembered || this.#isDone) return;
		const { entries, end, isShuffled } = this.#walk;
		const tail = RememberedTail.behind(entries, { totalCount, endOffset: end }, remembered);
		if (tail === "too early") return;
		this.#remembered = undefined;
		if (tail === "in doubt" || isShuffled) return remembered.memory.forget();
		if (tail.events.length === 0) return;
		ahead.drop();
		const { spots } = tail;
		for (const spot of spots) ahead.ask(spot);
		const pages = await Promise.all(spots.map((spot) => ahead.take(spot)));
		// A list that moves just now is read on.
		if (pages.some((page) => page.totalCount !== totalCount)) return;
		if (!pages.every((page, index) => tail.holds(page, spots[index]?.offset ?? NaN)))
			return remembered.memory.forget();
		this.#walk.takeOver(tail.events);
		this.#pages.size.noteMove();
	}
}
