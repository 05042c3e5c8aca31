import type { ServiceError } from "../service/errors";
import type { SnapshotResult } from "../ledger/snapshot";
import type { Snapshot } from "../ledger/snapshot";
import { neededTypes, needsOf, requirementsOf, type SnapshotNeeds } from "../sync/snapshot-needs";
import { SnapshotReach } from "../sync/snapshot-reach";
import { streamEventTypes, type StreamEvent, type StreamEventType } from "../state/stream-event";
import { minIntervalMs, TotalsWatch } from "../sync/totals-watch";
import { defaultSyncLimits } from "../sync/sync-limits";
import type { AccountContext } from "./account-context";
import { troubleOf } from "./link-trouble";
import { PolledResource } from "./polled-resource";
import type { Thoroughness } from "../sync/sync-attempt";
import { SyncRunner } from "../sync/sync-runner";

/** Nothing is asked more often than this while nothing happens. */
const pollIntervalMs = 300_000;
/** An event moves the service's own figures; they are looked at shortly after. */
const settleMs = 1_500;
/** What a look brought, and how often something had moved the totals when it began. */
type SyncRunResult = { readonly snapshots: readonly Snapshot[]; readonly moveCount: number };

/**
 * Decides when the service is read, one look at a time, and folds what it says into the ledger. Runs while the event
 * channel is joined, the first look's first half while it is being joined; where no key needs anything of it, nothing is
 * asked.
 */
export class SyncScheduler {
	readonly #context: AccountContext;
	readonly #resource: PolledResource<SyncRunResult>;
	readonly #watch = new TotalsWatch();
	readonly #reach: SnapshotReach;
	readonly #syncRunner: SyncRunner;
	/** Of the look under way, or the last one. */
	#thoroughness: Thoroughness = "quick";
	/** What the same look is for. */
	#syncedTypes: readonly StreamEventType[] = [];
	/** When the last look that told something called for another one, on a clock that never jumps. */
	#dueAtMs = Infinity;
	#isRefreshRequested = false;
	/** Types of which a key has displayed events to thank for. */
	readonly #queuedTypes = new Set<StreamEventType>();
	/** The first look has to be quick. */
	#isJustJoined = false;

	constructor(context: AccountContext) {
		this.#context = context;
		const { store, clock } = context;
		this.#reach = new SnapshotReach(store, clock, context.limits);
		this.#syncRunner = new SyncRunner(context, this.#reach);
		this.#resource = new PolledResource(context, {
			...{ label: "events and totals", settleMs, minIntervalMs },
			fetch: (signal) => this.#read(signal),
			apply: (result) => this.#apply(result),
			onFailed: ({ kind }) => {
				const { staleSinceMs = clock.now() } = store.state;
				store.update({ confirmation: "failed", staleSinceMs, staleTrouble: troubleOf(kind) });
			},
		});
	}

	/** The room is about to be joined: where nothing is known yet, what may be read before is read meanwhile. */
	async prefetch(): Promise<void> {
		await this.#syncRunner.prefetch(this.#needs, () => !this.#resource.isOpen);
	}

	/** The room has been joined: whatever happened until now is read, whatever happens from now on comes in live. */
	open(): void {
		this.#isJustJoined = true;
		this.#watch.noteJoined(this.#context.clock.elapsedMs());
		this.#resource.open();
	}

	/** The room has been left. A look under way is abandoned, and what is known may soon be out of date. */
	close(): void {
		this.#syncRunner.cancelPrefetch();
		this.#resource.close();
		this.#isRefreshRequested = false;
		this.#dueAtMs = Infinity;
		this.#reach.reset();
		this.#context.store.update({ confirmation: "pending" });
	}

	/** An event was counted live. */
	handleEvent(event: StreamEvent): void {
		this.#noteChange(event.type);
		// Keys that are gone may be back before the look under way is over, and that may lack the event.
		const isBeingSynced = this.#resource.isFetching && this.#syncedTypes.includes(event.type);
		if (event.isDeleted || !(isBeingSynced || neededTypes(this.#context.demand()).has(event.type))) return;
		this.#watch.noteEvent(event);
		this.#resource.refreshAfterChange();
	}

	/** An event was told again: something about it may have changed, such as that it exists. */
	handleRepeat(): void {
		for (const type of streamEventTypes) this.#noteChange(type);
		this.#resource.refreshAfterChange();
		// The second snapshot that may be needed has to be taken in time as well.
		this.#resource.refreshWithin(settleMs);
	}

	/** Something changed the service's figures without an event that counts. */
	handleChange(): void {
		this.#watch.noteMove();
		this.handleRepeat();
	}

	/** Reads now, as far back as is looked into every few minutes. @returns What went wrong, if anything did. */
	async refresh(): Promise<ServiceError | undefined> {
		if (this.#resource.isFetching && this.#thoroughness === "quick") await this.#resource.refresh();
		this.#isRefreshRequested = this.#resource.isOpen && !this.#resource.isFetching;
		return this.#resource.refresh();
	}

	/** Reads now if the keys in use need more than what is known. */
	applyDemand(): void {
		if (!this.#resource.isOpen || this.#resource.isFetching) return;
		const { clock, store } = this.#context;
		const { ledger } = store;
		const needs = this.#needs;
		if (this.#reach.satisfies(needs)) {
			// Nobody looked while no key needed it, neither after a while nor where the last look left something open.
			const ageMs = ledger.coverage.ageMs(needs.types, clock.elapsedMs());
			const dueInMs = Math.max(0, this.#dueAtMs - clock.elapsedMs());
			if (ageMs >= 0)
				this.#resource.refreshWithin(Math.min(dueInMs, Math.max(minIntervalMs, pollIntervalMs - ageMs)));
			return;
		}
		if (this.#reach.isStale(needs)) store.update({ confirmation: "pending" });
		this.#resource.refreshWithin(0);
	}

	get #needs(): SnapshotNeeds {
		const { demand, store, clock } = this.#context;
		return needsOf(demand(), store.ledgerContext(clock.now()));
	}

	async #read(signal: AbortSignal): Promise<SyncRunResult> {
		const isThorough = this.#isRefreshRequested || (this.#reach.isThoroughDue && !this.#isJustJoined);
		this.#isRefreshRequested = false;
		this.#thoroughness = isThorough ? "thorough" : "quick";
		const { moveCount } = this.#watch;
		const needs = this.#needs;
		this.#syncedTypes = needs.types;
		return { snapshots: await this.#syncRunner.run(needs, this.#thoroughness, signal), moveCount };
	}

	/** @returns When the next look is due, in milliseconds. */
	#apply({ snapshots, moveCount }: SyncRunResult): number {
		const { store } = this.#context;
		this.#isJustJoined = false;
		const results = snapshots.map((snapshot) => store.ledger.applySnapshot(snapshot));
		this.#reach.apply(snapshots, results, this.#thoroughness === "thorough");
		this.#dropUnneeded();
		const missed = results.flatMap((result) => result.missed);
		const delayMs = snapshots.length > 0 ? this.#nextDelayMs(snapshots, results, moveCount) : Infinity;
		if (snapshots.length > 0) this.#dueAtMs = this.#context.clock.elapsedMs() + delayMs;
		const areMet = this.#reach.satisfies(this.#needs);
		store.update({ confirmation: "confirmed", staleSinceMs: undefined, staleTrouble: undefined });
		if (missed.length > 0) store.notify({ events: missed, source: "missed" });
		return areMet ? delayMs : 0;
	}

	#nextDelayMs(
		snapshots: readonly Snapshot[],
		results: readonly SnapshotResult[],
		moveCount: number,
	): number {
		const { clock, store } = this.#context;
		const needsRecheck = this.#watch.applySnapshot({
			totals: snapshots.find((snapshot) => snapshot.totals)?.totals,
			missed: results.flatMap((result) => result.missed),
			moveCount,
			needsConfirmation: store.ledger.needsConfirmation,
			nowMs: clock.elapsedMs(),
		});
		const isBehind = results.some((result) => result.isBehind);
		const isCertain = snapshots.every(({ isExact }) => isExact) && !this.#reach.hasCountMismatch && !isBehind;
		if (isCertain && snapshots[0]) this.#syncRunner.cacheList(snapshots[0].types);
		const hasDisputes = snapshots.some(({ types }) => store.ledger.hasDisputes(types));
		if (!isCertain || needsRecheck || hasDisputes) return minIntervalMs;
		return Math.max(minIntervalMs, pollIntervalMs - this.#reach.thoroughAgeMs);
	}

	#noteChange(type: StreamEventType): void {
		const { clock, store } = this.#context;
		store.ledger.coverage.noteChange(type, clock.elapsedMs());
	}

	#dropUnneeded(): void {
		const { clock, store, demand, limits = defaultSyncLimits } = this.#context;
		const context = store.ledgerContext(clock.now());
		for (const { types } of demand().recent) for (const type of types) this.#queuedTypes.add(type);
		// People wait to be thanked while the key that displays them is on another page.
		const queued = [...this.#queuedTypes].map((type) => ({ types: [type], count: 0 }));
		const recent = [...demand().recent, ...queued];
		const requirements = [...requirementsOf({ ...demand(), recent: [] }, context)];
		for (const { types } of recent)
			requirements.push({ types, fromMs: context.thanksFromMs?.(types) ?? Infinity });
		const { totals, hostings } = this.#needs;
		if (this.#reach.needsAllHostings({ hostings }))
			requirements.push({ types: ["hosting"], fromMs: -Infinity });
		const figures = totals === "none" && hostings === "none" ? "none" : "required";
		const recentFromMs = clock.now() - limits.retentionMs;
		store.ledger.dropUnneeded({ requirements, recentFromMs, figures }, clock.now(), clock.elapsedMs());
	}
}
