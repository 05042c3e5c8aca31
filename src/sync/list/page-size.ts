import { ServiceError } from "../../service/errors";
import type { EventPage } from "../../service/ports";
import { defaultSyncLimits, type SyncLimits } from "../sync-limits";

/** The documented default, for services that refuse a larger limit. */
export const smallPageLimit = 10;
/** Factor by which the limit grows after each full page. */
const limitGrowthFactor = 4;
const maxParallelPages = 4;

/**
 * Chooses the limit of a request and the number of parallel requests. The service's maximum is unknown and a page
 * may be cut to it silently, so each page is expected to be as long as the one before.
 *
 * Invariant: the limit never exceeds `#maxLimit`, which failed requests reduce.
 */
export class PageSize {
	#limit: number;
	readonly #limits: SyncLimits;
	#maxLimit: number;
	#maxParallelPages = maxParallelPages;
	#lastCount = 0;
	/** Number of pages in a row that had the expected size. */
	#expectedSizeStreak = 0;

	constructor(firstLimit: number, limits: SyncLimits = defaultSyncLimits) {
		this.#limits = limits;
		this.#maxLimit = limits.maxPageLimit;
		this.#limit = Math.max(smallPageLimit, Math.min(limits.pageLimit, firstLimit));
	}

	/**
	 * Returns the limit for about this many missing entries. It is at least `pageLimit`, because ten entries or a
	 * hundred cost about the same.
	 */
	limitFor(missingCount: number): number {
		return Math.min(this.#limit, Math.max(this.#limits.pageLimit, Math.ceil(missingCount)));
	}

	/** Number of entries that the next page is expected to contain. */
	get expectedCount(): number {
		return this.#lastCount;
	}

	/** Number of pages that may be requested in parallel. It grows with each page of the expected size. */
	get parallelPages(): number {
		const byEntries = Math.floor(this.#limits.maxParallelEntries / Math.max(1, this.#lastCount));
		return Math.max(1, Math.min(this.#maxParallelPages, byEntries, this.#expectedSizeStreak));
	}

	/** Returns the limit, reduced to the maximum that the service accepts. */
	clampLimit(limit: number): number {
		return Math.min(limit, this.#maxLimit);
	}

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

	/**
	 * Requests pages of the maximum size from now on.
	 * @returns Whether they were smaller before.
	 */
	grow(): boolean {
		const isSmaller = this.#limit < this.#maxLimit;
		this.#limit = this.#maxLimit;
		return isSmaller;
	}

	/**
	 * Records that the list has changed. Until pages have the expected size again, they are requested one by one.
	 */
	recordListChange(): void {
		this.#expectedSizeStreak = 0;
	}

	/**
	 * Records a failed request, and reduces the limit of further ones.
	 * @returns Whether the request failed because of its limit, so that it can be repeated with a smaller one.
	 */
	recordFailure(error: unknown, limit: number): boolean {
		if (!(error instanceof ServiceError) || error.kind === "aborted") return false;
		this.#maxParallelPages = 1;
		const { pageLimit } = this.#limits;
		const isRefused = error.status === 400 || error.status === 422 || error.kind === "too-large";
		if (limit <= (isRefused ? smallPageLimit : pageLimit)) return false;
		this.#maxLimit = limit > pageLimit ? pageLimit : smallPageLimit;
		this.#limit = Math.min(this.#limit, this.#maxLimit);
		// A page of the reduced size is not the end of the list.
		this.#lastCount = Math.min(this.#lastCount, this.#limit);
		return isRefused;
	}
}
