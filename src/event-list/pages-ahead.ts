import type { EventPage } from "../service/ports";

/** Which entries of the list. */
export type PageRange = { readonly offset: number; readonly limit: number };

/** Pages of a list that are asked for before it is their turn. Whose turn never comes fails for nobody. */
export class PagesAhead<Page extends EventPage = EventPage> {
	readonly #ask: (range: PageRange, signal: AbortSignal) => Promise<Page>;
	readonly #signal: AbortSignal;
	readonly #underWay = new Map<number, Promise<Page>>();
	readonly #callOff = () => {
		this.#controller.abort();
	};
	#controller = new AbortController();

	/** @param signal Calls everything off. */
	constructor(ask: (range: PageRange, signal: AbortSignal) => Promise<Page>, signal: AbortSignal) {
		this.#ask = ask;
		this.#signal = signal;
		signal.addEventListener("abort", this.#callOff);
		if (signal.aborted) this.#callOff();
	}

	/** Whether a page that begins there is under way. */
	has({ offset }: PageRange): boolean {
		return this.#underWay.has(offset);
	}

	/** Asks for a page, unless one that begins there is under way. */
	ask(range: PageRange): void {
		if (this.has(range)) return;
		const page = this.#ask(range, this.#controller.signal);
		page.catch(() => undefined);
		this.#underWay.set(range.offset, page);
	}

	/** The page that begins there, which is asked for now if it has not been. It is taken once. */
	take(range: PageRange): Promise<Page> {
		this.ask(range);
		const page = this.#underWay.get(range.offset);
		this.#underWay.delete(range.offset);
		return page ?? this.#ask(range, this.#controller.signal);
	}

	/** Calls off what is under way. */
	drop(): void {
		if (this.#underWay.size === 0) return;
		this.#underWay.clear();
		this.#callOff();
		if (!this.#signal.aborted) this.#controller = new AbortController();
	}

	/** Nothing is asked for after this. */
	close(): void {
		this.drop();
		this.#signal.removeEventListener("abort", this.#callOff);
	}
}
