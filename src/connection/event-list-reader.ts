import type { EventPage, ServiceClient } from "../service/ports";
import { identityOf, type StreamEvent, type StreamEventType } from "../state/stream-event";
import { PageSize, pageLimit, smallPageLimit } from "./page-size";
import { PagesAhead, type PageRange } from "./pages-ahead";
import { RememberedTail, type Remembered } from "./remembered-tail";

/** Each page begins with the last entry of the one before, so that a deletion in between leaves no hole unnoticed. */
const overlap = 1;
/** A service that gives the same page so often has nothing more to give. */
const maxStandstillPages = 3;
/** After so many pages with nothing that we know, nothing is expected to come. */
const maxUnknownPages = 50;
/** A list in no order at all never joins up; then it is taken as it comes. */
const maxStepsBack = 50;
/** A count that disagrees once more after so many readings that found nothing else is wrong. */
const maxVainReadings = 2;
/** For one look, whatever the service answers. */
const maxPages = 3_000;
/** A kilobyte each: a list that has more would fill the memory. */
const maxEvents = 300_000;

/** A page, and whether it has as many entries as were asked for. */
type ReadPage = EventPage & { readonly isFull: boolean };

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
	/** Something vanished, or came further down: only a new reading can tell what. */
	| "shuffled";

/**
 * Reads the event list from its newest entry back to a point in time, page by page. The list may grow, shrink and fail
 * meanwhile: what has been read stays read, and reading goes on from there. Where a lot is to be read, a few pages are under
 * way at once; each is taken in its turn, and only if the list has not moved since.
 */
export class EventListReader {
	readonly #client: ServiceClient;
	readonly #types: readonly StreamEventType[];
	readonly #untilMs: number;
	readonly #size: PageSize;
	#collected = new Map<string, StreamEvent>();
	/** Where the next page begins. */
	#offset = 0;
	#lastPage: EventPage | undefined;
	/** Where the last page ended, and whether the list's count said that this is the end. */
	#lastEnd: number | undefined;
	#wasCountedOut = false;
	/** So many entries the service can give at once. */
	#maxGivenCount = 0;
	/** Until it has been used, or turned out not to be of use. */
	#remembered: Remembered | undefined;
	#namedFromMs: number | undefined;
	#isShuffled = false;
	/** The list's count moved in another way than what was read of it. */
	#isMiscounted = false;
	#isCountBelieved: boolean;
	/** What had been read when the count last disagreed. */
	#doubted: ReadonlyMap<string, StreamEvent> | undefined;
	#vainReadings = 0;
	#standstillPages = 0;
	#stepsBack = 0;
	#newestMs = -Infinity;
	/** Of what was on top when that was read last. */
	#newestOnTopMs = Infinity;
	#oldestMs = Infinity;
	#hasEnded = false;
	#totalCount: number | undefined;
	/** How many entries there were when the top of the list was last looked at. */
	#countAtTop: number | undefined;
	#pageCount = 0;
	#unknownPages = 0;

	/**
	 * @param untilMs Epoch milliseconds; −Infinity reads to the end of the list, Infinity its first page.
	 */
	constructor(
		client: ServiceClient,
		types: readonly StreamEventType[],
		untilMs: number,
		{ expectedCount = pageLimit, count = "believed", remembered }: ListReading = {},
	) {
		this.#remembered = remembered;
		this.#client = client;
		this.#types = types;
		this.#untilMs = untilMs;
		this.#size = new PageSize(expectedCount);
		this.#isCountBelieved = count === "believed";
	}

	get types(): readonly StreamEventType[] {
		return this.#types;
	}

	/** How many requests were made, failed ones included. */
	get pageCount(): number {
		return this.#pageCount;
	}

	/** Whether pages did not fit together: the list has moved in a way that was not followed. */
	get hasHoles(): boolean {
		return this.#isShuffled || this.#isMiscounted;
	}

	/** Whether reading was given up because there seemed to be no end. */
	get isCutShort(): boolean {
		return this.#pageCount >= maxPages || this.#collected.size >= maxEvents;
	}

	get events(): readonly StreamEvent[] {
		return [...this.#collected.values()];
	}

	/** What the list says of how many entries it has; undefined where it says nothing, or what can't be. */
	get totalCount(): number | undefined {
		return this.#isCountBelieved ? this.#totalCount : undefined;
	}

	/** Whether the list's own count has agreed so far with what was read of it. */
	get isCountBelieved(): boolean {
		return this.#isCountBelieved;
	}

	/**
	 * Nothing created from this time on is missing, epoch milliseconds. The last entry's own instant is left out: the
	 * list may hold more of it further back.
	 */
	get reachMs(): number {
		return this.#hasEnded ? -Infinity : this.#oldestMs + 1;
	}

	/** From when on it is known who did what, epoch milliseconds; undefined when that is as far back as it was read. */
	get namedFromMs(): number | undefined {
		return this.#namedFromMs;
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
		const ahead = new PagesAhead((range, called) => this.#page(range, called), signal);
		try {
			while (!this.#isDone) {
				const page = await this.#nextPage(ahead);
				if (!this.#joinsUp(page) && this.#stepsBack < maxStepsBack) {
					this.#stepsBack++;
					this.#isShuffled = true;
					this.#offset = Math.max(0, this.#offset - page.rawCount);
					this.#size.noteMove();
					ahead.drop();
				} else {
					this.#take(page);
					if (this.#remembered) await this.#recall(this.#remembered, page, ahead);
				}
			}
		} finally {
			ahead.close();
		}
	}

	/** Looks at the newest entries again, and reads those that are new. */
	async readHead(signal: AbortSignal): Promise<ListChange> {
		const countBefore = this.#countAtTop;
		let countNow: number | undefined;
		let grownBy = 0;
		let standstillPages = 0;
		const news = new Set<string>();
		let pageBefore: EventPage | undefined;
		for (let offset = 0; ;) {
			const limit = this.#size.atMost(offset === 0 ? smallPageLimit : pageLimit);
			const page = await this.#page({ offset, limit }, signal);
			const names = page.events.map(identityOf);
			const meetsKnown = names.some((name) => this.#collected.has(name) && !news.has(name));
			for (const name of names) if (!this.#collected.has(name)) news.add(name);
			const isOverlapping = pageBefore !== undefined && pageBefore.rawCount > overlap;
			if (isOverlapping && !mayShareEntry(page, pageBefore)) this.#isShuffled = true;
			grownBy += this.#add(page);
			if (offset === 0) {
				countNow = page.totalCount;
				this.#newestOnTopMs = newestOf(page) ?? Infinity;
			}
			offset += Math.max(1, page.rawCount - overlap);
			pageBefore = page;
			standstillPages = page.events.length > 0 ? 0 : standstillPages + 1;
			const isOver = page.rawCount === 0 || standstillPages >= maxStandstillPages || this.isCutShort;
			if (meetsKnown || isOver || this.#isShuffled) break;
		}
		// Pages read since the list grew are where they belong already.
		const shift = (countNow ?? 0) - (this.#lastPage?.totalCount ?? Infinity);
		this.#offset += Math.max(0, Math.min(shift, grownBy));
		this.#countAtTop = countNow;
		const isExplained =
			countBefore === undefined || countNow === undefined || countNow === countBefore + grownBy;
		const isMiscounted = this.#isCountBelieved && (this.#isMiscounted || !isExplained);
		if (isMiscounted) this.#weighCount();
		if (isMiscounted || this.#isShuffled) return "shuffled";
		return grownBy > 0 ? "grown" : "none";
	}

	/** Forgets what has been read: the list has changed too much for it. */
	restart(): void {
		this.#remembered = undefined;
		this.#namedFromMs = undefined;
		this.#collected = new Map();
		this.#offset = 0;
		this.#lastPage = undefined;
		this.#lastEnd = undefined;
		this.#wasCountedOut = false;
		this.#isShuffled = false;
		this.#isMiscounted = false;
		this.#standstillPages = 0;
		this.#unknownPages = 0;
		this.#stepsBack = 0;
		this.#newestMs = -Infinity;
		this.#newestOnTopMs = Infinity;
		this.#oldestMs = Infinity;
		this.#hasEnded = false;
		this.#countAtTop = undefined;
		this.#size.noteMove();
	}

	/** The one whose turn it is; those that are expected to follow are under way meanwhile. */
	async #nextPage(ahead: PagesAhead<ReadPage>): Promise<ReadPage> {
		const { expectedCount, pagesAtOnce } = this.#size;
		const { totalCount } = this.#lastPage ?? {};
		const listedCount = (totalCount ?? Infinity) - this.#offset;
		const missingCount = Math.min(this.#missingCount, listedCount, this.#countBeforeRecall);
		const range = { offset: this.#offset, limit: this.#size.limitFor(missingCount) };
		const wasAskedAhead = ahead.has(range);
		ahead.ask(range);
		// Only the list's own count tells whether a page belongs to those before.
		const endOffset = totalCount === undefined ? 0 : this.#offset + missingCount;
		for (let index = 1; index < pagesAtOnce; index++) {
			const offset = this.#offset + index * Math.max(1, expectedCount - overlap);
			if (offset < endOffset) ahead.ask({ ...range, offset });
		}
		const page = await ahead.take(range);
		if (!wasAskedAhead || page.totalCount === totalCount) return page;
		// It may have been answered before the one that precedes it.
		ahead.drop();
		this.#size.noteMove();
		return ahead.take(range);
	}

	/** How many entries are to be read before what is remembered can be used. */
	get #countBeforeRecall(): number {
		if (!this.#remembered || this.#oldestMs >= this.#remembered.untilMs) return Infinity;
		return Math.max(1, this.#remembered.memory.minCompared - this.#collected.size);
	}

	/** Takes over what is remembered of the rest, if all that can be told of it is as remembered. */
	async #recall(
		remembered: Remembered,
		{ totalCount }: EventPage,
		ahead: PagesAhead<ReadPage>,
	): Promise<void> {
		if (this.#isDone) return;
		const endOffset = this.#lastEnd ?? 0;
		const tail = RememberedTail.behind(this.#collected, { totalCount, endOffset }, remembered);
		if (tail === "too early") return;
		this.#remembered = undefined;
		if (tail === "in doubt" || this.#isShuffled) return remembered.memory.forget();
		if (tail.events.length === 0) return;
		ahead.drop();
		const { spots } = tail;
		for (const spot of spots) ahead.ask(spot);
		const pages = await Promise.all(spots.map((spot) => ahead.take(spot)));
		// A list that moves just now is read on.
		if (pages.some((page) => page.totalCount !== totalCount)) return;
		if (!pages.every((page, index) => tail.holds(page, spots[index]?.offset ?? NaN)))
			return remembered.memory.forget();
		this.#namedFromMs = this.#oldestMs + 1;
		for (const event of tail.events) this.#collected.set(identityOf(event), event);
		this.#oldestMs = tail.events.at(-1)?.createdAtMs ?? this.#oldestMs;
		this.#offset = endOffset + tail.events.length - overlap;
		this.#size.noteMove();
	}

	/** About how many entries are yet to be read, by how close those read so far are to each other. */
	get #missingCount(): number {
		const perMs = this.#collected.size / (this.#newestMs - this.#oldestMs);
		const missingCount = perMs * (this.#oldestMs - this.#untilMs);
		return Number.isNaN(missingCount) ? Infinity : missingCount;
	}

	async #page(range: PageRange, signal: AbortSignal): Promise<ReadPage> {
		const page = await this.#ask(range, signal);
		// No list has more entries than it has.
		const isBeyond = range.offset + page.rawCount > (page.totalCount ?? Infinity);
		if (isBeyond && page.rawCount > 0) this.#isCountBelieved = false;
		return this.#isCountBelieved ? page : { ...page, totalCount: undefined };
	}

	async #ask({ offset, limit }: PageRange, signal: AbortSignal): Promise<ReadPage> {
		const query = { types: this.#types, offset, sort: "createdAt", order: "desc" } as const;
		this.#pageCount++;
		try {
			const page = await this.#client.events({ ...query, limit }, signal);
			return { ...page, isFull: page.rawCount >= limit };
		} catch (error) {
			if (!this.#size.noteFailure(error, limit)) throw error;
			return this.#ask({ offset, limit: this.#size.atMost(limit) }, signal);
		}
	}

	/** A count that goes on to disagree with the list, though the list is read anew and is what it was, says nothing. */
	#weighCount(): void {
		const wasAllThere = [...(this.#doubted?.keys() ?? [])].every((key) => this.#collected.has(key));
		this.#vainReadings = this.#doubted && wasAllThere ? this.#vainReadings + 1 : 0;
		if (this.#vainReadings >= maxVainReadings) this.#isCountBelieved = false;
		this.#doubted = this.#collected;
	}

	/** Whether there is no hole between this page and what has been read. */
	#joinsUp(page: EventPage): boolean {
		if (this.#offset === 0 || this.#collected.size === 0) return true;
		if (page.rawCount === 0 || (page.rawCount <= overlap && !this.#isOverlapping)) return true;
		if (page.events.some((event) => this.#collected.has(identityOf(event)))) return true;
		return page.events.length < page.rawCount && mayShareEntry(page, this.#lastPage);
	}

	/** Whether the page that is read should begin with the last entry of the one before. */
	get #isOverlapping(): boolean {
		return this.#offset + overlap === this.#lastEnd;
	}

	#take(page: ReadPage): void {
		this.#size.note(page);
		if (this.#collected.size === 0) this.#countAtTop = page.totalCount;
		if (this.#offset === 0) this.#newestOnTopMs = newestOf(page) ?? Infinity;
		// What is on top was told by an answer that is older than this one: what came in between is on neither.
		else if ((newestOf(page) ?? -Infinity) > this.#newestOnTopMs) this.#isShuffled = true;
		const addedCount = this.#add(page);
		const end = this.#offset + page.rawCount;
		const isRepeated = addedCount === 0 && this.#lastPage !== undefined && isSamePage(page, this.#lastPage);
		this.#standstillPages = isRepeated ? this.#standstillPages + 1 : 0;
		this.#unknownPages = page.events.length > 0 ? 0 : this.#unknownPages + 1;
		const { totalCount = NaN } = page;
		const hasShrunk = totalCount < (this.#lastPage?.totalCount ?? NaN);
		// So many new entries that this page holds some of them, out of their place on top.
		const isOvergrown = this.#offset > 0 && totalCount - (this.#countAtTop ?? NaN) >= this.#offset;
		this.#isMiscounted ||= hasShrunk || isOvergrown;
		if (page.rawCount === 0 && this.#isOverlapping) this.#isShuffled = true;
		this.#hasEnded = this.#isLast(page, end, isRepeated);
		this.#wasCountedOut = totalCount === end;
		this.#maxGivenCount = Math.max(this.#maxGivenCount, page.rawCount);
		this.#lastPage = page;
		this.#lastEnd = end;
		this.#offset = Math.max(this.#offset + 1, end - overlap);
	}

	/**
	 * Whether nothing comes after this page. A count alone does not tell: it may be too low. It does where the service gives
	 * less than it could (it gives ten at least, as documented), or the same again because it knows no offset.
	 */
	#isLast({ rawCount, totalCount, isFull }: ReadPage, end: number, isRepeated: boolean): boolean {
		const isOverlapOnly = this.#isOverlapping && rawCount <= overlap;
		const isShort = !isFull && rawCount < Math.max(this.#maxGivenCount, smallPageLimit);
		const isCountedOut = totalCount === end && isShort;
		return rawCount === 0 || isOverlapOnly || isCountedOut || (isRepeated && this.#wasCountedOut);
	}

	#add(page: EventPage): number {
		const sizeBefore = this.#collected.size;
		for (const event of page.events) {
			this.#collected.set(identityOf(event), event);
			if (event.isTimeAssumed) continue;
			this.#newestMs = Math.max(this.#newestMs, event.createdAtMs);
			this.#oldestMs = Math.min(this.#oldestMs, event.createdAtMs);
		}
		this.#oldestMs = Math.min(this.#oldestMs, page.oldestMs ?? Infinity);
		if (page.totalCount !== undefined) this.#totalCount = page.totalCount;
		return this.#collected.size - sizeBefore;
	}
}

/** Epoch milliseconds; undefined where no entry that we know tells its time. */
function newestOf({ events }: EventPage): number | undefined {
	const times = events.filter(({ isTimeAssumed }) => !isTimeAssumed).map(({ createdAtMs }) => createdAtMs);
	return times.length > 0 ? Math.max(...times) : undefined;
}

/**
 * Entries of kinds that we don't know are recognised by their names. Where some have none, nothing can be told, and the list's
 * own count has to do.
 */
function mayShareEntry(page: EventPage, before: EventPage | undefined): boolean {
	const known = new Set(before?.events.map(identityOf));
	if (page.events.some((event) => known.has(identityOf(event)))) return true;
	const isAllKnown = page.events.length === page.rawCount && known.size === before?.rawCount;
	const names = new Set(before?.names);
	const isAllNamed = page.names?.length === page.rawCount && names.size === before?.rawCount;
	return !isAllKnown && !(isAllNamed && page.names.every((name) => !names.has(name)));
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
