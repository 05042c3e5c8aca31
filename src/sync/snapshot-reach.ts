import { CountTrust } from "./list/count-trust";
import { totalsOf, type Coverage, type CoveragePart } from "../ledger/coverage";
import type { Snapshot, SnapshotResult } from "../ledger/snapshot";
import type { StreamEventType } from "../state/events/stream-event";
import type { SnapshotNeeds } from "./snapshot-needs";
import type { AccountContext } from "./account-context";
import { latecomerMs } from "../ledger/timing";
import { thoroughIntervalMs } from "./timing";

/** Number of entries that may have been added since the last snapshot, for the first request. */
const spareEntryCount = 5;

type ReachContext = Pick<AccountContext, "store" | "clock" | "limits">;

/**
 * Decides how far back the next sync has to read, and whether what is stored is enough for the keys in use.
 *
 * Invariant: a sync reads back to the earliest time where something may have changed or is missing, and no further.
 */
export class SnapshotReach {
	readonly #context: ReachContext;
	readonly countTrust: CountTrust;
	/** The list reported no usable `total` of hostings. */
	#areHostingsUncounted = false;
	/** When each type was last compared by a thorough sync, on the monotonic clock. */
	readonly #thoroughAtMs = new Map<StreamEventType, number>();

	constructor(context: ReachContext) {
		this.#context = context;
		this.countTrust = new CountTrust(context.clock);
	}

	get #coverage(): Coverage {
		return this.#context.store.ledger.coverage;
	}

	isThoroughDue(types: readonly StreamEventType[]): boolean {
		return this.thoroughAgeMs(types) >= thoroughIntervalMs;
	}

	/**
	 * Returns the time since the last thorough sync of each of these types, in milliseconds; Infinity if there was none since
	 * the channel was joined, −Infinity without types.
	 */
	thoroughAgeMs(types: readonly StreamEventType[]): number {
		return (
			this.#context.clock.elapsedMs() -
			Math.min(...types.map((type) => this.#thoroughAtMs.get(type) ?? -Infinity))
		);
	}

	/**
	 * Returns whether all hostings have to be read. If the list reports no usable `total`, the count requires it,
	 * too.
	 */
	needsAllHostings({ hostings }: Pick<SnapshotNeeds, "hostings">): boolean {
		return hostings === "all" || (hostings === "count" && this.#areHostingsUncounted);
	}

	/** Returns whether some hostings are not stored or may have changed, or all are few enough for a thorough sync. */
	areHostingsDue(isThorough: boolean): boolean {
		const { store, limits } = this.#context;
		const areStored = !this.countTrust.hasMismatch && this.#coverage.fromMs("hosting") === -Infinity;
		const areFew = store.ledger.countFrom(["hosting"], -Infinity) <= limits.maxComparedCount;
		return !areStored || (isThorough && areFew);
	}

	/** Marks the stored events as possibly out of date, because the channel was left. */
	reset(): void {
		this.#coverage.invalidate();
		this.#thoroughAtMs.clear();
	}

	isFirstSync({ types }: SnapshotNeeds): boolean {
		return this.#coverage.sharedFromMs(types) === Infinity;
	}

	satisfies(needs: SnapshotNeeds): boolean {
		const { types, fromMs } = needs;
		if (types.length === 0) return true;
		const nowMs = this.#context.clock.elapsedMs();
		if (!partsOf(needs).every((part) => this.#coverage.isCurrent(part, nowMs))) return false;
		if (!this.#coverage.isEnough({ types, fromMs })) return false;
		// Hosts may have been dropped since all of them were read.
		return (
			!this.needsAllHostings(needs) || this.#coverage.isEnough({ types: ["hosting"], fromMs: -Infinity })
		);
	}

	/** Returns whether something required is stored that no recent snapshot has confirmed. */
	isStale(needs: SnapshotNeeds): boolean {
		const nowMs = this.#context.clock.elapsedMs();
		return partsOf(needs).some((part) => this.#coverage.isStale(part, nowMs));
	}

	/**
	 * Returns where the next sync ends (epoch milliseconds), about how many entries it has to read, and whether it
	 * extends the coverage.
	 *
	 * The first sync reads a single page, so that lifetime numbers are displayed immediately, however long the
	 * history that other keys need.
	 */
	next(
		needs: SnapshotNeeds,
		isThorough: boolean,
	): { readonly untilMs: number; readonly expectedCount?: number; readonly extendsCoverage?: true } {
		const { types, fromMs } = needs;
		const { ledger } = this.#context.store;
		const completeFromMs = this.#coverage.sharedFromMs(types);
		if (completeFromMs === Infinity) return { untilMs: Infinity };
		const missingFromMs = this.#coverage.missing([{ types, fromMs }], this.#context.clock.elapsedMs());
		if (missingFromMs !== undefined) return { untilMs: missingFromMs, extendsCoverage: true };
		if (this.countTrust.hasMismatch) return { untilMs: completeFromMs };
		const unsyncedFromMs = this.#coverage.unsyncedFromMs(types, latecomerMs);
		const comparedMs = isThorough ? this.#comparedFromMs(types) : Infinity;
		const recentMs = Math.min(unsyncedFromMs, Math.max(completeFromMs, comparedMs));
		const unconfirmedFromMs = Math.max(
			Math.min(...types.map((type) => this.#coverage.fromMs(type))) - latecomerMs,
			ledger.unconfirmedFromMs(types) ?? Infinity,
		);
		const untilMs = Math.min(recentMs, unconfirmedFromMs);
		return { untilMs, expectedCount: ledger.countFrom(types, untilMs) + spareEntryCount };
	}

	apply(snapshots: readonly Snapshot[], results: readonly SnapshotResult[], isThorough: boolean): void {
		const hostings = snapshots.find((snapshot) => snapshot.hostings)?.hostings;
		if (hostings) this.#areHostingsUncounted = hostings.count === undefined;
		for (const snapshot of snapshots) this.#noteCompared(snapshot, isThorough);
		this.#coverage.noteGaps(snapshots, isThorough);
		this.countTrust.noteSync(results);
	}

	#noteCompared(
		{ types, requestedFromMs, reachMs, namedFromMs = reachMs }: Snapshot,
		isThorough: boolean,
	): void {
		// Entries of the cached list, which have no names, were not compared with the list.
		const isCached = namedFromMs > Math.max(reachMs, this.#comparedFromMs(types));
		for (const type of types) {
			// The first sync reads a single page, also of types that are stored further back.
			const isCompared = requestedFromMs !== Infinity || this.#coverage.fromMs(type) >= reachMs;
			if (isCached) this.#thoroughAtMs.delete(type);
			else if (isThorough && isCompared) this.#thoroughAtMs.set(type, this.#context.clock.elapsedMs());
		}
	}

	#comparedFromMs(types: readonly StreamEventType[]): number {
		return Math.min(
			this.#context.store.ledger.newestFromMs(types, this.#context.limits.maxComparedCount),
			this.#coverage.gapsFromMs(types),
		);
	}
}

function partsOf({ types, totals, hostings }: SnapshotNeeds): readonly CoveragePart[] {
	return [
		...types,
		...(totals === "all" ? totalsOf(types) : []),
		...(hostings === "none" ? [] : (["hostings"] as const)),
	];
}
