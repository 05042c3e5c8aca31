import { instantOf, msSince, type Clock, type Dispose } from "../../state/time/clock";

/**
 * Detects a dead connection: one that expects regular messages and has been silent for too long. Messages sent over
 * such a connection could arrive much later. Invariant: after `start()`, one timer is pending until `stop()` or the
 * timeout.
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

	/** Whether the server has been silent for too long. True after a system sleep even before the timer fires. */
	get isOverdue(): boolean {
		return msSince(this.#lastTrafficAt, this.#clock) > this.#timeoutMs;
	}

	/** Sets the maximum silence, in milliseconds. */
	start(timeoutMs: number): void {
		this.#timeoutMs = timeoutMs;
		this.recordTraffic();
		this.#check();
	}

	recordTraffic(): void {
		this.#lastTrafficAt = instantOf(this.#clock);
	}

	stop(): void {
		this.#cancelTimer();
	}

	/** Schedules the next check for the time at which the silence would be too long. */
	#check(): void {
		this.#cancelTimer();
		const remainingMs = this.#timeoutMs - msSince(this.#lastTrafficAt, this.#clock);
		if (remainingMs <= 0) this.#onTimeout();
		else this.#cancelTimer = this.#clock.schedule(() => this.#check(), remainingMs);
	}
}
