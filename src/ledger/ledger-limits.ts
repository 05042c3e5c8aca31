/** Limits on what the ledger stores. They are parameters, so that tests reach them with few events. */
export const defaultLedgerLimits = {
	/** Number of the newest events of each type that are always kept. */
	minRetainedCount: 2_000,
	/** Number of the newest pushes that are kept of a type that no key requires. */
	maxUnusedCount: 1_000,
	/** Events are kept this long after the keys that required them disappeared, in milliseconds: keys often reappear. */
	retainUnusedMs: 1_800_000,
	/** Number of the newest events of each type whose message is kept. */
	maxMessages: 300,
	/** Maximum number of events of one type that wait to be thanked; beyond it, the oldest are dropped. */
	maxWaiting: 20_000,
	/** Events older than this no longer wait to be thanked, in milliseconds. */
	maxThankAgeMs: 86_400_000,
};

export type LedgerLimits = Readonly<typeof defaultLedgerLimits>;
