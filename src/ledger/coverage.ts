import type { StreamEvent, StreamEventType } from "../state/events/stream-event";
import { defaultLedgerLimits, type LedgerLimits } from "./ledger-limits";
import { isStopped, type Snapshot } from "./snapshot";
import { staleAfterMs, settleGraceMs, limitRetryMs } from "./timing";

/** Part of a snapshot whose age is tracked separately. */
export type CoveragePart = StreamEventType | TotalsPart | "hostings";

/** The totals of one event type. A snapshot without the type's list does not show which of its events they include. */
type TotalsPart = `totals of ${StreamEventType}`;

/** Returns the parts that contain the totals of these types. The totals do not include hosts. */
export function totalsOf(types: readonly StreamEventType[]): readonly TotalsPart[] {
	return types.filter((type) => type !== "hosting").map((type) => `totals of ${type}` as const);
}

/** Events that have to be stored for the keys in use. */
export type CoverageRequirement = {
	readonly types: readonly StreamEventType[];
	/** Epoch milliseconds; Infinity requires no past events. */
	readonly fromMs: number;
	readonly userNames?: "required";
};

/** A read that stopped before the requested start, because the service or a request limit ended it. */
type Limit = {
	readonly requestedFromMs: number;
	/** Start of the covered interval after that read. */
	readonly fromMs: number;
	/** As `fromMs`, with user names. */
	readonly namedFromMs: number;
	/** Start of what that read returned, epoch milliseconds. Earlier events may be stored from longer reads. */
	readonly reachMs: number;
	/** Fewest types that were read together since then. A read of fewer types can reach further back. */
	readonly typeCount: number;
	/** Earliest time of the next attempt, on the monotonic clock; −Infinity if no limit ended the read. */
	readonly retryAtMs: number;
};

/** Covered interval of one event type. It ends at the current time. */
type Interval = {
	/** Every event created at this time or later is stored, epoch milliseconds. */
	readonly fromMs: number;
	/** As `fromMs`, with user names. */
	readonly namedFromMs: number;
	readonly limit?: Limit | undefined;
	/** Creation time of the newest stored event of any type at the last snapshot that left no gap, epoch milliseconds. */
	readonly syncedUntilMs: number;
};

/** After this many thorough syncs with gaps between pages, the gaps are accepted as permanent. */
const maxGapSyncs = 3;

/**
 * The only owner of how far back each event type is stored, how fresh it is and what may be dropped.
 *
 * Invariant: no event of a covered interval was dropped, because dropping shortens the interval in the same step. All times
 * called `nowMs` or `atMs` are on the monotonic clock.
 */
export class Coverage {
	readonly #intervals = new Map<StreamEventType, Interval>();
	/** End of the last snapshot that left no gap; −Infinity if it is out of date, absent if the part is not stored. */
	readonly #readAtMs = new Map<CoveragePart, number>();
	readonly #changedAtMs = new Map<CoveragePart, number>();
	/** Start of the range in which events may be missing between two pages, epoch milliseconds. */
	readonly #gapsFromMs = new Map<StreamEventType, number>();
	#gapSyncCount = 0;
	/** What was dropped of a type without an interval, and when the last of it was pushed. Earlier snapshots do not contain it. */
	readonly #drops = new Map<StreamEventType, { readonly beforeMs: number; readonly pushedAtMs: number }>();
	#pushedFromMs = Infinity;
	/** Earliest start that was required recently, and when it was last required. */
	readonly #retained = new Map<StreamEventType, { readonly fromMs: number; readonly atMs: number }>();
	readonly #retainUnusedMs: number;

	constructor({ retainUnusedMs }: Pick<LedgerLimits, "retainUnusedMs"> = defaultLedgerLimits) {
		this.#retainUnusedMs = retainUnusedMs;
	}

	/** Start of the covered interval in epoch milliseconds; Infinity before the first snapshot. */
	fromMs(type: StreamEventType): number {
		return this.#intervals.get(type)?.fromMs ?? Infinity;
	}

	/** Start of the first snapshot after the channel was joined, epoch milliseconds; Infinity before. Later events are pushed. */
	get pushedFromMs(): number {
		return this.#pushedFromMs;
	}

	/** As {@link fromMs}, with user names. */
	namedFromMs(type: StreamEventType): number {
		return this.#intervals.get(type)?.namedFromMs ?? Infinity;
	}

	/** Start of the interval in which all of these types are covered, epoch milliseconds. */
	sharedFromMs(types: readonly StreamEventType[]): number {
		return Math.max(...types.map((type) => this.fromMs(type)));
	}

	/**
	 * Returns how far back the next snapshot has to reach to leave no gap after the last snapshots of these types.
	 * @param spareMs Maximum delay between the creation of an event and its appearance in the list.
	 * @returns Epoch milliseconds; Infinity if none of the types has a snapshot.
	 */
	unsyncedFromMs(types: readonly StreamEventType[], spareMs: number): number {
		const syncedUntilMs = (type: StreamEventType) => this.#intervals.get(type)?.syncedUntilMs ?? -Infinity;
		return Math.min(...types.map((type) => Math.max(this.fromMs(type), syncedUntilMs(type) - spareMs)));
	}

	/** Returns whether the event is in the covered interval. An event in it that is not stored is new. */
	covers({ type, createdAtMs }: Pick<StreamEvent, "type" | "createdAtMs">): boolean {
		return createdAtMs >= this.fromMs(type);
	}

	/**
	 * Extends the coverage by a snapshot.
	 * @param newestMs Creation time of the newest stored event, epoch milliseconds.
	 */
	add(snapshot: Snapshot, newestMs: number): void {
		const { types, reachMs, totals, hostings, startedAtMs, atMs, durationMs = 0 } = snapshot;
		const { namedFromMs = reachMs, requestedFromMs = reachMs } = snapshot;
		this.#pushedFromMs = Math.min(this.#pushedFromMs, startedAtMs);
		const wasStopped = isStopped(snapshot);
		for (const type of types) {
			const previous = this.#intervals.get(type);
			// If this snapshot starts after the previous one ended, events between them may be missing. The next snapshot
			// has to reach them. After a stopped read, none can: unless they were pushed, the interval starts again. If the
			// service ended the read, it always starts again, because nothing confirms what is older.
			const isContiguous = !previous || reachMs <= Math.max(previous.syncedUntilMs, previous.fromMs);
			const werePushed = (this.#readAtMs.get(type) ?? -Infinity) > -Infinity;
			const isCutOff = wasStopped && (!snapshot.isTruncated || (!isContiguous && !werePushed));
			const fromMs = isCutOff ? reachMs : Math.min(this.fromMs(type), reachMs);
			const named = Math.max(fromMs, Math.min(this.namedFromMs(type), namedFromMs));
			const retryAtMs = snapshot.isTruncated ? atMs + limitRetryMs : -Infinity;
			let limit = previous?.limit;
			const replacesLimit = !limit || requestedFromMs < named;
			const limitedFromMs = Math.min(requestedFromMs, limit?.requestedFromMs ?? Infinity);
			const typeCount = Math.min(types.length, limit?.typeCount ?? Infinity);
			if (wasStopped && replacesLimit)
				limit = { requestedFromMs: limitedFromMs, fromMs, namedFromMs: named, reachMs, typeCount, retryAtMs };
			else if (limit) limit = { ...limit, reachMs: wasStopped ? reachMs : limit.reachMs, typeCount };
			const isSynced = isContiguous || wasStopped;
			const syncedUntilMs = isSynced ? newestMs : previous.syncedUntilMs;
			this.#intervals.set(type, { fromMs, namedFromMs: named, limit, syncedUntilMs });
			this.#readAtMs.set(type, isSynced ? atMs : -Infinity);
			const dropped = this.#drops.get(type);
			if (dropped && atMs - durationMs <= dropped.pushedAtMs) this.drop(type, dropped.beforeMs);
		}
		if (totals) for (const part of totalsOf(types)) this.#readAtMs.set(part, atMs);
		if (hostings) this.#readAtMs.set("hostings", atMs);
	}

	/** Shortens the interval of a type, or of snapshots in progress, because older events were dropped from the ledger. */
	drop(type: StreamEventType, beforeMs: number): void {
		const interval = this.#intervals.get(type);
		if (!interval) {
			this.#drops.set(type, { beforeMs, pushedAtMs: this.#changedAtMs.get(type) ?? -Infinity });
			return;
		}
		const namedFromMs = Math.max(interval.namedFromMs, beforeMs);
		this.#intervals.set(type, { ...interval, fromMs: Math.max(interval.fromMs, beforeMs), namedFromMs });
	}

	/** Ends the coverage of a type, because its events were dropped. */
	forget(type: StreamEventType): void {
		this.#intervals.delete(type);
		this.#readAtMs.delete(type);
		this.#gapsFromMs.delete(type);
	}

	/** Records a change that the list and the totals are expected to include. */
	noteChange(type: StreamEventType, nowMs: number): void {
		for (const part of [type, ...totalsOf([type])]) this.#changedAtMs.set(part, nowMs);
	}

	/**
	 * Marks all snapshots as out of date, because the event channel was disconnected. Reads that the service ended can be
	 * retried.
	 */
	invalidate(): void {
		this.#pushedFromMs = Infinity;
		for (const part of this.#readAtMs.keys()) this.#readAtMs.set(part, -Infinity);
		for (const [type, interval] of this.#intervals) {
			if (interval.limit?.retryAtMs === -Infinity)
				this.#intervals.set(type, { ...interval, limit: undefined });
		}
	}

	/** Returns whether the requirement is covered, as far as the service provides the events. */
	isEnough(requirement: CoverageRequirement): boolean {
		const { types } = requirement;
		return types.every(
			(type) =>
				this.#has(type, requirement) ||
				(this.isLimited(type, requirement) && !this.#canReachFurther(type, types)),
		);
	}

	/** Returns whether the service ended the read of more types than these, which may leave less room for each. */
	#canReachFurther(type: StreamEventType, types: readonly StreamEventType[]): boolean {
		const limit = this.#limitOf(type);
		return limit?.retryAtMs === -Infinity && types.length < limit.typeCount;
	}

	/**
	 * Returns how far back the next read has to go.
	 * @returns Epoch milliseconds; undefined if enough is stored, or the retry of a stopped read is not due.
	 */
	missing(requirements: readonly CoverageRequirement[], nowMs: number): number | undefined {
		const isMissing = (requirement: CoverageRequirement) =>
			requirement.types.some((type) => {
				const isWaiting = this.isLimited(type, requirement) && nowMs < (this.#limitOf(type)?.retryAtMs ?? 0);
				return !this.#has(type, requirement) && !isWaiting;
			});
		const starts = requirements.filter(isMissing).map(({ fromMs }) => fromMs);
		return starts.length > 0 ? Math.min(...starts) : undefined;
	}

	/**
	 * Returns whether required events are missing because a read that requested them was stopped. False if events were
	 * dropped since, because another read can restore them.
	 */
	isLimited(type: StreamEventType, requirement: Pick<CoverageRequirement, "fromMs" | "userNames">): boolean {
		const limit = this.#limitOf(type);
		const { fromMs, userNames } = requirement;
		if (!limit || fromMs < limit.requestedFromMs || this.#has(type, requirement)) return false;
		return userNames ? this.namedFromMs(type) <= limit.namedFromMs : this.fromMs(type) <= limit.fromMs;
	}

	/** Returns how far back stopped reads of these types went, epoch milliseconds; −Infinity without any. */
	limitReachMs(types: readonly StreamEventType[]): number {
		return Math.max(...types.map((type) => this.#limitOf(type)?.reachMs ?? -Infinity));
	}

	/**
	 * Records the current requirement and returns how far back events of a type have to be kept. An earlier start is kept for
	 * `retainUnusedMs` after it was last required.
	 * @param fromMs Current requirement, epoch milliseconds; Infinity if no key requires the type.
	 */
	retainedFromMs(type: StreamEventType, fromMs: number, nowMs: number): number {
		const last = this.#retained.get(type) ?? { fromMs: Number.MAX_VALUE, atMs: nowMs };
		const isKept = last.fromMs < fromMs && nowMs - last.atMs < this.#retainUnusedMs;
		const retained = isKept ? last : { fromMs, atMs: nowMs };
		this.#retained.set(type, retained);
		return retained.fromMs;
	}

	/**
	 * Returns whether the last snapshot is recent and includes the last change.
	 * @param graceMs Duration for which a change need not be included, in milliseconds: its snapshot is still due.
	 */
	isCurrent(part: CoveragePart, nowMs: number, graceMs = 0): boolean {
		const readAtMs = this.#readAtMs.get(part) ?? -Infinity;
		const changedAtMs = this.#changedAtMs.get(part) ?? -Infinity;
		if (nowMs - readAtMs > staleAfterMs) return false;
		return changedAtMs <= readAtMs || nowMs - changedAtMs < graceMs;
	}

	/** Returns whether the part is stored, but is not current. Tolerates a change so recent that its snapshot is still due. */
	isStale(part: CoveragePart, nowMs: number): boolean {
		return this.#readAtMs.has(part) && !this.isCurrent(part, nowMs, settleGraceMs);
	}

	/** Returns how far back events may be missing between pages, epoch milliseconds; Infinity if there are no gaps. */
	gapsFromMs(types: readonly StreamEventType[]): number {
		return Math.min(...types.map((type) => this.#gapsFromMs.get(type) ?? Infinity));
	}

	/**
	 * Records gaps between the pages of the snapshots, and removes gaps that a later snapshot has filled.
	 * @param isThorough Whether the snapshots were requested to reach back past all gaps.
	 */
	noteGaps(snapshots: readonly Snapshot[], isThorough: boolean): void {
		for (const { types, reachMs, hasGaps } of snapshots) {
			for (const type of types) {
				const fromMs = this.gapsFromMs([type]);
				if (hasGaps) this.#gapsFromMs.set(type, Math.min(fromMs, reachMs));
				else if (reachMs <= fromMs) this.#gapsFromMs.delete(type);
			}
		}
		if (this.#gapsFromMs.size === 0) this.#gapSyncCount = 0;
		const hasRemainingGaps = snapshots.some(({ types }) => this.gapsFromMs(types) < Infinity);
		if (isThorough && hasRemainingGaps && ++this.#gapSyncCount >= maxGapSyncs) this.#gapsFromMs.clear();
	}

	#has(
		type: StreamEventType,
		{ fromMs, userNames }: Pick<CoverageRequirement, "fromMs" | "userNames">,
	): boolean {
		const interval = this.#intervals.get(type);
		return interval !== undefined && (userNames ? interval.namedFromMs : interval.fromMs) <= fromMs;
	}

	#limitOf(type: StreamEventType): Limit | undefined {
		return this.#intervals.get(type)?.limit;
	}
}

/**
 * Returns whether these requirements together include another one. User names are compared for donations only.
 */
export function isIncluded(
	{ types, fromMs, userNames }: CoverageRequirement,
	requirements: readonly CoverageRequirement[],
): boolean {
	return types.every((type) =>
		requirements.some(
			(other) =>
				other.types.includes(type) &&
				other.fromMs <= fromMs &&
				(type !== "donation" || !userNames || other.userNames === "required"),
		),
	);
}
