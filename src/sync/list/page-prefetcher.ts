import type { FetchedPage, PageFetcher, PageRange } from "./page-fetcher";

/**
 * Requests pages of a list before they are needed. The failure of a page that is never taken is ignored.
 *
 * Invariant: there is at most one prefetched page per offset.
 */
export class PagePrefetcher {
	readonly #fetcher: Pick<PageFetcher, "fetch">;
	readonly #signal: AbortSignal;
	readonly #pending = new Map<number, Promise<FetchedPage>>();
	readonly #abort = () => {
		this.#controller.abort();
	};
	#controller = new AbortController();

	constructor(fetcher: Pick<PageFetcher, "fetch">, signal: AbortSignal) {
		this.#fetcher = fetcher;
		this.#signal = signal;
		signal.addEventListener("abort", this.#abort);
		if (signal.aborted) this.#abort();
	}

	has({ offset }: PageRange): boolean {
		return this.#pending.has(offset);
	}

	/** Requests a page, unless a request for the same offset is pending. */
	prefetch(range: PageRange): void {
		if (this.has(range)) return;
		const page = this.#fetcher.fetch(range, this.#controller.signal);
		page.catch(() => undefined);
		this.#pending.set(range.offset, page);
	}

	/**
	 * Returns the page at this offset, and requests it if there is no pending request. A prefetched page can be
	 * taken once.
	 */
	take(range: PageRange): Promise<FetchedPage> {
		const page = this.#pending.get(range.offset) ?? this.#fetcher.fetch(range, this.#controller.signal);
		this.#pending.delete(range.offset);
		return page;
	}

	cancelAll(): void {
		if (this.#pending.size === 0) return;
		this.#pending.clear();
		this.#abort();
		if (!this.#signal.aborted) this.#controller = new AbortController();
	}

	/** Aborts all pending requests and stops listening to the signal. The prefetcher cannot be used afterwards. */
	close(): void {
		this.cancelAll();
		this.#signal.removeEventListener("abort", this.#abort);
	}
}
