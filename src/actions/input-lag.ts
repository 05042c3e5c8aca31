import { instantOf, msSince, type Clock, type Instant } from "../state/clock";

const intervalMs = 250;

/**
 * Knows how old what is read just now may be. A process that is stopped, starved or put to sleep reads afterwards what was
 * said to it before, and nothing in a message tells its age; but what had arrived by some moment has been read once the
 * process has looked at everything that waits, after that moment.
 */
export class InputLag {
	readonly #clock: Clock;
	/** Calls back once everything has been read that waits to be read now. */
	readonly afterPendingInput: (callback: () => void) => void;
	#caughtUpAt: Instant;
	#replayedSentAfter: Instant | undefined;

	/** @param afterPendingInput See there. */
	constructor(clock: Clock, afterPendingInput: (callback: () => void) => void) {
		this.#clock = clock;
		this.afterPendingInput = afterPendingInput;
		this.#caughtUpAt = instantOf(clock);
		this.#sample();
	}

	/** What is read now was sent after this: a moment ago, unless the process has lost time. */
	get sentAfter(): Instant {
		return this.#replayedSentAfter ?? this.#caughtUpAt;
	}

	/** Whether what is read now may have waited for longer than it takes to read it. */
	get isLagging(): boolean {
		return msSince(this.sentAfter, this.#clock) > 2 * intervalMs;
	}

	/** Takes up what was read before, when `sentAfter` was this, and could not be looked at then. */
	replay(sentAfter: Instant, handle: () => void): void {
		this.#replayedSentAfter = sentAfter;
		try {
			handle();
		} finally {
			this.#replayedSentAfter = undefined;
		}
	}

	#sample(): void {
		const at = instantOf(this.#clock);
		this.afterPendingInput(() => {
			this.#caughtUpAt = at;
			this.#clock.schedule(() => this.#sample(), intervalMs);
		});
	}
}
