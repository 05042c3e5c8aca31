import type { EventPage } from "../service/ports";

/** Which entries of the list. */
export type PageRange = { readonly offset: number; readonly limit: number };

/** Pages of a list that are asked for before it is their turn. Whose turn never comes fails for nobody. */
export class PagePrefetcher<Page extends EventPage = EventPage> {
	readonly #fetchPage: (range: PageRange, signal: AbortSignal) => Promise<Page>;
	readonly #signal: AbortSignal;
	readonly #pending = new Map<number, Promise<Page>>();
	readonly #abort = () => {
		this.#controller.abort();
	};
	#controller = new AbortController();

	/** @param signal Calls everything off. */
	constructor(fetchPage: (range: PageRange, signal: AbortSignal) => Promise<Page>, signal: AbortSignal) {
		this.#fetchPage = fetchPage;
		this.#signal = signal;
		signal.addEventListener("abort", this.#abort);
		if (signal.aborted) this.#abort();
	}

	/** Whether a page that begins there is under way. */
	has({ offset }: PageRange): boolean {
		return this.#pending.has(offset);
	}

	/** Asks for a page, unless one that begins there is under way. */
	prefetch(range: PageRange): void {
		if (this.has(range)) return;
		const page = this.#fetchPage(range, this.#controller.signal);
		page.catch(() => undefined);
		this.#pending.set(range.offset, page);
	}

	/** The page that begins there, which is asked for now if it has not been. It is taken once. */
	take(range: PageRange): Promise<Page> {
		this.prefetch(range);
		const page = this.#pending.get(range.offset);
		this.#pending.delete(range.offset);
		return page ?? this.#fetchPage(range, this.#controller.signal);
	}

	/** Calls off what is under way. */
	cancelAll(): void {
		if (this.#pending.size === 0) return;
		this.#pending.clear();
		this.#abort();
		if (!this.#signal.aborted) this.#controller = new AbortController();
	}

	/** Nothing is asked for after this. */
	close(): void {
		this.cancelAll();
		this.#signal.removeEventListener("abort", this.#abort);
	}
}
