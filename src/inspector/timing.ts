/* Durations of requests from the property inspector, in milliseconds. */

/** Changes within this time are sent together. */
export const batchDelayMs = 250;
/** A visible page sends messages more often than this. */
export const visibilityTimeoutMs = 5_000;

/** Time limit of a request, because a user waits. After it, the result is `timeout`. */
export const requestTimeoutMs = 12_000;
/** Time limit for the settings, because the host may never send them. */
export const settingsTimeoutMs = 4_000;

/**
 * Time limits of images and of the search for a socket: enough for a slow service, acceptable for a waiting user.
 */
export const imageTimeoutMs = 5_000;
export const socketProbeTimeoutMs = 7_000;
/**
 * Lifetime of a shared response. Several pages may be loaded at the same time and send the same query: one call
 * serves all of them.
 */
export const staleTimeMs = 5_000;
