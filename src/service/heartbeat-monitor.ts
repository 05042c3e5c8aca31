import { instantOf, msSince, type Clock, type Dispose } from "../state/clock";

/**
 * Notices that a line over which something is due again and again has been silent for too long: it is dead without having
 * said so, and what is sent into it could arrive much later.
 */
export class HeartbeatMonitor {
	readonly #clock: Clock;
	readonly #onTimeout: () => void;
	#timeoutMs = Infinity;
	#lastTrafficAt;
	#cancelTimer: Dispose = () => undefined;

	constructor(clock: Clock, onTimeout: () => void) {
		this.#clock = clock;
		this.#onTimeout = onTimeout;
		this.#lastTrafficAt = instantOf(clock);
	}

	/** Whether it has been silent for too long, by whichever clock says so: after a sleep, no timer has rung yet. */
	get isOverdue(): boolean {
		return msSince(this.#lastTrafficAt, this.#clock) > this.#timeoutMs;
	}

	/** From now on longer silence than this, in milliseconds, is too long. */
	start(timeoutMs: number): void {
		this.#timeoutMs = timeoutMs;
		this.recordTraffic();
		this.#check();
	}

	/** Something came in. */
	recordTraffic(): void {
		this.#lastTrafficAt = instantOf(this.#clock);
	}

	stop(): void {
		this.#cancelTimer();
	}

	/** Looks again when it would have been silent for too long, and only then. */
	#check(): void {
		this.#cancelTimer();
		const remainingMs = this.#timeoutMs - msSince(this.#lastTrafficAt, this.#clock);
		if (remainingMs <= 0) this.#onTimeout();
		else this.#cancelTimer = this.#clock.schedule(() => this.#check(), remainingMs);
	}
}
