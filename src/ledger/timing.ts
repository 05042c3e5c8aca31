/* Durations that determine how events, snapshots and figures are interpreted, in milliseconds. */

/** A lower total is accepted if it is received again at least this much later. */
export const confirmationDelayMs = 5_000;

/** Maximum age of an event that can cross a goal. */
export const maxCrossingAgeMs = 2_000;
/**
 * Maximum delay between an event and the service's figure that includes it. The figure is fetched at most every
 * five seconds.
 */
export const maxFigureAgeMs = 15_000;
/** Maximum delay until the list is read for the amount of a push. Many small pages take longer than a figure. */
export const maxListedAgeMs = 30_000;

/** A push that arrives later than this after the event's creation repeats an older event. */
export const maxPushDelayMs = 10_000;

/** Maximum age of a response: caches and lagging replicas together. */
export const maxResponseAgeMs = 150_000;
/** An event may be listed this long after its creation time. */
export const maxLatecomerMs = 600_000;
/** Syncs reach back this much further than what is stored, because most events are listed within this time. */
export const latecomerMs = 120_000;
/** Snapshots are compared with a contradicting push for this long, because the list may lag behind. */
export const disputeMs = 60_000;
/** Error of the service's clock: a snapshot that began less than this after a push may be older. */
export const clockToleranceMs = 1_000;

/** Without a new snapshot, data is out of date after this long. */
export const staleAfterMs = 310_000;
/** A new snapshot follows a change within this time. */
export const settleGraceMs = 3_000;
/** A read of thousands of pages is repeated at most this often. */
export const limitRetryMs = 3_600_000;

/** A list that was read without times is read again at most this often. */
export const redateIntervalMs = 300_000;

/** The service may create the event of a post this long after the post ended without a response. */
export const unansweredGraceMs = 30_000;
/** Assumed duration of a post that an earlier run began and did not finish. */
export const maxPostMs = 60_000;
/**
 * Tolerance for event times: they have whole seconds, and the service clock is accurate to about a second.
 */
export const postClockToleranceMs = 5_000;

/** An event dated further than this after its arrival has a wrong date. */
export const maxAheadMs = 300_000;

/** How long a thanked person stays displayed. */
export const thankingMs = 30_000;
