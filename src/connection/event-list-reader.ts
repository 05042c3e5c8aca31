import { ServiceError } from "../service/errors";
import type { EventPage, ServiceClient } from "../service/ports";
import { identityOf, type StreamEvent, type StreamEventType } from "../state/stream-event";

/** What is asked for; the service may give less, its cap is unknown. */
const pageLimit = 100;
/** The documented default, for a service that refuses to give more. */
const modestPageLimit = 10;
/** Each page begins with the last entry of the one before, so that a deletion in between leaves no hole unnoticed. */
const overlap = 1;
/** A service that gives the same page so often has nothing more to give. */
const longestStandstillPages = 3;
/** A list in no order at all never joins up; then it is taken as it comes. */
const mostStepsBack = 50;

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

	/** @param untilMs Epoch milliseconds; −Infinity reads to the end of the list, Infinity its first page. */
	constructor(client: ServiceClient, types: readonly StreamEventType[], untilMs: number) {
		this.#client = client;
		this.#types = types;
		this.#untilMs = untilMs;
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
		const isStuck = this.#standstillPages >= longestStandstillPages;
		return this.#hasEnded || isStuck || this.#oldestMs < this.#untilMs;
	}

	/** Reads on until the list is known back to the time wanted. May be called again after a failure. */
	async readBack(signal: AbortSignal): Promise<void> {
		if (this.#collected.size > 0 && !this.#isDone && (await this.readHead(signal)) === "shuffled")
			this.restart();
		while (!this.#isDone) {
			const page = await this.#page(this.#offset, signal);
			if (!this.#joinsUp(page) && this.#stepsBack < mostStepsBack) {
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
			const page = await this.#page(offset, signal);
			const meetsKnown = page.events.some((event) => this.#collected.has(identityOf(event)));
			grownBy += this.#add(page);
			if (offset === 0) countNow = page.totalCount;
			offset += page.rawCount;
			standstillPages = page.events.length > 0 ? 0 : standstillPages + 1;
			const isExhausted = page.rawCount === 0 || offset >= (page.totalCount ?? Infinity);
			if (meetsKnown || isExhausted || standstillPages >= longestStandstillPages) break;
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
		this.#stepsBack = 0;
		this.#oldestMs = Infinity;
		this.#hasEnded = false;
		this.#countAtTop = undefined;
	}

	async #page(offset: number, signal: AbortSignal): Promise<EventPage> {
		const query = { types: this.#types, offset, sort: "createdAt", order: "desc" } as const;
		try {
			return await this.#client.events({ ...query, limit: this.#limit }, signal);
		} catch (error) {
			if (this.#limit === modestPageLimit || !isRefusedLimit(error)) throw error;
			this.#limit = modestPageLimit;
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
			this.#oldestMs = Math.min(this.#oldestMs, event.createdAtMs);
		}
		if (page.totalCount !== undefined) this.#totalCount = page.totalCount;
		return this.#collected.size - sizeBefore;
	}
}

function isSamePage(a: EventPage, b: EventPage): boolean {
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
