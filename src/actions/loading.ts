import type { ArrivalWatch } from "./arrival-watch";

/**
 * Something that is still being loaded while others already have use for it: they are served in their order, and what
 * they were told meanwhile is as old as it is.
 */
export class Loading<T> {
	readonly #arrivals: Pick<ArrivalWatch, "sentAfter" | "takeUp">;
	#waiting: ((value: T) => void)[] | undefined = [];
	#value: T | undefined;

	constructor(arrivals: Pick<ArrivalWatch, "sentAfter" | "takeUp">) {
		this.#arrivals = arrivals;
	}

	/** Whether somebody has had use for it before it is there. */
	get isAwaited(): boolean {
		return this.#waiting !== undefined && this.#waiting.length > 0;
	}

	/** Calls back with the value: at once, or as soon as it is there. */
	use(callback: (value: T) => void): void {
		const { sentAfter } = this.#arrivals;
		if (this.#waiting) this.#waiting.push((value) => this.#arrivals.takeUp(sentAfter, () => callback(value)));
		else callback(this.#value as T);
	}

	/** It is there. */
	complete(value: T): void {
		const waiting = this.#waiting ?? [];
		this.#waiting = undefined;
		this.#value = value;
		for (const callback of waiting) callback(value);
	}
}
