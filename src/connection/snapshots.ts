import type { ServiceError } from "../service/errors";
import type { SnapshotResult } from "../state/snapshot";
import type { Snapshot } from "../state/snapshot";
import { neededTypes, needsOf, type SnapshotNeeds } from "../state/snapshot-needs";
import { SnapshotReach } from "../state/snapshot-reach";
import { streamEventTypes, type StreamEvent, type StreamEventType } from "../state/stream-event";
import { minIntervalMs, TotalsWatch } from "../state/totals-watch";
import type { AccountContext } from "./account-context";
import { KeptFresh } from "./kept-fresh";
import type { Thoroughness } from "../event-list/look";
import { Looks } from "../event-list/looks";

/** Nothing is asked more often than this while nothing happens. */
const quietIntervalMs = 300_000;
/** An event moves the service's own figures; they are looked at shortly after. */
const settleMs = 1_500;
/** Events older than this, and than any number that counts them, are let go. */
const maxUnaskedMs = 86_400_000;
/** What a look brought, and how often something had moved the totals when it began. */
type LookResult = { readonly snapshots: readonly Snapshot[]; readonly moveCount: number };

/**
 * Decides when the service is read, one look at a time, and folds what it says into the ledger. Runs while the event
 * channel is joined, the first look's first half while it is being joined; where no key needs anything of it, nothing is
 * asked.
 */
export class Snapshots {
	readonly #context: AccountContext;
	readonly #fresh: KeptFresh<LookResult>;
	readonly #watch = new TotalsWatch();
	readonly #reach: SnapshotReach;
	readonly #looks: Looks;
	/** Of the look under way, or the last one. */
	#thoroughness: Thoroughness = "quick";
	/** What the same look is for. */
	#lookedFor: readonly StreamEventType[] = [];
	/** When the last look that told something called for another one, on a clock that never jumps. */
	#dueAtMs = Infinity;
	#isAsked = false;
	/** The first look has to be quick. */
	#isJustJoined = false;

	constructor(context: AccountContext) {
		this.#context = context;
		const { store, clock } = context;
		this.#reach = new SnapshotReach(store, clock);
		this.#looks = new Looks(context, this.#reach);
		this.#fresh = new KeptFresh(context, {
			...{ what: "events and totals", settleMs, minIntervalMs },
			read: (signal) => this.#read(signal),
			apply: (result) => this.#apply(result),
			onFailed: () => {
				store.update({ confirmation: "failed", doubtSinceMs: store.state.doubtSinceMs ?? clock.now() });
			},
		});
	}

	/** The room is about to be joined: where nothing is known yet, what may be read before is read meanwhile. */
	async prepare(): Promise<void> {
		await this.#looks.prepare(this.#needs, () => !this.#fresh.isOpen);
	}

	/** The room has been joined: whatever happened until now is read, whatever happens from now on comes in live. */
	open(): void {
		this.#isJustJoined = true;
		this.#watch.noteJoined(this.#context.clock.elapsedMs());
		this.#fresh.open();
	}

	/** The room has been left. A look under way is abandoned, and what is known may soon be out of date. */
	close(): void {
		this.#looks.dropHeadStart();
		this.#fresh.close();
		this.#isAsked = false;
		this.#dueAtMs = Infinity;
		this.#reach.reset();
		this.#context.store.update({ confirmation: "pending" });
	}

	/** An event was counted live. */
	noteEvent(event: StreamEvent): void {
		this.#reach.times.noteMove(event.type);
		// Keys that are gone may be back before the look under way is over, and that may lack the event.
		const isLookedFor = this.#fresh.isReading && this.#lookedFor.includes(event.type);
		if (event.isDeleted || !(isLookedFor || neededTypes(this.#context.demand()).has(event.type))) return;
		this.#watch.noteEvent(event);
		this.#fresh.settle();
	}

	/** An event was told again: something about it may have changed, such as that it exists. */
	noteRepeat(): void {
		for (const type of streamEventTypes) this.#reach.times.noteMove(type);
		this.#fresh.settle();
	}

	/** Something changed the service's figures without an event that counts. */
	noteChange(): void {
		this.#watch.noteMove();
		this.noteRepeat();
	}

	/** Reads now, as far back as is looked into every few minutes. @returns What went wrong, if anything did. */
	async refresh(): Promise<ServiceError | undefined> {
		if (this.#fresh.isReading && this.#thoroughness === "quick") await this.#fresh.refresh();
		this.#isAsked = this.#fresh.isOpen && !this.#fresh.isReading;
		return this.#fresh.refresh();
	}

	/** Reads now if the keys in use need more than what is known. */
	applyDemand(): void {
		if (!this.#fresh.isOpen || this.#fresh.isReading) return;
		const needs = this.#needs;
		if (this.#reach.areMet(needs)) {
			// Nobody looked while no key needed it, neither after a while nor where the last look left something open.
			const ageMs = this.#reach.times.ageMs(needs);
			const dueInMs = Math.max(0, this.#dueAtMs - this.#context.clock.elapsedMs());
			if (ageMs >= 0) this.#fresh.within(Math.min(dueInMs, Math.max(minIntervalMs, quietIntervalMs - ageMs)));
			return;
		}
		if (this.#reach.isOutOfDate(needs)) this.#context.store.update({ confirmation: "pending" });
		this.#fresh.within(0);
	}

	get #needs(): SnapshotNeeds {
		const { demand, store, clock } = this.#context;
		return needsOf(demand(), store.ledgerContext(clock.now()));
	}

	async #read(signal: AbortSignal): Promise<LookResult> {
		const isThorough = this.#isAsked || (this.#reach.isThoroughDue && !this.#isJustJoined);
		this.#isAsked = false;
		this.#thoroughness = isThorough ? "thorough" : "quick";
		const { moveCount } = this.#watch;
		const needs = this.#needs;
		this.#lookedFor = needs.types;
		return { snapshots: await this.#looks.take(needs, this.#thoroughness, signal), moveCount };
	}

	/** @returns When the next look is due, in milliseconds. */
	#apply({ snapshots, moveCount }: LookResult): number {
		const { store } = this.#context;
		this.#isJustJoined = false;
		const results = snapshots.map((snapshot) => store.ledger.applySnapshot(snapshot));
		this.#reach.apply(snapshots, results, this.#thoroughness === "thorough");
		this.#forgetUnneeded();
		const missed = results.flatMap((result) => result.missed);
		const delayMs = snapshots.length > 0 ? this.#delayAfter(snapshots, results, moveCount) : Infinity;
		if (snapshots.length > 0) this.#dueAtMs = this.#context.clock.elapsedMs() + delayMs;
		const areMet = this.#reach.areMet(this.#needs);
		store.update({ confirmation: "confirmed", doubtSinceMs: undefined });
		if (missed.length > 0) store.announce({ events: missed, source: "missed" });
		return areMet ? delayMs : 0;
	}

	#delayAfter(snapshots: readonly Snapshot[], results: readonly SnapshotResult[], moveCount: number): number {
		const { clock, store } = this.#context;
		const isWatchful = this.#watch.applySnapshot({
			totals: snapshots.find((snapshot) => snapshot.totals)?.totals,
			missed: results.flatMap((result) => result.missed),
			moveCount,
			isDisputed: store.ledger.isDisputed,
			nowMs: clock.elapsedMs(),
		});
		const isBehind = results.some((result) => result.isBehind);
		const isCertain = snapshots.every(({ isExact }) => isExact) && !this.#reach.hasGap && !isBehind;
		if (isCertain && snapshots[0]) this.#looks.remember(snapshots[0].types);
		if (!isCertain || isWatchful) return minIntervalMs;
		return Math.max(minIntervalMs, quietIntervalMs - this.#reach.thoroughAgeMs);
	}

	#forgetUnneeded(): void {
		const { clock, store } = this.#context;
		const { fromMs = Infinity, hostings } = this.#needs;
		const areHostingsKept = this.#reach.needsAllHostings({ hostings });
		const keepFromMs = Math.min(fromMs, clock.now() - maxUnaskedMs);
		for (const type of streamEventTypes) {
			if (type !== "hosting" || !areHostingsKept) store.ledger.forgetBefore(type, keepFromMs);
		}
		store.ledger.forgetUnasked();
	}
}
