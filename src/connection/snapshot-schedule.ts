import type { Clock, Dispose } from "../state/clock";
import { confirmationDelayMs } from "../state/lifetime-figure";

/** Between two readings that nobody asked for. A little more than the delay after which one confirms another. */
export const minIntervalMs = confirmationDelayMs + 100;
/** An event moves the service's own figures; they are looked at shortly after. */
const settleDelayMs = 1_500;

/** When the next reading is due: one timer, for the earliest of all wishes. All times are on a clock that never jumps. */
export class SnapshotSchedule {
	readonly #clock: Clock;
	readonly #onDue: () => void;
	#cancelTimer: Dispose | undefined;
	#dueAtMs = Infinity;
	#lastDueMs = -Infinity;
	#notBeforeMs = -Infinity;

	constructor(clock: Clock, onDue: () => void) {
		this.#clock = clock;
		this.#onDue = onDue;
	}

	/** How long the service wants to be left alone, in milliseconds; 0 when it doesn't say. */
	get waitMs(): number {
		return Math.max(0, this.#notBeforeMs - this.#clock.elapsedMs());
	}

	/** The service wants to be left alone for so long. */
	leaveAlone(forMs: number): void {
		this.#notBeforeMs = this.#clock.elapsedMs() + forMs;
	}

	/** At the latest so long from now. */
	within(delayMs: number): void {
		const dueAtMs = Math.max(this.#clock.elapsedMs() + delayMs, this.#notBeforeMs);
		if (dueAtMs >= this.#dueAtMs) return;
		this.clear();
		this.#dueAtMs = dueAtMs;
		this.#cancelTimer = this.#clock.schedule(() => {
			this.#dueAtMs = Infinity;
			this.#lastDueMs = this.#clock.elapsedMs();
			this.#onDue();
		}, dueAtMs - this.#clock.elapsedMs());
	}

	/** Soon after an event, though not after each of many. */
	settle(): void {
		const sinceLastMs = this.#clock.elapsedMs() - this.#lastDueMs;
		this.within(Math.max(settleDelayMs, minIntervalMs - sinceLastMs));
	}

	/** Nothing is due any more. */
	clear(): void {
		this.#cancelTimer?.();
		this.#cancelTimer = undefined;
		this.#dueAtMs = Infinity;
	}

	/** Another connection: what the service asked of the last one is over. */
	reset(): void {
		this.clear();
		this.#notBeforeMs = -Infinity;
	}
}
