import type { Clock, Dispose } from "../../../src/state/clock";

/** A computer's clock that shows another time than the service's, by as much as it is told. */
export class WrongClock implements Clock {
	readonly #clock: Clock;
	readonly #aheadMs: () => number;

	constructor(clock: Clock, aheadMs: () => number) {
		this.#clock = clock;
		this.#aheadMs = aheadMs;
	}

	now(): number {
		return this.wallMs();
	}

	wallMs(): number {
		return this.#clock.wallMs() + this.#aheadMs();
	}

	elapsedMs(): number {
		return this.#clock.elapsedMs();
	}

	uptimeMs(): number {
		return this.#clock.uptimeMs();
	}

	schedule(callback: () => void, delayMs: number): Dispose {
		return this.#clock.schedule(callback, delayMs);
	}
}
