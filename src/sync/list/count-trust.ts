import type { Clock } from "../../state/time/clock";
import { maxResponseAgeMs } from "../../ledger/timing";
import { countDistrustMs } from "../timing";

/** After this many full reads in a row that found nothing new, the `total` is ignored. */
const maxUnproductiveReads = 2;

/**
 * Decides whether the `total` of the list is the number of entries that it contains.
 *
 * Invariant: a distrusted `total` is ignored for `countDistrustMs` and then trusted again.
 */
export class CountTrust {
	readonly #clock: Clock;
	/** Number of full reads in a row that were caused by the `total` alone and found nothing new. */
	#unproductiveReads = 0;
	#distrustUntilMs = -Infinity;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Whether the `total` can be used to detect changes. */
	get isTrusted(): boolean {
		return this.#clock.elapsedMs() >= this.#distrustUntilMs;
	}

	/**
	 * Whether the mismatch is so recent that the `total` may be right: some pages may come from a cache, and the
	 * list may have gaps.
	 */
	get isRecentlyDistrusted(): boolean {
		return this.#clock.elapsedMs() < this.#distrustUntilMs - countDistrustMs + maxResponseAgeMs;
	}

	/** Ignores the `total` from now on, because it does not match the list. */
	distrust(): void {
		this.#unproductiveReads = 0;
		this.#distrustUntilMs = this.#clock.elapsedMs() + countDistrustMs;
	}

	/** Records that a sync found something new. */
	noteNewData(): void {
		this.#unproductiveReads = 0;
	}

	/** Records that a sync caused by the `total` alone found nothing new. */
	noteUnproductiveRead(): void {
		if (++this.#unproductiveReads >= maxUnproductiveReads) this.distrust();
	}
}
