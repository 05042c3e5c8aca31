import { ServiceError } from "../service/errors";
import type { EventPage, ServiceClient } from "../service/ports";
import { identityOf, type StreamEvent, type StreamEventType } from "../state/stream-event";

/** What is asked for; the service may give less, its cap is unknown. */
const pageLimit = 100;
/** The documented default, for a service that refuses to give more. */
const modestPageLimit = 10;
/** Each page begins with the last entry of the one before, so that a deletion in between leaves no hole unnoticed. */
const overlap = 1;
/** A list that repeats itself so often has nothing more to give. */
const longestStandstillPages = 3;
/** A list in no order at all never joins up; then it is taken as it comes. */
const mostStepsBack = 50;

/**
 * Reads the event list from its newest entry back to a point in time, page by page. The list may grow, shrink and fail
 * meanwhile: what has been read stays read, and reading goes on from there.
 */
export class EventListReader {
	readonly #client: ServiceClient;
	readonly #types: readonly StreamEventType[];
	readonly #untilMs: number;
	readonly #collected = new Map<string, StreamEvent>();
	#offset = 0;
	#standstillPages = 0;
	#stepsBack = 0;
	#limit = pageLimit;
	#oldestMs = Infinity;
	#hasEnded = false;
	#totalCount: number | undefined;

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
		return this.#hasEnded || this.#oldestMs < this.#untilMs;
	}

	/** Reads on until the list is known back to the time wanted. May be called again after a failure. */
	async readBack(signal: AbortSignal): Promise<void> {
		if (this.#collected.size > 0 && !this.#isDone) await this.readHead(signal);
		while (!this.#isDone) {
			const page = await this.#page(this.#offset, signal);
			if (!this.#isContiguous(page) && this.#stepsBack < mostStepsBack) {
				this.#stepsBack++;
				this.#offset = Math.max(0, this.#offset - this.#limit);
				continue;
			}
			const addedCount = this.#add(page);
			this.#standstillPages = addedCount > 0 || page.events.length === 0 ? 0 : this.#standstillPages + 1;
			const nextOffset = this.#offset + page.rawCount;
			this.#hasEnded =
				page.rawCount === 0 ||
				(page.totalCount !== undefined && nextOffset >= page.totalCount) ||
				this.#standstillPages >= longestStandstillPages;
			this.#offset = Math.max(this.#offset + 1, nextOffset - overlap);
		}
	}

	/**
	 * Looks at the newest entries again.
	 * @returns Whether the list has changed since it was last looked at.
	 */
	async readHead(signal: AbortSignal): Promise<boolean> {
		const totalCountBefore = this.#totalCount;
		let grownBy = 0;
		for (let offset = 0; ;) {
			const page = await this.#page(offset, signal);
			const meetsKnown = page.events.some((event) => this.#collected.has(identityOf(event)));
			const addedCount = this.#add(page);
			grownBy += addedCount;
			offset += page.rawCount;
			const isExhausted = page.rawCount === 0 || offset >= (page.totalCount ?? Infinity);
			if (meetsKnown || addedCount === 0 || isExhausted) break;
		}
		this.#offset += grownBy;
		return grownBy > 0 || this.#totalCount !== totalCountBefore;
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

	#isContiguous(page: EventPage): boolean {
		if (this.#offset === 0 || this.#collected.size === 0 || page.events.length === 0) return true;
		return page.events.some((event) => this.#collected.has(identityOf(event)));
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

function isRefusedLimit(error: unknown): boolean {
	return error instanceof ServiceError && (error.status === 400 || error.status === 422);
}
