/*
 * Durations of reads, in milliseconds. A change is read after `totalsSettleMs` and confirmed by a second snapshot
 * `minSyncIntervalMs` later: 6.6 s, which leaves three of the promised ten seconds for the two reads.
 */
import { confirmationDelayMs } from "../ledger/timing";

/** Interval of syncs while there are no events. */
export const syncPollIntervalMs = 300_000;
/** Delay between an event and the sync of the totals, which it changes. */
export const totalsSettleMs = 1_500;

/**
 * Minimum interval between automatic syncs; slightly longer than the delay after which a snapshot confirms
 * another.
 */
export const minSyncIntervalMs = confirmationDelayMs + 100;
/**
 * After totals that disagree, or that did not change with an event, syncs are frequent for this long. Responses
 * may be cached.
 */
export const totalsWatchMs = 60_000;

/** Interval between thorough syncs; slightly shorter than the poll interval. */
export const thoroughIntervalMs = 299_000;

/** Pages of the list read before a failure are reused for this long. */
export const maxReuseAgeMs = 300_000;
/**
 * A snapshot prefetched while joining and older than this is discarded: a figure can change without an event.
 */
export const maxPrefetchAgeMs = 2_000;

/** Approximate duration of a full comparison of all stored events with the list. */
export const auditCycleMs = 450_000;
/** Interval of checks for more stored events, while syncs compare all of them. */
export const auditRecheckMs = 30_000;
export const minAuditPageIntervalMs = 2_000;

/** Minimum interval between reads of past donations; equal to that of the syncs. */
export const minDonationsIntervalMs = 300_000;
/**
 * Interval between reads of past donations, per donation. The more there are, the more requests a read needs. For
 * 3,600 donations, the interval is one hour.
 */
export const donationsIntervalPerEventMs = 1_000;

/** Interval of reads of closed periods: an event can be edited or deleted without a push. */
export const closedPeriodIntervalMs = 300_000;
/** Delay of the read of a closed period that confirms a missing event or a pushed change. */
export const closedPeriodConfirmMs = 5_500;
/**
 * Distance of the requested bounds from a closed period. How the service compares them is not documented: time zone,
 * precision, and whether they are included.
 */
export const closedPeriodMarginMs = 86_400_000;

/** Interval of reads of the account. Its currency can change without a push. */
export const accountMaxAgeMs = 300_000;

/** A scene read less than this ago is not read again when another key is bound to it. */
export const sceneMaxAgeMs = 30_000;
/** The same limit after a key press. It is shorter, because the user is about to rely on the scene. */
export const sceneMaxAgeOnPressMs = 2_000;
/**
 * Poll intervals, because changes of a scene are not pushed. It is shorter while a bound item is missing.
 */
export const scenePollIntervalMs = 300_000;
export const missingScenePollIntervalMs = 50_000;

/** Delay between an event and the read of a chart that should include it. It also collects bursts. */
export const chartSettleMs = 2_000;
/** Minimum interval between reads of a chart after events. */
export const minChartIntervalMs = 10_000;
/** Delay after the end of a period. The service may start the next one slightly late. */
export const periodStartDelayMs = 3_000;

/** After a wrong count of the list, counts are not believed for this long. */
export const countDistrustMs = 3_600_000;

/**
 * Minimum interval between writes of the cached list. Events that are not in the file are read again anyway.
 */
export const minCacheWriteIntervalMs = 600_000;
/**
 * A list that reaches less far back, because fewer keys need it, replaces a longer one only after this time.
 */
export const replaceCacheAfterMs = 7 * 86_400_000;
