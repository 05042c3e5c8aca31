/** How much the ledger keeps. Parameters, so that tests can reach the limits with few events. */
export type LedgerLimits = {
	/** Number of the newest events of each type that are always kept. */
	readonly minRetainedCount: number;
	/** Number of the newest events of each type whose message is kept. */
	readonly maxMessages: number;
	/** Maximum number of people of one type who wait to be thanked; beyond it, the oldest are dropped. */
	readonly maxWaiting: number;
	/** Events older than this no longer wait to be thanked, in milliseconds. */
	readonly maxThankAgeMs: number;
};

export const defaultLedgerLimits: LedgerLimits = {
	minRetainedCount: 2_000,
	maxMessages: 300,
	maxWaiting: 20_000,
	maxThankAgeMs: 86_400_000,
};
