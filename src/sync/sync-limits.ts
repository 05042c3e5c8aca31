/** How much is read of the service, and how often. Parameters, so that tests can reach the limits with few events. */
export type SyncLimits = {
	/** Maximum number of requests for one snapshot of the list. */
	readonly maxRequests: number;
	/** Maximum number of entries that one snapshot holds: about a kilobyte each. */
	readonly maxEntries: number;
	/** After this many consecutive pages without a recognizable event, the list is taken to have ended. */
	readonly maxUnrecognizedPages: number;
	/** The same on top of a list that has been read. */
	readonly maxUnrecognizedHeadPages: number;
	/** Entries per page that every service seen so far gives. */
	readonly pageLimit: number;
	/** Maximum number of entries requested at once: more would take too long to parse. */
	readonly maxPageLimit: number;
	/** Maximum number of entries requested by parallel requests. */
	readonly maxParallelEntries: number;
	/** Number of the newest events that a thorough sync compares with the list. */
	readonly maxComparedCount: number;
	/** Events older than this are dropped unless a key counts them, in milliseconds. */
	readonly retentionMs: number;
	/** The cached list is used only for events older than this, in milliseconds. */
	readonly minCachedAgeMs: number;
	/** Entries of one page that checks a cached list. */
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
