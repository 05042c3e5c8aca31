import type { ServiceError } from "../service/errors";
import type { Snapshot, SnapshotResult } from "../ledger/snapshot";
import {
	displayedFromMs,
	neededTypes,
	needsOf,
	requirementsOf,
	sessionRequirementsOf,
	type SnapshotNeeds,
} from "./snapshot-needs";
import { SnapshotReach } from "./snapshot-reach";
import { streamEventTypes, type StreamEvent, type StreamEventType } from "../state/events/stream-event";
import { TotalsWatch } from "./totals-watch";
import type { AccountContext } from "./account-context";
import { troubleOf } from "../service/link-trouble";
import { PolledResource } from "./polled-resource";
import { SyncRunner } from "./sync-runner";
import { minSyncIntervalMs, syncPollIntervalMs, totalsSettleMs } from "./timing";

/** Needs that grow with each sync are met by a few without a pause. */
const maxImmediateSyncs = 4;

/**
 * Schedules syncs and applies their snapshots to the ledger.
 *
 * Invariant: syncs run one at a time, and only while the event channel is joined and a key needs them. The first
 * one may be prefetched while the channel is being joined.
 */
export class SyncScheduler {
	readonly #context: AccountContext;
	readonly #resource: PolledResource<readonly Snapshot[]>;
	readonly #watch = new TotalsWatch();
	readonly #reach: SnapshotReach;
	readonly #syncRunner: SyncRunner;
	/** Whether the sync in progress, or the last one, is thorough. */
	#isThorough = false;
	/** Number of syncs in a row after which the needs were not met. */
	#unmetCount = 0;
	/** Event types of the same sync. */
	#syncedTypes: readonly StreamEventType[] = [];
	/** Monotonic time at which the last sync that returned snapshots requires another one, in milliseconds. */
	#dueAtMs = Infinity;
	#isRefreshRequested = false;
	/** Whether a push was repeated during the sync in progress, which may have read the list before. */
	#isRepeatUnread = false;
	/** Event types for which a key has displayed events to thank for. */
	readonly #queuedTypes = new Set<StreamEventType>();
	/** Whether the next sync is the first one after the join. It is quick, so that missed events are displayed soon. */
	#isJustJoined = true;

	constructor(context: AccountContext) {
		this.#context = context;
		const { store, clock } = context;
		this.#reach = new SnapshotReach(context);
		this.#syncRunner = new SyncRunner(context, this.#reach);
		this.#resource = new PolledResource(context, {
			label: "events and totals",
			settleMs: totalsSettleMs,
			minIntervalMs: minSyncIntervalMs,
			fetch: (signal) => this.#read(signal),
			apply: (result) => this.#apply(result),
			onFailed: ({ kind }) => {
				const { staleSinceMs = clock.now() } = store.state;
				store.update({ confirmation: "failed", staleSinceMs, staleTrouble: troubleOf(kind) });
			},
		});
	}

	/** Starts the first sync while the channel is being joined, if nothing is stored yet. */
	async prefetch(): Promise<void> {
		await this.#syncRunner.prefetch(this.#needs, () => !this.#resource.isOpen);
	}

	/** Starts syncing, because the channel was joined. Earlier events are read, later ones are pushed. */
	open(): void {
		this.#isJustJoined = true;
		this.#watch.noteJoined(this.#context.clock.elapsedMs());
		this.#resource.open();
	}

	/** Aborts the sync in progress, because the channel was left. The stored events may soon be out of date. */
	close(): void {
		this.#syncRunner.cancelPrefetch();
		this.#resource.close();
		this.#isRefreshRequested = false;
		this.#isRepeatUnread = false;
		this.#dueAtMs = Infinity;
		this.#reach.reset();
		this.#context.store.update({ confirmation: "pending" });
	}

	/** Records a pushed event that was counted. */
	handleEvent(event: StreamEvent): void {
		this.#noteChange(event.type);
		// The sync in progress may miss the event, and a removed key that needs it may return before the sync ends.
		const isBeingSynced = this.#resource.isFetching && this.#syncedTypes.includes(event.type);
		if (event.isDeleted || !(isBeingSynced || neededTypes(this.#context.demand()).has(event.type))) return;
		this.#watch.noteEvent(event, this.#context.clock.elapsedMs());
		this.#resource.refreshAfterChange();
	}

	/** Records a repeated push of an event. Its data may have changed, or it may have been restored. */
	handleRepeat(): void {
		for (const type of streamEventTypes) this.#noteChange(type);
		this.#isRepeatUnread = this.#resource.isFetching;
		this.#resource.refreshAfterChange();
		// The second snapshot that may be needed has to be taken in time as well.
		this.#resource.refreshWithin(totalsSettleMs);
	}

	/** Records a change of the totals without an event that counts. */
	handleChange(): void {
		this.#watch.noteMove(this.#context.clock.elapsedMs());
		this.handleRepeat();
	}

	/**
	 * Runs a thorough sync now.
	 * @returns The error; undefined after success.
	 */
	async refresh(): Promise<ServiceError | undefined> {
		if (this.#resource.isFetching && !this.#isThorough) await this.#resource.refresh();
		this.#isRefreshRequested = this.#resource.isOpen && !this.#resource.isFetching;
		return this.#resource.refresh();
	}

	/** Runs a sync now if the keys in use need more than what is stored. */
	applyDemand(): void {
		if (!this.#resource.isOpen || this.#resource.isFetching) return;
		const { clock, store } = this.#context;
		const needs = this.#needs;
		if (this.#reach.satisfies(needs)) {
			// No syncs ran while no key needed them, so one may be due.
			const ageMs = this.#reach.thoroughAgeMs(needs.types);
			const dueInMs = Math.max(0, this.#dueAtMs - clock.elapsedMs());
			if (ageMs >= 0)
				this.#resource.refreshWithin(
					Math.min(dueInMs, Math.max(minSyncIntervalMs, syncPollIntervalMs - ageMs)),
				);
			return;
		}
		if (this.#reach.isStale(needs)) store.update({ confirmation: "pending" });
		this.#resource.refreshWithin(0);
	}

	/** Drops what no key requires any more. */
	dropUnneeded(): void {
		const { clock, store, demand, limits } = this.#context;
		const context = store.ledgerContext(clock.now());
		const { recent } = demand();
		for (const type of recent.flatMap(({ types }) => types)) this.#queuedTypes.add(type);
		// What a sync is required to read must not be dropped after it, or it would be read again without end.
		const requirements = [...requirementsOf(demand(), context), ...sessionRequirementsOf(recent, context)];
		const { totals, hostings } = this.#needs;
		if (this.#reach.needsAllHostings({ hostings }))
			requirements.push({ types: ["hosting"], fromMs: -Infinity });
		// Events stay in the queue of people to thank while the key that displays them is on another page.
		const queued = [...this.#queuedTypes].map((type) => [type]);
		const thanked = [...recent.map(({ types }) => types), ...queued];
		const kept = [
			...thanked.map((types) => ({ types, fromMs: context.thanksFromMs?.(types) ?? Infinity })),
			...recent.map((need) => ({ types: need.types, fromMs: displayedFromMs(need, store) })),
		];
		const figures = totals === "none" && hostings === "none" ? "none" : "required";
		const recentFromMs = clock.now() - limits.retentionMs;
		store.ledger.dropUnneeded({ requirements, kept, recentFromMs, figures }, clock.now(), clock.elapsedMs());
	}

	get #needs(): SnapshotNeeds {
		const { demand, store, clock } = this.#context;
		return needsOf(demand(), store.ledgerContext(clock.now()));
	}

	#read(signal: AbortSignal): Promise<readonly Snapshot[]> {
		const needs = this.#needs;
		const mustBeQuick = this.#isJustJoined && !this.#reach.isFirstSync(needs);
		this.#isThorough = this.#isRefreshRequested || (this.#reach.isThoroughDue(needs.types) && !mustBeQuick);
		this.#isRefreshRequested = false;
		this.#watch.noteSyncBegun();
		this.#syncedTypes = needs.types;
		return this.#syncRunner.run(needs, this.#isThorough, signal);
	}

	/** @returns Delay until the next sync, in milliseconds. */
	#apply(snapshots: readonly Snapshot[]): number {
		const { store } = this.#context;
		const isRepeatUnread = this.#isRepeatUnread;
		this.#isRepeatUnread = false;
		const results = snapshots.map((snapshot) => store.ledger.applySnapshot(snapshot));
		this.#reach.apply(snapshots, results, this.#isThorough);
		this.dropUnneeded();
		const delayMs = snapshots.length > 0 ? this.#nextDelayMs(snapshots, results) : Infinity;
		if (snapshots.length > 0) this.#dueAtMs = this.#context.clock.elapsedMs() + delayMs;
		const [first] = snapshots;
		this.#isJustJoined = false;
		const areMet = this.#reach.satisfies(this.#needs);
		// Before any other update: a goal that the number has reached without an event is not sent.
		store.notifyFound(...results);
		store.update({ confirmation: "confirmed", staleSinceMs: undefined, staleTrouble: undefined });
		// Storing a long list takes longer than displaying its numbers.
		queueMicrotask(() => {
			if (first && this.#isCertain(snapshots, results)) this.#syncRunner.cacheList(first.types);
		});
		this.#unmetCount = areMet ? 0 : this.#unmetCount + 1;
		if (areMet) return isRepeatUnread ? Math.min(delayMs, totalsSettleMs) : delayMs;
		return this.#unmetCount <= maxImmediateSyncs ? 0 : minSyncIntervalMs;
	}

	#nextDelayMs(snapshots: readonly Snapshot[], results: readonly SnapshotResult[]): number {
		const { clock, store } = this.#context;
		const nowMs = clock.elapsedMs();
		const needsRecheck = this.#watch.applySnapshot({
			totals: snapshots.find((snapshot) => snapshot.totals)?.totals,
			missed: results.flatMap(({ live, missed }) => [...live, ...missed]),
			// Without its keys, a figure is not read, so it would wait for its confirmation without end.
			needsConfirmation:
				store.ledger.needsConfirmation && snapshots.some(({ totals, hostings }) => totals ?? hostings),
			nowMs,
		});
		const hasDisputes = snapshots.some(({ types }) => store.ledger.hasDisputes(types));
		// A removal since the last connection needs two comparisons, at least five seconds apart.
		if (this.#isJustJoined && this.#reach.isThoroughDue(this.#syncedTypes)) return 0;
		// A sync that began too early to confirm something does not postpone the confirmation, even if it ends later.
		const beganMs = Math.min(...snapshots.map(({ atMs, durationMs = 0 }) => atMs - durationMs));
		// A sync that spent its requests before the head of the list was compared would spend them again.
		const canDecide = snapshots.every(({ isExact, isTruncated }) => isExact || !isTruncated);
		if (canDecide && (!this.#isCertain(snapshots, results) || needsRecheck || hasDisputes))
			return Math.min(minSyncIntervalMs, Math.max(0, store.ledger.confirmableAtMs(beganMs) - nowMs));
		return Math.max(minSyncIntervalMs, syncPollIntervalMs - this.#reach.thoroughAgeMs(this.#syncedTypes));
	}

	#isCertain(snapshots: readonly Snapshot[], results: readonly SnapshotResult[]): boolean {
		if (this.#reach.countTrust.hasMismatch) return false;
		return snapshots.every(({ isExact }) => isExact) && !results.some(({ isBehind }) => isBehind);
	}

	#noteChange(type: StreamEventType): void {
		const { clock, store } = this.#context;
		store.ledger.coverage.noteChange(type, clock.elapsedMs());
	}
}
