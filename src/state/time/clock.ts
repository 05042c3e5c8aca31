/** Cancels the subscription or timer of the call that returned it. Further calls have no effect. */
export type Dispose = () => void;

/** Source of time and timers. It is injected, so that tests do not have to wait. */
export interface Clock {
	/** Current time in epoch milliseconds: by the service's clock, or by the system clock before the first response. */
	now(): number;
	/** Time of the system clock in epoch milliseconds. It may be hours off, jump, and go back. */
	wallMs(): number;
	/** Monotonic time in milliseconds. It may stop during system sleep. */
	elapsedMs(): number;
	/** Monotonic time in milliseconds, including system sleep. It cannot be set. */
	uptimeMs(): number;
	/** Calls back once, at least `delayMs` from now. */
	schedule(callback: () => void, delayMs: number): Dispose;
}

/** A point in time on the system clock and on the monotonic clock that includes system sleep, in milliseconds. */
export type Instant = { readonly wallMs: number; readonly uptimeMs: number };

export function instantOf(clock: Clock): Instant {
	return { wallMs: clock.wallMs(), uptimeMs: clock.uptimeMs() };
}

/**
 * Returns the milliseconds since an instant: the larger value of the two clocks. The system clock may have been set back, and
 * the other one does not include a sleep of less than two seconds.
 */
export function msSince({ wallMs, uptimeMs }: Instant, clock: Clock): number {
	return Math.max(clock.wallMs() - wallMs, clock.uptimeMs() - uptimeMs);
}
