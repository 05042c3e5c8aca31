import { defaultLedgerLimits, type LedgerLimits } from "../../../src/ledger/ledger-limits";
import { defaultSyncLimits, type SyncLimits } from "../../../src/sync/sync-limits";
import type { Random } from "./random";
import type { ServiceModelOptions } from "./service/service-model";

/** The limits of one history's plugin. */
export type Limits = {
	readonly ledger: LedgerLimits;
	readonly sync: SyncLimits;
	/** Minimum size of a list that is cached. */
	readonly minCachedCount: number;
};

export const ownLimits: Limits = {
	ledger: defaultLedgerLimits,
	sync: defaultSyncLimits,
	minCachedCount: 10,
};

/** More entries than any burst creates: reading the newest is never cut short. */
const minReadableCount = 300;

/** Requests of the tries that show that the list's count is wrong. */
const minRequests = 12;

/** Documented default size of a page. */
export const smallPageLimit = 10;

/** Returns the size of pages after a refusal: the plugin then requests a size that every service accepts. */
function sizeAfterRefusal(limitCap: number, pageLimit: number): number {
	return pageLimit <= limitCap ? pageLimit : smallPageLimit;
}

/** Returns the size of the smallest pages that the plugin requests and gets. */
export function minPageSize(
	{ limitCap, overCapBehaviour }: Pick<ServiceModelOptions, "limitCap" | "overCapBehaviour">,
	pageLimit: number,
): number {
	const allowedSize = overCapBehaviour === "refused" ? sizeAfterRefusal(limitCap, pageLimit) : pageLimit;
	return Math.min(limitCap, allowedSize);
}

/** Draws limits that about a hundred events cross. */
export function drawLowLimits(
	random: Random,
	options: Pick<ServiceModelOptions, "limitCap" | "overCapBehaviour">,
): Limits {
	const { limitCap } = options;
	const pageLimit = random.pick([10, 10, 20, 100]);
	const pageSize = minPageSize(options, pageLimit);
	// Pages of one entry do not overlap: beyond what syncs read, a silent deletion cannot be detected.
	const requestCount =
		limitCap === 1
			? defaultSyncLimits.maxRequests
			: Math.max(minRequests, Math.ceil(minReadableCount / Math.max(1, pageSize - 1)));
	const retentionMs = random.pick([600_000, 3_600_000, 86_400_000]);
	return {
		ledger: {
			minRetainedCount: random.pick([5, 20, 40]),
			maxUnusedCount: random.pick([10, 40]),
			retainUnusedMs: random.pick([60_000, 1_800_000]),
			maxMessages: random.pick([3, 10]),
			maxWaiting: random.pick([10, 20_000]),
			maxThankAgeMs: defaultLedgerLimits.maxThankAgeMs,
		},
		sync: {
			...defaultSyncLimits,
			maxRequests: random.pick([defaultSyncLimits.maxRequests, defaultSyncLimits.maxRequests, requestCount]),
			maxEntries: random.pick([300_000, 300_000, minReadableCount]),
			pageLimit,
			maxPageLimit: pageLimit * random.pick([1, 3, 10]),
			maxParallelEntries: pageLimit * random.pick([1, 4, 20]),
			// A page within a single second is no evidence of a deletion, and smaller pages than documented are often such pages.
			maxComparedCount: limitCap < 7 ? defaultSyncLimits.maxComparedCount : random.pick([5, 15, 40]),
			retentionMs,
			minCachedAgeMs: random.pick([3_600_000, 86_400_000]),
			sampleSize: random.pick([3, 10]),
		},
		minCachedCount: random.pick([5, 10, 30]),
	};
}
