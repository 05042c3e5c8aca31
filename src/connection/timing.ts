/* Durations of links and commands, in milliseconds. `service/timing.ts` contains those of retries. */

/**
 * The connection stays open this long after the last key or command, so that switching pages does not close it.
 */
export const linkGraceMs = 5_000;

/** A connection that lasted this long resets the retry back-off. */
export const stableAfterMs = 10_000;
/** Time limit of an attempt to join. A hanging service must not delay the next attempt for long. */
export const attemptTimeoutMs = 5_000;
/** Time limit of every fourth attempt, so that a slow service can be reached. */
export const patientAttemptTimeoutMs = 8_000;
/** After a key press: retry every `pressRetryMs` for up to `pressWaitMs`. */
export const pressWaitMs = 2_000;
export const pressRetryMs = 200;

/** Maximum wait for the account before joining a room. A slow response must not delay the channel. */
export const accountWaitMs = 2_500;

/**
 * Maximum wait for the event channel's address before the scene channel joins its own address on a separate connection.
 * If both addresses are the same, the wait avoids a second connection.
 */
export const shareWaitMs = 500;

/** Maximum delay between a press and its effect. On stream, a later effect is worse than none. */
export const maxPressAgeMs = 2_000;

/** Maximum wait for a result after a key press. */
export const snapshotWaitMs = 10_000;

export const clockCheckIntervalMs = 5_000;
/**
 * Minimum jump of a clock that counts as system sleep. Smaller ones are caused by a busy computer or a clock
 * correction.
 */
export const minClockJumpMs = 20_000;
