/** Limits for reading from the service. Parameters, so that tests can reach the limits with few events. */
export type SyncLimits = {
	readonly maxRequests: number;
	/** Maximum number of entries in one snapshot. An entry takes about one kilobyte of memory. */
	readonly maxEntries: number;
	/** After this many consecutive pages without a recognizable event, the list is taken to have ended. */
	readonly maxUnrecognizedPages: number;
	/** The same limit while reading the head of a list that has been read before. */
	readonly maxUnrecognizedHeadPages: number;
	/** Number of entries per page that every service tested so far returns. */
	readonly pageLimit: number;
	/** Maximum `limit` of one request. A larger response would take too long to parse. */
	readonly maxPageLimit: number;
	/** Maximum number of entries that all parallel requests together may request. */
	readonly maxParallelEntries: number;
	/** Number of the newest events that a thorough sync compares with the list. */
	readonly maxComparedCount: number;
	/** Events older than this are dropped unless a key counts them, in milliseconds. */
	readonly retentionMs: number;
	/** The cached list is used only for events older than this, in milliseconds. */
	readonly minCachedAgeMs: number;
	/** Number of entries in each page that is compared with a cached list. */
	readonly sampleSize: number;
};

export const defaultSyncLimits: SyncLimits = {
	maxRequests: 3_000,
	maxEntries: 300_000,
	maxUnrecognizedPages: 50,
	maxUnrecognizedHeadPages: 3,
	pageLimit: 100,
	maxPageLimit: 1_000,
	maxParallelEntries: 2_000,
	maxComparedCount: 1_000,
	retentionMs: 86_400_000,
	minCachedAgeMs: 86_400_000,
	sampleSize: 100,
};
