import { ServiceError } from "../service/errors";
import type { EventPage } from "../service/ports";
import { defaultSyncLimits, type SyncLimits } from "./sync-limits";

/** The documented default, for a service that refuses to give more. */
export const smallPageLimit = 10;
/** The more has to be read, the more is asked for at once. */
const limitGrowthFactor = 4;
const maxParallelPages = 4;

/**
 * How many entries are asked for, and how many pages at once. The service's cap is unknown and it may cut a page without a
 * word, so as many are expected as came the last time.
 */
export class PageSize {
	#limit: number;
	readonly #limits: SyncLimits;
	#maxLimit: number;
	#maxParallelPages = maxParallelPages;
	#lastCount = 0;
	/** How many pages in a row were as large as expected. */
	#expectedSizeStreak = 0;

	/** @param firstLimit How many entries are asked for at first. */
	constructor(firstLimit: number, limits: SyncLimits = defaultSyncLimits) {
		this.#limits = limits;
		this.#maxLimit = limits.maxPageLimit;
		this.#limit = Math.max(smallPageLimit, Math.min(limits.pageLimit, firstLimit));
	}

	/** How many entries to ask for where about so many are missing: a hundred or ten cost about the same. */
	limitFor(missingCount: number): number {
		return Math.min(this.#limit, Math.max(this.#limits.pageLimit, Math.ceil(missingCount)));
	}

	/** How many of them are expected to come. */
	get expectedCount(): number {
		return this.#lastCount;
	}

	/** How many pages may be under way at once: ever more, as long as they are what was expected. */
	get parallelPages(): number {
		const byEntries = Math.floor(this.#limits.maxParallelEntries / Math.max(1, this.#lastCount));
		return Math.max(1, Math.min(this.#maxParallelPages, byEntries, this.#expectedSizeStreak));
	}

	/** The most that may be asked for, of which there is `limit`. */
	clampLimit(limit: number): number {
		return Math.min(limit, this.#maxLimit);
	}

	/** A page has come in its turn. */
	recordPage({ entryCount }: EventPage): void {
		const isExpectedSize = entryCount === this.#lastCount;
		this.#lastCount = entryCount;
		if (entryCount >= this.#limit && this.#limit < this.#maxLimit) {
			this.#limit = Math.min(
				this.#maxLimit,
				Math.max(this.#limits.pageLimit, this.#limit * limitGrowthFactor),
			);
			this.#expectedSizeStreak = 0;
		} else this.#expectedSizeStreak = isExpectedSize ? this.#expectedSizeStreak + 1 : 1;
	}

	/** The list has moved: one page after the other, for now. */
	recordListChange(): void {
		this.#expectedSizeStreak = 0;
	}

	/**
	 * A page of so many entries could not be had: from now on there are fewer at once.
	 * @returns Whether it was because of their number.
	 */
	recordFailure(error: unknown, limit: number): boolean {
		if (!(error instanceof ServiceError) || error.kind === "aborted") return false;
		this.#maxParallelPages = 1;
		const { pageLimit } = this.#limits;
		const isRefused = error.status === 400 || error.status === 422 || error.kind === "too-large";
		if (limit <= (isRefused ? smallPageLimit : pageLimit)) return false;
		this.#maxLimit = limit > pageLimit ? pageLimit : smallPageLimit;
		this.#limit = Math.min(this.#limit, this.#maxLimit);
		return isRefused;
	}
}
