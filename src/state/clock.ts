/** Takes back what it was returned for. Calling it again does nothing. */
export type Dispose = () => void;

/** Time, passed in so that everything that waits can be tested without waiting. */
export interface Clock {
	/** The wall clock, epoch milliseconds. It may jump. */
	now(): number;
	/** A clock that never jumps back, milliseconds. It may stand still while the computer sleeps. */
	elapsedMs(): number;
	/** Calls back once, at least `delayMs` from now. */
	schedule(callback: () => void, delayMs: number): Dispose;
}
