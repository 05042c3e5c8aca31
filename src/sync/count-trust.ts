import type { Clock } from "../state/clock";
import { maxResponseAgeMs } from "../ledger/reconciler";

/** A count that is wrong so often says nothing. */
const maxUnproductiveReads = 2;
const distrustMs = 3_600_000;

/** Whether the count that the list tells is that of what it lists. */
export class CountTrust {
	readonly #clock: Clock;
	/** How often in a row the whole list was read because of its count, and had nothing to tell. */
	#unproductiveReads = 0;
	#distrustUntilMs = -Infinity;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Whether the count tells anything. */
	get isTrusted(): boolean {
		return this.#clock.elapsedMs() >= this.#distrustUntilMs;
	}

	/** A count that began to disagree so lately may be right, and some pages of the list be of a cache: it may have holes. */
	get isRecentlyDistrusted(): boolean {
		return this.#clock.elapsedMs() < this.#distrustUntilMs - distrustMs + maxResponseAgeMs;
	}

	/** The count is not that of what is listed. */
	distrust(): void {
		this.#unproductiveReads = 0;
		this.#distrustUntilMs = this.#clock.elapsedMs() + distrustMs;
	}

	/** A look told something that was not known. */
	noteNewData(): void {
		this.#unproductiveReads = 0;
	}

	/** A look that only the count called for told nothing. */
	noteUnproductiveRead(): void {
		if (++this.#unproductiveReads >= maxUnproductiveReads) this.distrust();
	}
}
