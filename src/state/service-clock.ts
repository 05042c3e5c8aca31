import type { Clock, Dispose } from "./clock";

/** A time that was told, as what is added to the elapsed time to have it. */
type ClockSample = { readonly offsetMs: number; readonly atElapsedMs: number };

/** What was told longer ago than this no longer counts: the service's own clock may have been put right. */
const maxSampleAgeMs = 600_000;
/** Told times have whole seconds and travel for a while; a clock is put back for more than that only. */
const minStepBackMs = 3_000;
/** An event may be this far ahead of what the service's answers say, and no further: its time may be nonsense. */
const maxEventLeadMs = 2_000;
/** A computer's clock that jumped by less has not slept. */
const minSystemSleepMs = 2_000;

/**
 * The computer's clock, put right by the service: numbers depend on when things happened by the service's clock, so
 * that is the one to compare with.
 *
 * Every time that the service tells (the `Date` of an answer, the creation of an event that has just arrived) has passed
 * when it arrives, however old the answer is. So the latest of them, carried on by the elapsed time, is never ahead of
 * the service and soon less than a second behind it. The computer's clock may jump meanwhile; that changes nothing,
 * unless it slept, as how long it has been up tells.
 */
export class ServiceClock implements Clock {
	readonly #systemClock: Clock;
	#origin: string | undefined;
	#samples: ClockSample[] = [];
	#offsetMs: number | undefined;
	/** When the offset was told, or a sleep was last looked for: how far the computer's clock was ahead of the elapsed time. */
	#wallAheadMs = 0;
	/** How long the computer had slept by then, milliseconds. */
	#systemSleepMs = 0;

	constructor(systemClock: Clock) {
		this.#systemClock = systemClock;
	}

	now(): number {
		if (this.#offsetMs === undefined) return this.#systemClock.now();
		const elapsedMs = this.elapsedMs();
		this.#addSystemSleep(elapsedMs);
		return Math.floor(this.#offsetMs + elapsedMs);
	}

	wallMs(): number {
		return this.#systemClock.wallMs();
	}

	elapsedMs(): number {
		return this.#systemClock.elapsedMs();
	}

	uptimeMs(): number {
		return this.#systemClock.uptimeMs();
	}

	schedule(callback: () => void, delayMs: number): Dispose {
		return this.#systemClock.schedule(callback, delayMs);
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
			this.#samples = [];
			this.#offsetMs = undefined;
		}
		const atElapsedMs = this.elapsedMs();
		this.#addSystemSleep(atElapsedMs);
		const sample = { offsetMs: dateMs - atElapsedMs, atElapsedMs };
		// Of what was told before, only that matters which is later than everything told since.
		this.#samples = this.#samples.filter(
			(other) => other.offsetMs > sample.offsetMs && atElapsedMs - other.atElapsedMs <= maxSampleAgeMs,
		);
		this.#samples.push(sample);
		const latestOffsetMs = this.#samples[0]?.offsetMs ?? sample.offsetMs;
		const offsetMs = this.#offsetMs ?? -Infinity;
		if (latestOffsetMs <= offsetMs && latestOffsetMs >= offsetMs - minStepBackMs) return;
		this.#offsetMs = latestOffsetMs;
		this.#wallAheadMs = this.wallMs() - atElapsedMs;
		this.#systemSleepMs = this.uptimeMs() - atElapsedMs;
	}

	/** An event has just arrived live that was created then, epoch milliseconds. */
	noteEvent(createdAtMs: number): void {
		if (this.#offsetMs === undefined) return;
		const leadMs = createdAtMs - this.now();
		if (leadMs > 0 && leadMs <= maxEventLeadMs) this.#offsetMs = createdAtMs - this.elapsedMs();
	}

	/** The elapsed time may have stood still while the computer slept; then its own clock is ahead, unless that was set. */
	#addSystemSleep(elapsedMs: number): void {
		const wallAheadMs = this.wallMs() - elapsedMs;
		if (this.#offsetMs === undefined || Math.abs(wallAheadMs - this.#wallAheadMs) < minSystemSleepMs) return;
		this.#wallAheadMs = wallAheadMs;
		const systemSleepMs = this.uptimeMs() - elapsedMs;
		const addedMs = Math.max(0, systemSleepMs - this.#systemSleepMs);
		this.#systemSleepMs = systemSleepMs;
		this.#offsetMs += addedMs;
		this.#samples = this.#samples.map((sample) => ({ ...sample, offsetMs: sample.offsetMs + addedMs }));
	}
}
