/*
 * Durations of requests and sockets, in milliseconds. After an outage, the next attempt starts within `maxRetryDelayMs`,
 * which leaves seven seconds of the promised ten for joining, reading and drawing. A request that hangs when the
 * service recovers is repeated after `callTimeoutMs` and `maxTimeoutRetryDelayMs`: eight seconds.
 */

/** Grace period after a missed ping before the connection counts as lost. */
export const heartbeatGraceMs = 5000;
/**
 * The engine buffers messages while it upgrades to a websocket. After this time the room counts as joined anyway.
 */
export const joinTimeoutMs = 2000;
/** Time for the closing handshake before the connection is destroyed. */
export const closeGraceMs = 1000;

/**
 * Time limit of one REST call. A hanging service is therefore called again at most this long after it has
 * recovered.
 */
export const callTimeoutMs = 7_000;

/** Back-off after the first failure. It doubles with each one. */
export const firstRetryDelayMs = 200;
/**
 * Maximum back-off. Short enough that all keys are correct within ten seconds after the service is back.
 */
export const maxRetryDelayMs = 3_000;
/** After a timeout the maximum is shorter, because the request has already taken long. */
export const maxTimeoutRetryDelayMs = 1_000;
/** Minimum delay after the service closed a socket. */
export const kickRetryDelayMs = 1_000;
/** Cooldown after a rate limit without a `Retry-After`. */
export const rateLimitCooldownMs = 5_000;
/** Maximum cooldown, so that a wrong `Retry-After` does not stop updates for hours. */
export const maxCooldownMs = 300_000;
/**
 * A refused API key is checked again at increasing intervals, because the refusal may be an error of the service.
 */
export const refusalDelays = [
	{ untilFailure: 15, delayMs: 8_000 },
	{ untilFailure: 30, delayMs: 60_000 },
] as const;
/** The same interval after all of these. */
export const lateRefusalDelayMs = 300_000;

/** A longer `Retry-After` is shortened to this. */
export const maxRetryAfterMs = 24 * 60 * 60 * 1000;
