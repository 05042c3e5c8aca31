import { instantOf, msSince, type Clock, type Instant } from "../../state/clock";

const intervalMs = 250;

/**
 * Determines how old the input that is being handled may be. A process that was suspended, starved or asleep handles input
 * late, and messages contain no time. Invariant: all input that arrived before `#caughtUpAt` has been handled, because the
 * process has since handled everything that was pending.
 */
export class InputLag {
	readonly #clock: Clock;
	/** Calls back once all input that is pending at the time of the call has been handled. */
	readonly afterPendingInput: (callback: () => void) => void;
	#caughtUpAt: Instant;
	#replayedSentAfter: Instant | undefined;

	/** @param afterPendingInput See the field. */
	constructor(clock: Clock, afterPendingInput: (callback: () => void) => void) {
		this.#clock = clock;
		this.afterPendingInput = afterPendingInput;
		this.#caughtUpAt = instantOf(clock);
		this.#sample();
	}

	/** Earliest time at which the current input can have been sent. It is recent unless the process was delayed. */
	get sentAfter(): Instant {
		return this.#replayedSentAfter ?? this.#caughtUpAt;
	}

	/** Whether the current input may have been pending for longer than usual. */
	get isLagging(): boolean {
		return msSince(this.sentAfter, this.#clock) > 2 * intervalMs;
	}

	/** Handles input that was received earlier, when `sentAfter` had this value, and had to be queued. */
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
