import type { Clock } from "../state/clock";
import { CountTrust } from "./count-trust";
import { ListGaps } from "./list-gaps";
import { ReadTimes, type ReadPart } from "./read-times";
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
	readonly readTimes: ReadTimes;
	readonly #gaps = new ListGaps();
	/** Creation time of the newest event as of the last look at its type. What came live since may have holes before it. */
	readonly #syncedUntilMs = new Map<StreamEventType, number>();
	#hasCountMismatch = false;
	#hostingsRead: HostingsNeed = "none";
	/** The list did not tell how many hostings there are, or not to be believed. */
	#areHostingsUncounted = false;
	/** How far back looks were meant to go, epoch milliseconds. A list that can't be paged stops before. */
	readonly #requestedFromMs = new Map<StreamEventType, number>();
	#thoroughAtMs = -Infinity;
	readonly #limits: SyncLimits;

	constructor(store: Store, clock: Clock, limits: SyncLimits = defaultSyncLimits) {
		this.#limits = limits;
		this.#store = store;
		this.#clock = clock;
		this.countTrust = new CountTrust(clock);
		this.readTimes = new ReadTimes(clock);
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
		return !this.#hasCountMismatch && this.#store.ledger.completeFromMs("hosting") === -Infinity;
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
		this.readTimes.reset();
		this.#thoroughAtMs = -Infinity;
	}

	isFirstSync({ types }: SnapshotNeeds): boolean {
		return this.#completeFromMs(types) === undefined;
	}

	/** Whether what is known serves these needs. */
	satisfies({ types, fromMs = Infinity, totals, hostings }: SnapshotNeeds): boolean {
		if (types.length === 0) return true;
		if (!types.every((type) => this.readTimes.isCurrent(type))) return false;
		if (totals === "all" && !this.readTimes.isCurrent("totals")) return false;
		if (hostings !== "none" && !this.readTimes.isCurrent("hostings")) return false;
		if (this.needsAllHostings({ hostings }) && this.#hostingsRead !== "all") return false;
		return types.every((type) => {
			const completeFromMs = this.#store.ledger.completeFromMs(type) ?? Infinity;
			return Math.min(completeFromMs, this.#requestedFromMs.get(type) ?? Infinity) <= fromMs;
		});
	}

	/** Whether something is known that these needs ask for, and nobody has looked after it lately. */
	isStale({ types, totals, hostings }: SnapshotNeeds): boolean {
		const { ledger } = this.#store;
		const isPartStale = (part: ReadPart) => !this.readTimes.isCurrentOrDue(part);
		const isAnyTypeStale = types.some(
			(type) => ledger.completeFromMs(type) !== undefined && isPartStale(type),
		);
		return (
			isAnyTypeStale ||
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
		const completeFromMs = this.#completeFromMs(types);
		if (completeFromMs === undefined) return { untilMs: Infinity };
		for (const type of types) this.#requestedFromMs.set(type, Math.min(fromMs, completeFromMs));
		if (fromMs < completeFromMs) return { untilMs: fromMs, extendsCoverage: true };
		if (this.#hasCountMismatch) return { untilMs: completeFromMs };
		const syncedUntilMs = Math.min(...types.map((type) => this.#syncedUntilMs.get(type) ?? -Infinity));
		const comparedMs = isThorough ? this.#comparedFromMs(types) : Infinity;
		const recentMs = Math.max(completeFromMs, Math.min(syncedUntilMs - latecomerMs, comparedMs));
		const untilMs = Math.min(recentMs, ledger.unconfirmedFromMs(types) ?? Infinity);
		return { untilMs, expectedCount: ledger.countFrom(types, untilMs) + spareEntryCount };
	}

	/** What looks brought. */
	apply(snapshots: readonly Snapshot[], results: readonly SnapshotResult[], isThorough: boolean): void {
		for (const snapshot of snapshots) this.readTimes.noteRead(snapshot);
		if (snapshots[0]?.hostings) {
			this.#hostingsRead = snapshots.length > 1 || this.hasAllHostings ? "all" : "count";
			this.#areHostingsUncounted = snapshots[0].hostings.count === undefined;
		}
		if (isThorough) this.#thoroughAtMs = this.#clock.elapsedMs();
		this.#gaps.note(snapshots, isThorough);
		this.#noteCountMismatch(results);
		const newestMs = Math.min(this.#store.ledger.newestMs() ?? -Infinity, this.#clock.now());
		for (const type of snapshots[0]?.types ?? []) this.#syncedUntilMs.set(type, newestMs);
	}

	#comparedFromMs(types: readonly StreamEventType[]): number {
		return Math.min(
			this.#store.ledger.newestFromMs(types, this.#limits.maxComparedCount),
			this.#gaps.fromMs(types),
		);
	}

	#noteCountMismatch(results: readonly SnapshotResult[]): void {
		if (results.some(({ hasChanges }) => hasChanges)) this.countTrust.noteNewData();
		else if (this.#hasCountMismatch) this.countTrust.noteUnproductiveRead();
		this.#hasCountMismatch =
			this.countTrust.isTrusted && results.some(({ hasCountMismatch }) => hasCountMismatch);
	}

	#completeFromMs(types: readonly StreamEventType[]): number | undefined {
		const times = types.map((type) => this.#store.ledger.completeFromMs(type));
		return times.every((time) => time !== undefined) ? Math.max(...times) : undefined;
	}
}
