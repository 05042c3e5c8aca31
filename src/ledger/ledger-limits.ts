/** Limits on what the ledger stores. They are parameters, so that tests reach them with few events. */
export type LedgerLimits = {
	/** Number of the newest events of each type that are always kept. */
	readonly minRetainedCount: number;
	/** Number of the newest pushes that are kept of a type that no key requires. */
	readonly maxUnusedCount: number;
	/** Events are kept this long after the keys that required them disappeared, in milliseconds: keys often reappear. */
	readonly retainUnusedMs: number;
	/** Number of the newest events of each type whose message is kept. */
	readonly maxMessages: number;
	/** Maximum number of events of one type that wait to be thanked; beyond it, the oldest are dropped. */
	readonly maxWaiting: number;
	/** Events older than this no longer wait to be thanked, in milliseconds. */
	readonly maxThankAgeMs: number;
};

export const defaultLedgerLimits: LedgerLimits = {
	minRetainedCount: 2_000,
	maxUnusedCount: 1_000,
	retainUnusedMs: 1_800_000,
	maxMessages: 300,
	maxWaiting: 20_000,
	maxThankAgeMs: 86_400_000,
};
