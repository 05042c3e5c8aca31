import { instantOf, msSince, type Clock, type Instant } from "../../state/time/clock";
import { lagSampleIntervalMs, maxSampleDelayMs } from "../timing";

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

	/** When the current input was sent: now, or if the process was delayed, the earliest possible time. */
	get sentAfter(): Instant {
		if (this.#replayedSentAfter) return this.#replayedSentAfter;
		return this.isLagging ? this.#caughtUpAt : instantOf(this.#clock);
	}

	/** Whether the process was delayed, so that the current input may have been pending. */
	get isLagging(): boolean {
		return (
			msSince(this.#replayedSentAfter ?? this.#caughtUpAt, this.#clock) >
			lagSampleIntervalMs + maxSampleDelayMs
		);
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
			this.#clock.schedule(() => this.#sample(), lagSampleIntervalMs);
		});
	}
}
