import type { Clock, Dispose } from "../../../src/state/time/clock";

/** A computer's clock with an adjustable offset from the service's clock. */
export class SkewedClock implements Clock {
	readonly #clock: Clock;
	readonly #offsetMs: () => number;

	constructor(clock: Clock, offsetMs: () => number) {
		this.#clock = clock;
		this.#offsetMs = offsetMs;
	}

	now(): number {
		return this.wallMs();
	}

	wallMs(): number {
		return this.#clock.wallMs() + this.#offsetMs();
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
