/** Takes back what it was returned for. Calling it again does nothing. */
export type Dispose = () => void;

/** Time, passed in so that everything that waits can be tested without waiting. */
export interface Clock {
	/** What time it is, epoch milliseconds: by the service, as soon as that has told; until then by the computer. */
	now(): number;
	/** What the computer's own clock shows, epoch milliseconds. It may be hours off, jump, and go back. */
	wallMs(): number;
	/** A clock that never jumps back, milliseconds. It may stand still while the computer sleeps. */
	elapsedMs(): number;
	/** As `elapsedMs`, but a sleep of the computer has passed as well. Nobody can set it. */
	uptimeMs(): number;
	/** Calls back once, at least `delayMs` from now. */
	schedule(callback: () => void, delayMs: number): Dispose;
}

/** A point in time on both of a computer's scales, milliseconds. */
export type Instant = { readonly wallMs: number; readonly elapsedMs: number };

export function instantOf(clock: Clock): Instant {
	return { wallMs: clock.wallMs(), elapsedMs: clock.elapsedMs() };
}

/** How long ago that was, in milliseconds, by whichever scale says more: one may have stood still during a sleep. */
export function msSince({ wallMs, elapsedMs }: Instant, clock: Clock): number {
	return Math.max(clock.wallMs() - wallMs, clock.elapsedMs() - elapsedMs);
}
