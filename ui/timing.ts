/* Durations of the property inspector, in milliseconds. */

/** While the user types: the first change is saved immediately, then at most one save per this interval. */
export const saveIntervalMs = 200;

/** Intervals of the check without and with a running plugin. */
export const pingIntervalMs = { absent: 500, present: 2_000 };
/** Longer than the plugin takes to start, which is most of a second. A running plugin responds in milliseconds. */
export const pongTimeoutMs = 2_500;

/** Time limit of a request. The plugin's own limit is shorter, so a missing response means that it does not run. */
export const answerTimeoutMs = 15_000;

/** Maximum time for which the page stays hidden while the account is loaded. */
export const revealTimeoutMs = 600;
