import { isStopped, type Snapshot } from "../ledger/snapshot";
import type { SnapshotNeeds } from "./snapshot-needs";
import type { SnapshotReach } from "./snapshot-reach";
import type { StreamEventType } from "../state/events/stream-event";
import { EventListReader } from "./list/event-list-reader";
import { SyncAttempt, createListSync } from "./sync-attempt";
import type { CachedListOptions } from "./list/cached-tail";
import type { AccountContext } from "./account-context";

/**
 * Runs syncs, each as far back as {@link SnapshotReach} requires.
 *
 * Invariant: at most one attempt is kept. A failed one is continued while it still meets the needs.
 */
export class SyncRunner {
	readonly #context: AccountContext;
	readonly #reach: SnapshotReach;
	/** The attempt that was started before the channel was joined, or has failed. Its pages are reused. */
	#attempt: SyncAttempt | undefined;
	/** Number of calls of `cancelPrefetch`. A prefetch that began before the last one sends nothing. */
	#cancelCount = 0;

	constructor(context: AccountContext, reach: SnapshotReach) {
		this.#context = context;
		this.#reach = reach;
	}

	/**
	 * Starts the first sync while the channel is being joined. Does nothing if something is stored already or the
	 * channel has been joined.
	 */
	async prefetch(needs: SnapshotNeeds, isJoinPending: () => boolean): Promise<void> {
		if (needs.types.length === 0 || !this.#reach.isFirstSync(needs)) return;
		const cancelCount = this.#cancelCount;
		const attempt = await this.#attemptFor(needs, true);
		if (cancelCount !== this.#cancelCount || !isJoinPending()) return;
		this.#attempt = attempt;
		attempt.prefetch();
	}

	/** Discards what was prefetched, because the channel was not joined. */
	cancelPrefetch(): void {
		this.#cancelCount++;
		if (!this.#attempt?.isPrefetching) return;
		this.#attempt.abort();
		this.#attempt = undefined;
	}

	/** @throws {ServiceError} */
	async run(needs: SnapshotNeeds, isThorough: boolean, signal: AbortSignal): Promise<readonly Snapshot[]> {
		if (needs.types.length === 0) return [];
		const { log } = this.#context;
		const attempt = await this.#attemptFor(needs, isThorough);
		this.#attempt = attempt;
		const result = await attempt.run(signal);
		if (this.#attempt === attempt) this.#attempt = undefined;
		const { list } = attempt.options;
		if (list.isTruncated) log.warn("event list: no end reached, using what was read");
		const snapshot = {
			...result,
			hasGaps: result.hasGaps === true || this.#reach.countTrust.isRecentlyDistrusted,
		};
		// A read that the service ended would discard what a read of all hosts shows.
		const isEnded = isStopped(snapshot) && !list.isTruncated;
		const areDue = isEnded || this.#reach.areHostingsDue(isThorough);
		if (!areDue || !this.#reach.needsAllHostings(attempt.options.needs)) return [snapshot];
		const { countTrust } = this.#reach;
		const hostings = await createListSync(this.#context, ["hosting"], -Infinity, { countTrust })(signal);
		const types = snapshot.types.filter((type) => type !== "hosting");
		return isEnded ? [hostings, { ...snapshot, types, totalCount: undefined }] : [snapshot, hostings];
	}

	/** Saves a long list in the cache for the next start. Call it only after an exact snapshot. */
	cacheList(types: readonly StreamEventType[]): void {
		const { memory, store } = this.#context;
		if (!memory?.isDue()) return;
		const list = store.ledger.cacheableList(types);
		if (list && list.events.length > 2 * memory.minComparedCount) memory.save(list);
	}

	/** Returns the kept attempt if it still meets the needs, or a new one. */
	async #attemptFor(allNeeds: SnapshotNeeds, isThorough: boolean): Promise<SyncAttempt> {
		const needs = this.#needsForAttempt(allNeeds);
		if (this.#attempt?.satisfies(needs, isThorough)) return this.#attempt;
		this.#attempt?.abort();
		const { client, clock, limits } = this.#context;
		const { untilMs, expectedCount, extendsCoverage } = this.#reach.next(needs, isThorough);
		const { countTrust } = this.#reach;
		const cached = extendsCoverage && (await this.#loadCachedList(needs.types));
		const options = { expectedCount, countTrust, cached, limits, clock };
		const list = new EventListReader(client, needs.types, untilMs, options);
		return new SyncAttempt({ client, clock, list, needs, isThorough });
	}

	/** Reduces the needs of the first sync to a single page, so that lifetime numbers are displayed immediately. */
	#needsForAttempt(needs: SnapshotNeeds): SnapshotNeeds {
		return needs.hostings === "all" && this.#reach.isFirstSync(needs)
			? { ...needs, hostings: "count" }
			: needs;
	}

	async #loadCachedList(types: readonly StreamEventType[]): Promise<CachedListOptions | undefined> {
		const { memory, clock, random, limits } = this.#context;
		const list = await memory?.load(types);
		return memory && list && { list, untilMs: clock.now() - limits.minCachedAgeMs, memory, random, limits };
	}
}
