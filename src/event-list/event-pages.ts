import type { EventPage, ServiceClient } from "../service/ports";
import type { StreamEventType } from "../state/stream-event";
import { smallPageLimit, type PageSize } from "./page-size";
import type { PageRange } from "./pages-ahead";
import type { ReadEntries } from "./read-entries";

/** A count that disagrees once more after so many looks that found nothing else is wrong. */
const maxVainReadings = 2;

/** A page, and whether the service could give more at once: it gives ten at least, as documented. */
export type ReadPage = EventPage & { readonly isShort: boolean };

/** Asks for pages of the list: smaller ones where those can't be had, and without the list's count where that is wrong. */
export class EventPages {
	readonly types: readonly StreamEventType[];
	readonly size: PageSize;
	readonly #client: Pick<ServiceClient, "events">;
	#askedCount = 0;
	/** So many entries the service can give at once. */
	#maxGivenCount = smallPageLimit;
	#isCountBelieved: boolean;
	/** What had been read when the count last disagreed. */
	#doubted: ReadEntries | undefined;
	#vainReadings = 0;

	/** @param count Whether the list's own count of its entries tells anything, as far as is known. */
	constructor(
		client: Pick<ServiceClient, "events">,
		types: readonly StreamEventType[],
		size: PageSize,
		count: "believed" | "ignored",
	) {
		this.#client = client;
		this.types = types;
		this.size = size;
		this.#isCountBelieved = count === "believed";
	}

	/** How many requests were made, failed ones included. */
	get askedCount(): number {
		return this.#askedCount;
	}

	/** Whether the list's own count has agreed so far with what was read of it. */
	get isCountBelieved(): boolean {
		return this.#isCountBelieved;
	}

	async ask(range: PageRange, signal: AbortSignal): Promise<ReadPage> {
		const page = await this.#ask(range, signal);
		// No list has more entries than it has.
		const isBeyond = range.offset + page.rawCount > (page.totalCount ?? Infinity);
		if (isBeyond && page.rawCount > 0) this.#isCountBelieved = false;
		return this.#isCountBelieved ? page : { ...page, totalCount: undefined };
	}

	/**
	 * The count disagrees with what was read. One that goes on to, though the list is read anew and is what it was, says
	 * nothing.
	 */
	weighCount(read: ReadEntries): void {
		const wasAllThere = this.#doubted?.events.every((event) => read.find(event)) ?? false;
		this.#vainReadings = wasAllThere ? this.#vainReadings + 1 : 0;
		if (this.#vainReadings >= maxVainReadings) this.#isCountBelieved = false;
		this.#doubted = read;
	}

	async #ask({ offset, limit }: PageRange, signal: AbortSignal): Promise<ReadPage> {
		this.#askedCount++;
		const query = { types: this.types, offset, limit, sort: "createdAt", order: "desc" } as const;
		try {
			const page = await this.#client.events(query, signal);
			const isShort = page.rawCount < Math.min(limit, this.#maxGivenCount);
			this.#maxGivenCount = Math.max(this.#maxGivenCount, page.rawCount);
			return { ...page, isShort };
		} catch (error) {
			if (!this.size.noteFailure(error, limit)) throw error;
			return this.#ask({ offset, limit: this.size.atMost(limit) }, signal);
		}
	}
}
