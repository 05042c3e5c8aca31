/* Durations of the process and of its host, in milliseconds. */

/** Interval of checks whether the app that started the plugin still runs. */
export const parentCheckIntervalMs = 5_000;

export const zoneCheckIntervalMs = 20_000;

/** Minimum drift that counts as system sleep: some systems report their uptime in whole seconds. */
export const minClockDriftMs = 2_000;
/** Minimum drift of the wall clock after which the uptime is read again. */
export const minWallDriftMs = 20;

/** Time limit of a program that finds the documents folder. */
export const programTimeoutMs = 8_000;

/** Delay after which the numbers are displayed. */
export const firstCollectionDelayMs = 50;
/** The runtime shrinks a space that was little used since the last collection, for more than five seconds. */
export const secondCollectionDelayMs = 6_000;

/**
 * Connection timeout for each address of a host. A host can have an IPv6 and an IPv4 address, one of them unreachable.
 * Node.js tries them in turn with 250 ms each, which is shorter than a connection over satellite or a busy mobile network
 * takes. An attempt to join has five seconds and needs two connections.
 */
export const addressAttemptTimeoutMs = 1_500;
