import type { EventPage, ServiceClient } from "../../service/ports";
import type { StreamEventType } from "../../state/events/stream-event";
import { smallPageLimit, type PageSize } from "./page-size";
import type { CountTrust } from "./count-trust";

export type PageRange = { readonly offset: number; readonly limit: number };

/**
 * A page, and whether it is shorter than the service's page size. As documented, a page holds at least ten entries
 * if there are as many.
 */
export type FetchedPage = EventPage & { readonly isShort: boolean };

/**
 * Requests pages of the list. Retries with a smaller limit if the service refuses a large one, and removes a
 * `total` that is not trusted.
 */
export class PageFetcher {
	readonly types: readonly StreamEventType[];
	readonly size: PageSize;
	readonly countTrust: CountTrust;
	/** Number of requests of the current read that succeeded. */
	requestCount = 0;
	readonly #client: Pick<ServiceClient, "events">;
	/** Largest number of entries that a page has contained. */
	#maxReceivedCount = smallPageLimit;

	constructor(
		client: Pick<ServiceClient, "events">,
		types: readonly StreamEventType[],
		size: PageSize,
		countTrust: CountTrust,
	) {
		this.#client = client;
		this.types = types;
		this.size = size;
		this.countTrust = countTrust;
	}

	async fetch({ offset, limit }: PageRange, signal: AbortSignal): Promise<FetchedPage> {
		const query = { types: this.types, offset, limit, sort: "createdAt", order: "desc" } as const;
		try {
			const page = await this.#client.events(query, signal);
			this.requestCount++;
			const isShort = page.entryCount < Math.min(limit, this.#maxReceivedCount);
			this.#maxReceivedCount = Math.max(this.#maxReceivedCount, page.entryCount);
			return this.countTrust.check({ ...page, isShort }, offset);
		} catch (error) {
			if (!this.size.recordFailure(error, limit)) throw error;
			return this.fetch({ offset, limit: this.size.clampLimit(limit) }, signal);
		}
	}
}
