import type { Clock } from "../state/clock";
import { CountTrust } from "./count-trust";
import type { Coverage, CoveragePart } from "../ledger/coverage";
import type { Snapshot, SnapshotResult } from "../ledger/snapshot";
import type { Store } from "../state/store";
import type { StreamEventType } from "../state/stream-event";
import type { HostingsNeed, SnapshotNeeds } from "./snapshot-needs";
import { defaultSyncLimits, type SyncLimits } from "./sync-limits";

/** The list may show an event with an earlier time than one it showed before. */
const latecomerMs = 120_000;
/** Between two looks that compare so many, milliseconds; a little less than between two looks in quiet times. */
const thoroughIntervalMs = 299_000;
/** A little more than was known may have come in meanwhile. */
const spareEntryCount = 5;

/**
 * How far back the next look has to go, and whether what was read serves the keys in use. A look goes as far back as
 * something may have changed, and no further.
 */
export class SnapshotReach {
	readonly #store: Store;
	readonly #clock: Clock;
	readonly countTrust: CountTrust;
	#hasCountMismatch = false;
	#hostingsRead: HostingsNeed = "none";
	/** The list did not tell how many hostings there are, or not to be believed. */
	#areHostingsUncounted = false;
	#thoroughAtMs = -Infinity;
	readonly #limits: SyncLimits;

	constructor(store: Store, clock: Clock, limits: SyncLimits = defaultSyncLimits) {
		this.#limits = limits;
		this.#store = store;
		this.#clock = clock;
		this.countTrust = new CountTrust(clock);
	}

	get #coverage(): Coverage {
		return this.#store.ledger.coverage;
	}

	/** Whether the list's count tells of changes further back than the last look went. */
	get hasCountMismatch(): boolean {
		return this.#hasCountMismatch;
	}

	/** Whether it is time to compare as much as is compared every few minutes. */
	get isThoroughDue(): boolean {
		return this.thoroughAgeMs >= thoroughIntervalMs;
	}

	/** How long ago so much was compared, milliseconds; Infinity where it has not been since the room was joined. */
	get thoroughAgeMs(): number {
		return this.#clock.elapsedMs() - this.#thoroughAtMs;
	}

	/** Whether every single hosting is known and none has changed. */
	get hasAllHostings(): boolean {
		return !this.#hasCountMismatch && this.#coverage.fromMs("hosting") === -Infinity;
	}

	/** Whether every single hosting is needed: where the list does not count them, only all of them tell how many there are. */
	needsAllHostings({ hostings }: Pick<SnapshotNeeds, "hostings">): boolean {
		return hostings === "all" || (hostings === "count" && this.#areHostingsUncounted);
	}

	/** Whether all hostings can be compared with the list every few minutes. */
	get canCompareAllHostings(): boolean {
		return this.#store.ledger.countFrom(["hosting"], -Infinity) <= this.#limits.maxComparedCount;
	}

	/** The room was left: what has been read may be out of date. */
	reset(): void {
		this.#coverage.invalidate();
		this.#thoroughAtMs = -Infinity;
	}

	isFirstSync({ types }: SnapshotNeeds): boolean {
		return this.#coverage.sharedFromMs(types) === Infinity;
	}

	/** Whether what is stored answers these needs. */
	satisfies({ types, fromMs = Infinity, totals, hostings }: SnapshotNeeds): boolean {
		if (types.length === 0) return true;
		const nowMs = this.#clock.elapsedMs();
		const parts: readonly CoveragePart[] = [
			...types,
			...(totals === "all" ? (["totals"] as const) : []),
			...(hostings === "none" ? [] : (["hostings"] as const)),
		];
		if (!parts.every((part) => this.#coverage.isCurrent(part, nowMs))) return false;
		if (this.needsAllHostings({ hostings }) && this.#hostingsRead !== "all") return false;
		return this.#coverage.isEnough({ types, fromMs });
	}

	/** Whether something that these needs require is stored, and no snapshot has confirmed it lately. */
	isStale({ types, totals, hostings }: SnapshotNeeds): boolean {
		const nowMs = this.#clock.elapsedMs();
		const isPartStale = (part: CoveragePart) => !this.#coverage.isCurrentOrDue(part, nowMs);
		return (
			types.some((type) => this.#coverage.fromMs(type) !== Infinity && isPartStale(type)) ||
			(totals === "all" && isPartStale("totals")) ||
			(hostings !== "none" && isPartStale("hostings"))
		);
	}

	/**
	 * Where the next look ends, epoch milliseconds, how many entries that may be, and whether that is further back than has
	 * ever been looked. The very first one is content with a
	 * page, so that lifetime numbers show at once, however long the history that other keys need.
	 */
	next(
		needs: SnapshotNeeds,
		isThorough: boolean,
	): { readonly untilMs: number; readonly expectedCount?: number; readonly extendsCoverage?: true } {
		const { types, fromMs = Infinity } = needs;
		const { ledger } = this.#store;
		const completeFromMs = this.#coverage.sharedFromMs(types);
		if (completeFromMs === Infinity) return { untilMs: Infinity };
		const missingFromMs = this.#coverage.missing([{ types, fromMs }], this.#clock.elapsedMs());
		if (missingFromMs !== undefined) return { untilMs: missingFromMs, extendsCoverage: true };
		if (this.#hasCountMismatch) return { untilMs: completeFromMs };
		const unsyncedFromMs = this.#coverage.unsyncedFromMs(types, latecomerMs);
		const comparedMs = isThorough ? this.#comparedFromMs(types) : Infinity;
		const recentMs = Math.min(unsyncedFromMs, Math.max(completeFromMs, comparedMs));
		const untilMs = Math.min(recentMs, ledger.unconfirmedFromMs(types) ?? Infinity);
		return { untilMs, expectedCount: ledger.countFrom(types, untilMs) + spareEntryCount };
	}

	/** What looks brought. */
	apply(snapshots: readonly Snapshot[], results: readonly SnapshotResult[], isThorough: boolean): void {
		if (snapshots[0]?.hostings) {
			this.#hostingsRead = snapshots.length > 1 || this.hasAllHostings ? "all" : "count";
			this.#areHostingsUncounted = snapshots[0].hostings.count === undefined;
		}
		if (isThorough) this.#thoroughAtMs = this.#clock.elapsedMs();
		this.#coverage.noteGaps(snapshots, isThorough);
		this.#noteCountMismatch(results);
	}

	#comparedFromMs(types: readonly StreamEventType[]): number {
		return Math.min(
			this.#store.ledger.newestFromMs(types, this.#limits.maxComparedCount),
			this.#coverage.gapsFromMs(types),
		);
	}

	#noteCountMismatch(results: readonly SnapshotResult[]): void {
		if (results.some(({ hasChanges }) => hasChanges)) this.countTrust.noteNewData();
		else if (this.#hasCountMismatch) this.countTrust.noteUnproductiveRead();
		this.#hasCountMismatch =
			this.countTrust.isTrusted && results.some(({ hasCountMismatch }) => hasCountMismatch);
	}
}
