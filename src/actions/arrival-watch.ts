import { instantOf, msSince, type Clock, type Instant } from "../state/clock";

const intervalMs = 250;

/**
 * Knows how old what is read just now may be. A process that is stopped, starved or put to sleep reads afterwards what was
 * said to it before, and nothing in a message tells its age; but what had arrived by some moment has been read once the
 * process has looked at everything that waits, after that moment.
 */
export class ArrivalWatch {
	readonly #clock: Clock;
	/** Calls back once everything has been read that waits to be read now. */
	readonly afterRead: (callback: () => void) => void;
	#readUntil: Instant;
	#setAsideAt: Instant | undefined;

	/** @param afterRead See there. */
	constructor(clock: Clock, afterRead: (callback: () => void) => void) {
		this.#clock = clock;
		this.afterRead = afterRead;
		this.#readUntil = instantOf(clock);
		this.#look();
	}

	/** What is read now was sent after this: a moment ago, unless the process has lost time. */
	get sentAfter(): Instant {
		return this.#setAsideAt ?? this.#readUntil;
	}

	/** Whether what is read now may have waited for longer than it takes to read it. */
	get isBehind(): boolean {
		return msSince(this.sentAfter, this.#clock) > 2 * intervalMs;
	}

	/** Takes up what was read before, when `sentAfter` was this, and could not be looked at then. */
	takeUp(sentAfter: Instant, look: () => void): void {
		this.#setAsideAt = sentAfter;
		try {
			look();
		} finally {
			this.#setAsideAt = undefined;
		}
	}

	#look(): void {
		const at = instantOf(this.#clock);
		this.afterRead(() => {
			this.#readUntil = at;
			this.#clock.schedule(() => this.#look(), intervalMs);
		});
	}
}
