import { ServiceError } from "../service/errors";
import type { EventPage, ServiceClient } from "../service/ports";
import { identityOf, type StreamEvent, type StreamEventType } from "../state/stream-event";

/** What is asked for where a lot is to be read; the service may give less, its cap is unknown. */
const pageLimit = 100;
/** Enough to see that little has changed; the documented default, for a service that refuses to give more. */
const smallPageLimit = 10;
/** Each page begins with the last entry of the one before, so that a deletion in between leaves no hole unnoticed. */
const overlap = 1;
/** A service that gives the same page so often has nothing more to give. */
const maxStandstillPages = 3;
/** After so many pages with nothing that we know, nothing is expected to come. */
const maxUnknownPages = 50;
/** A list in no order at all never joins up; then it is taken as it comes. */
const maxStepsBack = 50;
/** For one look, whatever the service answers. */
const maxPages = 3_000;

/** How the list looks compared with what has been read of it. */
export type ListChange =
	| "none"
	/** New entries came on top, and have been read. */
	| "grown"
	/** Something vanished, or came further down: only a new reading can tell what. */
	| "shuffled";

/**
 * Reads the event list from its newest entry back to a point in time, page by page. The list may grow, shrink and fail
 * meanwhile: what has been read stays read, and reading goes on from there.
 */
export class EventListReader {
	readonly #client: ServiceClient;
	readonly #types: readonly StreamEventType[];
	readonly #untilMs: number;
	readonly #firstLimit: number;
	readonly #collected = new Map<string, StreamEvent>();
	#limit = pageLimit;
	/** Where the next page begins. */
	#offset = 0;
	#lastPage: EventPage | undefined;
	#isShuffled = false;
	#standstillPages = 0;
	#stepsBack = 0;
	#oldestMs = Infinity;
	#hasEnded = false;
	#totalCount: number | undefined;
	/** How many entries there were when the top of the list was last looked at. */
	#countAtTop: number | undefined;
	#pageCount = 0;
	#unknownPages = 0;

	/**
	 * @param untilMs Epoch milliseconds; −Infinity reads to the end of the list, Infinity its first page.
	 * @param expectedCount How many entries that may be: no more are asked for at first.
	 */
	constructor(
		client: ServiceClient,
		types: readonly StreamEventType[],
		untilMs: number,
		expectedCount = pageLimit,
	) {
		this.#client = client;
		this.#types = types;
		this.#untilMs = untilMs;
		this.#firstLimit = Math.max(smallPageLimit, Math.min(pageLimit, expectedCount));
	}

	get types(): readonly StreamEventType[] {
		return this.#types;
	}

	/** How many requests were made, failed ones included. */
	get pageCount(): number {
		return this.#pageCount;
	}

	/** Whether reading was given up because there seemed to be no end. */
	get isCutShort(): boolean {
		return this.#pageCount >= maxPages;
	}

	get events(): readonly StreamEvent[] {
		return [...this.#collected.values()];
	}

	get totalCount(): number | undefined {
		return this.#totalCount;
	}

	/**
	 * Nothing created from this time on is missing, epoch milliseconds. The last entry's own instant is left out: the
	 * list may hold more of it further back.
	 */
	get reachMs(): number {
		return this.#hasEnded ? -Infinity : this.#oldestMs + 1;
	}

	get #isDone(): boolean {
		const isStuck =
			this.#standstillPages >= maxStandstillPages || this.#unknownPages >= maxUnknownPages || this.isCutShort;
		return this.#hasEnded || isStuck || this.#oldestMs < this.#untilMs;
	}

	/** Reads on until the list is known back to the time wanted. May be called again after a failure. */
	async readBack(signal: AbortSignal): Promise<void> {
		if (this.#collected.size > 0 && !this.#isDone && (await this.readHead(signal)) === "shuffled")
			this.restart();
		while (!this.#isDone) {
			const page = await this.#page(this.#offset, this.#offset === 0 ? this.#firstLimit : pageLimit, signal);
			if (!this.#joinsUp(page) && this.#stepsBack < maxStepsBack) {
				this.#stepsBack++;
				this.#isShuffled = true;
				this.#offset = Math.max(0, this.#offset - page.rawCount);
			} else {
				this.#take(page);
			}
		}
	}

	/** Looks at the newest entries again, and reads those that are new. */
	async readHead(signal: AbortSignal): Promise<ListChange> {
		const countBefore = this.#countAtTop;
		let countNow: number | undefined;
		let grownBy = 0;
		let standstillPages = 0;
		for (let offset = 0; ;) {
			const page = await this.#page(offset, offset === 0 ? smallPageLimit : pageLimit, signal);
			const meetsKnown = page.events.some((event) => this.#collected.has(identityOf(event)));
			grownBy += this.#add(page);
			if (offset === 0) countNow = page.totalCount;
			offset += page.rawCount;
			standstillPages = page.events.length > 0 ? 0 : standstillPages + 1;
			const isExhausted = page.rawCount === 0 || offset >= (page.totalCount ?? Infinity);
			if (meetsKnown || isExhausted || standstillPages >= maxStandstillPages || this.isCutShort) break;
		}
		// Pages read since the list grew are where they belong already.
		const shift = (countNow ?? 0) - (this.#lastPage?.totalCount ?? Infinity);
		this.#offset += Math.max(0, Math.min(shift, grownBy));
		this.#countAtTop = countNow;
		const isExplained =
			countBefore === undefined || countNow === undefined || countNow === countBefore + grownBy;
		return isExplained && !this.#isShuffled ? (grownBy > 0 ? "grown" : "none") : "shuffled";
	}

	/** Forgets what has been read: the list has changed too much for it. */
	restart(): void {
		this.#collected.clear();
		this.#offset = 0;
		this.#lastPage = undefined;
		this.#isShuffled = false;
		this.#standstillPages = 0;
		this.#unknownPages = 0;
		this.#stepsBack = 0;
		this.#oldestMs = Infinity;
		this.#hasEnded = false;
		this.#countAtTop = undefined;
	}

	async #page(offset: number, wantedLimit: number, signal: AbortSignal): Promise<EventPage> {
		const query = { types: this.#types, offset, sort: "createdAt", order: "desc" } as const;
		const limit = Math.min(wantedLimit, this.#limit);
		this.#pageCount++;
		try {
			return await this.#client.events({ ...query, limit }, signal);
		} catch (error) {
			if (limit <= smallPageLimit || !isRefusedLimit(error)) throw error;
			this.#limit = smallPageLimit;
			return this.#client.events({ ...query, limit: this.#limit }, signal);
		}
	}

	/** Entries of kinds we don't know can't be recognised: where there are some, the list's own count has to do. */
	#joinsUp({ events, rawCount }: EventPage): boolean {
		if (this.#offset === 0 || this.#collected.size === 0) return true;
		if (events.length < rawCount || rawCount <= overlap) return true;
		return events.some((event) => this.#collected.has(identityOf(event)));
	}

	#take(page: EventPage): void {
		if (this.#collected.size === 0) this.#countAtTop = page.totalCount;
		const addedCount = this.#add(page);
		const end = this.#offset + page.rawCount;
		const isRepeated = addedCount === 0 && this.#lastPage !== undefined && isSamePage(page, this.#lastPage);
		this.#standstillPages = isRepeated ? this.#standstillPages + 1 : 0;
		this.#unknownPages = page.events.length > 0 ? 0 : this.#unknownPages + 1;
		const { totalCount = NaN } = page;
		const hasShrunk = totalCount < (this.#lastPage?.totalCount ?? NaN);
		// So many new entries that this page holds some of them, out of their place on top.
		const isOvergrown = this.#offset > 0 && totalCount - (this.#countAtTop ?? NaN) >= this.#offset;
		this.#isShuffled ||= hasShrunk || isOvergrown;
		this.#lastPage = page;
		this.#hasEnded = page.rawCount === 0 || (page.totalCount !== undefined && end >= page.totalCount);
		this.#offset = Math.max(this.#offset + 1, end - overlap);
	}

	#add(page: EventPage): number {
		const sizeBefore = this.#collected.size;
		for (const event of page.events) {
			this.#collected.set(identityOf(event), event);
			if (!event.isTimeAssumed) this.#oldestMs = Math.min(this.#oldestMs, event.createdAtMs);
		}
		this.#oldestMs = Math.min(this.#oldestMs, page.oldestMs ?? Infinity);
		if (page.totalCount !== undefined) this.#totalCount = page.totalCount;
		return this.#collected.size - sizeBefore;
	}
}

function isSamePage(a: EventPage, b: EventPage): boolean {
	if (a.outline !== undefined) return a.outline === b.outline && a.rawCount > 0;
	if (a.totalCount !== b.totalCount || a.events.length !== b.events.length || a.events.length === 0)
		return false;
	return a.events.every((event, index) => {
		const other = b.events[index];
		return other !== undefined && identityOf(event) === identityOf(other);
	});
}

function isRefusedLimit(error: unknown): boolean {
	return error instanceof ServiceError && (error.status === 400 || error.status === 422);
}
