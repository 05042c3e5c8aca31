import type { Clock, Dispose } from "./clock";

/** A time that was told, as what is added to the elapsed time to have it. */
type Told = { readonly offsetMs: number; readonly atElapsedMs: number };

/** What was told longer ago than this no longer counts: the service's own clock may have been put right. */
const maxToldAgeMs = 600_000;
/** Told times have whole seconds and travel for a while; a clock is put back for more than that only. */
const minStepBackMs = 3_000;
/** An event may be this far ahead of what the service's answers say, and no further: its time may be nonsense. */
const maxEventLeadMs = 2_000;

/**
 * The computer's clock, put right by the service: numbers depend on when things happened by the service's clock, so
 * that is the one to compare with.
 *
 * Every time that the service tells (the `Date` of an answer, the creation of an event that has just arrived) has passed
 * when it arrives, however old the answer is. So the latest of them, carried on by the elapsed time, is never ahead of
 * the service and soon less than a second behind it. The computer's clock may jump meanwhile; that changes nothing.
 */
export class ServiceClock implements Clock {
	readonly #computer: Clock;
	#origin: string | undefined;
	#told: Told[] = [];
	#offsetMs: number | undefined;

	constructor(computer: Clock) {
		this.#computer = computer;
	}

	now(): number {
		return this.#offsetMs === undefined
			? this.#computer.now()
			: Math.floor(this.#offsetMs + this.#computer.elapsedMs());
	}

	wallMs(): number {
		return this.#computer.wallMs();
	}

	elapsedMs(): number {
		return this.#computer.elapsedMs();
	}

	uptimeMs(): number {
		return this.#computer.uptimeMs();
	}

	schedule(callback: () => void, delayMs: number): Dispose {
		return this.#computer.schedule(callback, delayMs);
	}

	/**
	 * An answer of the service has just arrived.
	 * @param dateMs Its `Date`, epoch milliseconds.
	 * @param origin Whose answer: another service has another clock.
	 */
	noteDate(dateMs: number, origin: string): void {
		if (!Number.isFinite(dateMs)) return;
		if (origin !== this.#origin) {
			this.#origin = origin;
			this.#told = [];
			this.#offsetMs = undefined;
		}
		const atElapsedMs = this.elapsedMs();
		const told = { offsetMs: dateMs - atElapsedMs, atElapsedMs };
		// Of what was told before, only that matters which is later than everything told since.
		this.#told = this.#told.filter(
			(other) => other.offsetMs > told.offsetMs && atElapsedMs - other.atElapsedMs <= maxToldAgeMs,
		);
		this.#told.push(told);
		const latestMs = this.#told[0]?.offsetMs ?? told.offsetMs;
		const isLeftBehind = this.#offsetMs !== undefined && latestMs < this.#offsetMs - minStepBackMs;
		if (this.#offsetMs === undefined || latestMs > this.#offsetMs || isLeftBehind) this.#offsetMs = latestMs;
	}

	/** An event has just arrived live that was created then, epoch milliseconds. */
	noteEvent(createdAtMs: number): void {
		if (this.#offsetMs === undefined) return;
		const leadMs = createdAtMs - this.now();
		if (leadMs > 0 && leadMs <= maxEventLeadMs) this.#offsetMs = createdAtMs - this.elapsedMs();
	}
}
