import { instantOf, type Clock, type Instant } from "../state/clock";

const intervalMs = 250;

/**
 * Knows how old what is read just now may be. A process that is stopped, starved or put to sleep reads afterwards what was
 * said to it before, and nothing in a message tells its age; but what had arrived by some moment has been read once the
 * process has looked at everything that waits, after that moment.
 */
export class ArrivalWatch {
	readonly #clock: Clock;
	readonly #afterSnapshot: (callback: () => void) => void;
	#readUntil: Instant;

	/** @param afterSnapshot Calls back once everything has been read that waits to be read now. */
	constructor(clock: Clock, afterSnapshot: (callback: () => void) => void) {
		this.#clock = clock;
		this.#afterSnapshot = afterSnapshot;
		this.#readUntil = instantOf(clock);
		this.#look();
	}

	/** What is read now was sent after this: a moment ago, unless the process has lost time. */
	get sentAfter(): Instant {
		return this.#readUntil;
	}

	#look(): void {
		const at = instantOf(this.#clock);
		this.#afterSnapshot(() => {
			this.#readUntil = at;
			this.#clock.schedule(() => this.#look(), intervalMs);
		});
	}
}
