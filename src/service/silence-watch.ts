import { instantOf, msSince, type Clock, type Dispose } from "../state/clock";

/**
 * Notices that a line over which something is due again and again has been silent for too long: it is dead without having
 * said so, and what is sent into it could arrive much later.
 */
export class SilenceWatch {
	readonly #clock: Clock;
	readonly #onSilent: () => void;
	#limitMs = Infinity;
	#heardAt;
	#cancelTimer: Dispose = () => undefined;

	constructor(clock: Clock, onSilent: () => void) {
		this.#clock = clock;
		this.#onSilent = onSilent;
		this.#heardAt = instantOf(clock);
	}

	/** Whether it has been silent for too long, by whichever clock says so: after a sleep, no timer has rung yet. */
	get isSilent(): boolean {
		return msSince(this.#heardAt, this.#clock) > this.#limitMs;
	}

	/** From now on longer silence than this, in milliseconds, is too long. */
	begin(limitMs: number): void {
		this.#limitMs = limitMs;
		this.noteTraffic();
		this.#look();
	}

	/** Something came in. */
	noteTraffic(): void {
		this.#heardAt = instantOf(this.#clock);
	}

	end(): void {
		this.#cancelTimer();
	}

	/** Looks again when it would have been silent for too long, and only then. */
	#look(): void {
		this.#cancelTimer();
		const leftMs = this.#limitMs - msSince(this.#heardAt, this.#clock);
		if (leftMs <= 0) this.#onSilent();
		else this.#cancelTimer = this.#clock.schedule(() => this.#look(), leftMs);
	}
}
