import { ServiceError } from "../service/errors";
import type { EventPage } from "../service/ports";

/** The documented default, for a service that refuses to give more. */
export const smallPageLimit = 10;
/** What every service seen so far gives. */
export const pageLimit = 100;
/** Clients in the field ask for up to a hundred times as many; so many are parsed within one frame or two. */
const maxLimit = 1_000;
/** The more has to be read, the more is asked for at once. */
const growth = 4;
const maxPagesAtOnce = 4;
const maxEntriesAtOnce = 2_000;

/**
 * How many entries are asked for, and how many pages at once. The service's cap is unknown and it may cut a page without a
 * word, so as many are expected as came the last time.
 */
export class PageSize {
	#limit: number;
	#max = maxLimit;
	#maxPages = maxPagesAtOnce;
	#lastCount = 0;
	/** How many pages in a row were as large as expected. */
	#steadyPages = 0;

	/** @param firstLimit How many entries are asked for at first. */
	constructor(firstLimit: number) {
		this.#limit = Math.max(smallPageLimit, Math.min(pageLimit, firstLimit));
	}

	/** How many entries to ask for where about so many are missing: a hundred or ten cost about the same. */
	limitFor(missingCount: number): number {
		return Math.min(this.#limit, Math.max(pageLimit, Math.ceil(missingCount)));
	}

	/** How many of them are expected to come. */
	get expectedCount(): number {
		return this.#lastCount;
	}

	/** How many pages may be under way at once: ever more, as long as they are what was expected. */
	get pagesAtOnce(): number {
		const byEntries = Math.floor(maxEntriesAtOnce / Math.max(1, this.#lastCount));
		return Math.max(1, Math.min(this.#maxPages, byEntries, this.#steadyPages));
	}

	/** The most that may be asked for, of which there is `limit`. */
	atMost(limit: number): number {
		return Math.min(limit, this.#max);
	}

	/** A page has come in its turn. */
	note({ rawCount }: EventPage): void {
		const isSteady = rawCount === this.#lastCount;
		this.#lastCount = rawCount;
		if (rawCount >= this.#limit && this.#limit < this.#max) {
			this.#limit = Math.min(this.#max, Math.max(pageLimit, this.#limit * growth));
			this.#steadyPages = 0;
		} else this.#steadyPages = isSteady ? this.#steadyPages + 1 : 1;
	}

	/** The list has moved: one page after the other, for now. */
	noteMove(): void {
		this.#steadyPages = 0;
	}

	/**
	 * A page of so many entries could not be had: from now on there are fewer at once.
	 * @returns Whether it was because of their number.
	 */
	noteFailure(error: unknown, limit: number): boolean {
		if (!(error instanceof ServiceError) || error.kind === "aborted") return false;
		this.#maxPages = 1;
		const isRefused = error.status === 400 || error.status === 422 || error.kind === "too-large";
		if (limit <= (isRefused ? smallPageLimit : pageLimit)) return false;
		this.#max = limit > pageLimit ? pageLimit : smallPageLimit;
		this.#limit = Math.min(this.#limit, this.#max);
		return isRefused;
	}
}
