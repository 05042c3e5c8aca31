/** Limits for reading from the service. Parameters, so that tests can reach the limits with few events. */
export const defaultSyncLimits = {
	/** Maximum number of requests for one snapshot. */
	maxRequests: 3_000,
	/** Maximum number of entries in one snapshot. An entry takes about one kilobyte of memory. */
	maxEntries: 300_000,
	/** After this many consecutive pages without a recognizable event, the list is taken to have ended. */
	maxUnrecognizedPages: 50,
	/** The same limit while reading the head of a list that has been read before without a recognizable event. */
	maxUnrecognizedHeadPages: 3,
	/** Number of entries per page that every service tested so far returns. */
	pageLimit: 100,
	/** Maximum `limit` of one request. A larger response would take too long to parse. */
	maxPageLimit: 1_000,
	/** Maximum number of entries that all parallel requests together may request. */
	maxParallelEntries: 2_000,
	/** Number of the newest events that a thorough sync compares with the list. */
	maxComparedCount: 1_000,
	/** Events older than this are dropped unless a key counts them, in milliseconds. */
	retentionMs: 86_400_000,
	/** The cached list is used only for events older than this, in milliseconds. */
	minCachedAgeMs: 86_400_000,
	/** Number of entries in each page that is compared with a cached list. */
	sampleSize: 100,
};

export type SyncLimits = Readonly<typeof defaultSyncLimits>;
