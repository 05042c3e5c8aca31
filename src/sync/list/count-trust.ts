import type { Clock } from "../../state/clock";
import { maxResponseAgeMs } from "../../ledger/log/reconciler";

/** After this many full reads in a row that found nothing new, the `total` is ignored. */
const maxUnproductiveReads = 2;
const distrustMs = 3_600_000;

/**
 * Decides whether the `total` of the list is the number of entries that it contains.
 *
 * Invariant: a distrusted `total` is ignored for `distrustMs` and then trusted again.
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
		return this.#clock.elapsedMs() < this.#distrustUntilMs - distrustMs + maxResponseAgeMs;
	}

	/** Ignores the `total` from now on, because it does not match the list. */
	distrust(): void {
		this.#unproductiveReads = 0;
		this.#distrustUntilMs = this.#clock.elapsedMs() + distrustMs;
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
