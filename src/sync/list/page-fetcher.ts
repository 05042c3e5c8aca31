import type { EventPage, ServiceClient } from "../../service/ports";
import type { StreamEventType } from "../../state/events/stream-event";
import { smallPageLimit, type PageSize } from "./page-size";
import type { PageRange } from "./page-prefetcher";
import type { ListedEntries } from "./listed-entries";

/** After this many rereads in a row that found the same entries, a `total` that still disagrees is wrong. */
const maxUnchangedRereads = 2;

/**
 * A page, and whether it is shorter than the service's page size. As documented, a page holds at least ten entries
 * if there are as many.
 */
export type FetchedPage = EventPage & { readonly isShort: boolean };

/**
 * Requests pages of the list. Retries with a smaller limit if the service refuses a large one, and removes a
 * `total` that is wrong. Invariant: a total that is no longer trusted stays so.
 */
export class PageFetcher {
	readonly types: readonly StreamEventType[];
	readonly size: PageSize;
	readonly #client: Pick<ServiceClient, "events">;
	#requestCount = 0;
	/** Largest number of entries that a page has contained. */
	#maxReceivedCount = smallPageLimit;
	#isCountTrusted: boolean;
	/** Entries read when the `total` last disagreed. */
	#entriesAtMismatch: ListedEntries | undefined;
	#unchangedRereads = 0;

	/** @param countMode Whether the `total` of the list is trusted at first. */
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

	/** Number of requests, including failed ones. */
	get requestCount(): number {
		return this.#requestCount;
	}

	/** Whether the `total` of the list has matched the entries read so far. */
	get isCountTrusted(): boolean {
		return this.#isCountTrusted;
	}

	async fetch(range: PageRange, signal: AbortSignal): Promise<FetchedPage> {
		const page = await this.#fetch(range, signal);
		// A `total` lower than the number of entries received is wrong.
		const exceedsTotalCount = range.offset + page.entryCount > (page.totalCount ?? Infinity);
		if (exceedsTotalCount && page.entryCount > 0) this.#isCountTrusted = false;
		return this.#isCountTrusted ? page : { ...page, totalCount: undefined };
	}

	/**
	 * Records that the `total` disagrees with the entries read. If it still does after the list was reread and has
	 * not changed, the `total` is ignored.
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
