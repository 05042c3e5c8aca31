import type { Clock, Dispose } from "./clock";
import { maxSampleAgeMs, minStepBackMs, maxEventLeadMs, minSystemSleepMs } from "./timing";

/** A time received from the service, stored as its offset from the monotonic clock. */
type ClockSample = { readonly offsetMs: number; readonly atElapsedMs: number };

/**
 * The system clock, corrected to the service's clock. Event times come from the service, so scopes are compared with its clock.
 *
 * Every time received from the service (the `Date` of a response, the creation time of a pushed event) is in the past when it
 * arrives, however old the response is. The latest of them plus the elapsed time is therefore never ahead of the service, and
 * soon less than a second behind it. A jump of the system clock has no effect, unless the uptime shows that the computer slept.
 *
 * Invariant: without an offset, `now()` is the system clock; with one, it is the monotonic clock plus that offset.
 */
export class ServiceClock implements Clock {
	readonly #systemClock: Clock;
	#origin: string | undefined;
	#samples: ClockSample[] = [];
	#offsetMs: number | undefined;
	/** Lead of the system clock over the monotonic clock when the offset was set or a jump was last detected, in milliseconds. */
	#wallAheadMs = 0;
	/** Lead of the uptime over the monotonic clock at the same moment, in milliseconds: the sleep so far. */
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
	 * Records the time of a response that has just arrived.
	 * @param dateMs `Date` header of the response, epoch milliseconds.
	 * @param origin Origin of the response. Another origin has another clock, so a change discards all samples.
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
		// An earlier sample matters only while its offset is larger than all later ones.
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

	/** Records the creation time of an event that was just pushed, epoch milliseconds. */
	noteEvent(createdAtMs: number): void {
		if (this.#offsetMs === undefined) return;
		const leadMs = createdAtMs - this.now();
		if (leadMs > 0 && leadMs <= maxEventLeadMs) this.#offsetMs = createdAtMs - this.elapsedMs();
	}

	/** Adds a system sleep to the offset: the monotonic clock may stop during a sleep. The uptime shows whether a jump was a sleep or a clock that was set. */
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
