import type { EventPage, ServiceClient } from "../service/ports";
import type { StreamEventType } from "../state/stream-event";
import { smallPageLimit, type PageSize } from "./page-size";
import type { PageRange } from "./page-prefetcher";
import type { ListedEntries } from "./listed-entries";

/** A count that disagrees once more after so many looks that found nothing else is wrong. */
const maxUnchangedRereads = 2;

/** A page, and whether the service could give more at once: it gives ten at least, as documented. */
export type FetchedPage = EventPage & { readonly isShort: boolean };

/** Asks for pages of the list: smaller ones where those can't be had, and without the list's count where that is wrong. */
export class PageFetcher {
	readonly types: readonly StreamEventType[];
	readonly size: PageSize;
	readonly #client: Pick<ServiceClient, "events">;
	#requestCount = 0;
	/** So many entries the service can give at once. */
	#maxReceivedCount = smallPageLimit;
	#isCountTrusted: boolean;
	/** What had been read when the count last disagreed. */
	#entriesAtMismatch: ListedEntries | undefined;
	#unchangedRereads = 0;

	/** @param countMode Whether the list's own count of its entries tells anything, as far as is known. */
	constructor(
		client: Pick<ServiceClient, "events">,
		types: readonly StreamEventType[],
		size: PageSize,
		countMode: "believed" | "ignored",
	) {
		this.#client = client;
		this.types = types;
		this.size = size;
		this.#isCountTrusted = countMode === "believed";
	}

	/** How many requests were made, failed ones included. */
	get requestCount(): number {
		return this.#requestCount;
	}

	/** Whether the list's own count has agreed so far with what was read of it. */
	get isCountTrusted(): boolean {
		return this.#isCountTrusted;
	}

	async fetch(range: PageRange, signal: AbortSignal): Promise<FetchedPage> {
		const page = await this.#fetch(range, signal);
		// No list has more entries than it has.
		const exceedsTotalCount = range.offset + page.entryCount > (page.totalCount ?? Infinity);
		if (exceedsTotalCount && page.entryCount > 0) this.#isCountTrusted = false;
		return this.#isCountTrusted ? page : { ...page, totalCount: undefined };
	}

	/**
	 * The count disagrees with what was read. One that goes on to, though the list is read anew and is what it was, says
	 * nothing.
	 */
	handleCountMismatch(entries: ListedEntries): void {
		const isUnchanged = this.#entriesAtMismatch?.events.every((event) => entries.find(event)) ?? false;
		this.#unchangedRereads = isUnchanged ? this.#unchangedRereads + 1 : 0;
		if (this.#unchangedRereads >= maxUnchangedRereads) this.#isCountTrusted = false;
		this.#entriesAtMismatch = entries;
	}

	async #fetch({ offset, limit }: PageRange, signal: AbortSignal): Promise<FetchedPage> {
		this.#requestCount++;
		const query = { types: this.types, offset, limit, sort: "createdAt", order: "desc" } as const;
		try {
			const page = await this.#client.events(query, signal);
			const isShort = page.entryCount < Math.min(limit, this.#maxReceivedCount);
			this.#maxReceivedCount = Math.max(this.#maxReceivedCount, page.entryCount);
			return { ...page, isShort };
		} catch (error) {
			if (!this.size.recordFailure(error, limit)) throw error;
			return this.#fetch({ offset, limit: this.size.clampLimit(limit) }, signal);
		}
	}
}
