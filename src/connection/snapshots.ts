import type { ServiceError } from "../service/errors";
import type { SnapshotResult } from "../state/ledger";
import type { Snapshot } from "../state/snapshot";
import { needsOf, type SnapshotNeeds } from "../state/snapshot-needs";
import { SnapshotReach } from "../state/snapshot-reach";
import { streamEventTypes, type StreamEvent, type StreamEventType } from "../state/stream-event";
import { minIntervalMs, TotalsWatch } from "../state/totals-watch";
import type { AccountContext } from "./account-context";
import { readList, takeSnapshot } from "./catch-up";
import { EventListReader } from "./event-list-reader";
import { HeadStart } from "./head-start";
import { KeptFresh } from "./kept-fresh";
import type { Remembered } from "./remembered-tail";

/** Nothing is asked more often than this while nothing happens. */
const quietIntervalMs = 300_000;
/** An event moves the service's own figures; they are looked at shortly after. */
const settleMs = 1_500;
/** Events older than this, and than any number that counts them, are let go. */
const maxUnaskedMs = 86_400_000;
/** What was read of the list before a failure is of use for so long. */
const maxListAgeMs = 300_000;

/** What one look takes of the list, and since when, on a clock that never jumps. */
type Look = {
	readonly list: EventListReader;
	readonly needs: SnapshotNeeds;
	readonly sinceMs: number;
	/** The same by the service's clock, epoch milliseconds. */
	readonly startedAtMs: number;
	readonly isThorough: boolean;
};

/** What a look brought, and how often something had moved the totals when it began. */
type Reading = { readonly snapshots: readonly Snapshot[]; readonly moveCount: number };

/**
 * Decides when the service is read, one look at a time, and folds what it says into the ledger. Runs while the event
 * channel is joined, the first look's first half while it is being joined; where no key needs anything of it, nothing is
 * asked.
 */
export class Snapshots {
	readonly #context: AccountContext;
	readonly #fresh: KeptFresh<Reading>;
	readonly #watch = new TotalsWatch();
	readonly #reach: SnapshotReach;
	readonly #headStart: HeadStart<Look>;
	/** Kept after a failure: what has been read stays read. */
	#look: Look | undefined;
	/** Whether the look under way, or the last one, compares as much as is compared every few minutes. */
	#isThorough = false;
	#isAsked = false;
	/** The first look has to be quick. */
	#isJustJoined = false;

	constructor(context: AccountContext) {
		this.#context = context;
		const { store, clock } = context;
		this.#reach = new SnapshotReach(store, clock);
		this.#headStart = new HeadStart(context);
		this.#fresh = new KeptFresh(context, {
			...{ what: "events and totals", settleMs, minIntervalMs },
			read: (signal) => this.#read(signal),
			apply: (reading) => this.#apply(reading),
			onFailed: () => {
				store.update({ confirmation: "failed", doubtSinceMs: store.state.doubtSinceMs ?? clock.now() });
			},
		});
	}

	/** The room is about to be joined: where nothing is known yet, what may be read before is read meanwhile. */
	async prepare(): Promise<void> {
		const needs = this.#needs;
		if (needs.types.length === 0 || !this.#reach.isFirst(needs)) return;
		const look = await this.#nextLook();
		if (!this.#fresh.isOpen) this.#headStart.begin(look);
	}

	/** The room has been joined: whatever happened until now is read, whatever happens from now on comes in live. */
	open(): void {
		this.#isJustJoined = true;
		this.#watch.noteJoined(this.#context.clock.elapsedMs());
		this.#fresh.open();
	}

	/** The room has been left. A look under way is abandoned, and what is known may soon be out of date. */
	close(): void {
		this.#headStart.drop();
		this.#fresh.close();
		this.#isAsked = false;
		this.#reach.reset();
		this.#context.store.update({ confirmation: "pending" });
	}

	/** An event was counted live. */
	noteEvent(event: StreamEvent): void {
		this.#reach.noteMove(event.type);
		if (event.isDeleted || !this.#needs.types.includes(event.type)) return;
		this.#watch.noteEvent(event);
		this.#fresh.settle();
	}

	/** An event was told again: something about it may have changed, such as that it exists. */
	noteRepeat(): void {
		for (const type of streamEventTypes) this.#reach.noteMove(type);
		this.#fresh.settle();
	}

	/** Something changed the service's figures without an event that counts. */
	noteChange(): void {
		this.#watch.noteMove();
		this.noteRepeat();
	}

	/** Reads now, as far back as is looked into every few minutes. @returns What went wrong, if anything did. */
	async refresh(): Promise<ServiceError | undefined> {
		if (this.#fresh.isReading && !this.#isThorough) await this.#fresh.refresh();
		this.#isAsked = this.#fresh.isOpen && !this.#fresh.isReading;
		return this.#fresh.refresh();
	}

	/** Reads now if the keys in use need more than what is known. */
	applyDemand(): void {
		if (!this.#fresh.isOpen || this.#fresh.isReading) return;
		const needs = this.#needs;
		if (this.#reach.areMet(needs)) {
			// Nobody looked while no key needed it.
			const ageMs = this.#reach.ageMs(needs);
			if (ageMs >= 0) this.#fresh.within(Math.max(minIntervalMs, quietIntervalMs - ageMs));
			return;
		}
		if (this.#reach.isOutOfDate(needs)) this.#context.store.update({ confirmation: "pending" });
		this.#fresh.within(0);
	}

	get #needs(): SnapshotNeeds {
		const { demand, store, clock } = this.#context;
		return needsOf(demand(), store.ledgerContext(clock.now()));
	}

	async #read(signal: AbortSignal): Promise<Reading> {
		const { client, clock, log } = this.#context;
		this.#isThorough = this.#isAsked || (this.#reach.isThoroughDue && !this.#isJustJoined);
		this.#isAsked = false;
		const { moveCount } = this.#watch;
		const nextLook = await this.#nextLook();
		if (nextLook.needs.types.length === 0) return { snapshots: [], moveCount };
		const ahead = await this.#headStart.take((look) => isSame(look.needs, nextLook.needs));
		const { look, begun } = ahead ?? { look: nextLook };
		const { list, needs } = look;
		this.#look = look;
		const { startedAtMs } = look;
		const snapshot = { ...(await takeSnapshot(client, list, needs, clock, signal, begun)), startedAtMs };
		this.#look = undefined;
		if (!list.isCountBelieved && this.#reach.isCountBelieved) this.#reach.disbelieveCount();
		if (list.isCutShort) log.warn(`the event list has no end: gave up after ${list.pageCount} pages`);
		const isKnown = this.#reach.isHostingsWhole && !(this.#isThorough && this.#reach.areHostingsFew);
		if (!this.#reach.needsAllHostings(needs) || isKnown) return { snapshots: [snapshot], moveCount };
		const count = list.isCountBelieved ? "believed" : "ignored";
		const hostings = new EventListReader(client, ["hosting"], -Infinity, { count });
		return { snapshots: [snapshot, await readList(hostings, clock, signal)], moveCount };
	}

	/** Goes on with the one that failed, if it is of use still. */
	async #nextLook(): Promise<Look> {
		const { client, clock } = this.#context;
		const allNeeds = this.#needs;
		// The very first look has a page only, so that lifetime numbers show at once.
		const needs: SnapshotNeeds = this.#reach.isFirst(allNeeds)
			? { ...allNeeds, hostings: allNeeds.hostings === "all" ? "count" : allNeeds.hostings }
			: allNeeds;
		const sinceMs = clock.elapsedMs();
		const failed = this.#look;
		const isThorough = this.#isThorough;
		const isOfUse = failed && sinceMs - failed.sinceMs <= maxListAgeMs && isSame(failed.needs, needs);
		if (isOfUse && (failed.isThorough || !isThorough)) return failed;
		const { untilMs, expectedCount, isDeeper } = this.#reach.next(needs, isThorough);
		const count = this.#reach.isCountBelieved ? "believed" : "ignored";
		const remembered = isDeeper && (await this.#recall(needs.types));
		const list = new EventListReader(client, needs.types, untilMs, { expectedCount, count, remembered });
		return { list, needs, sinceMs, startedAtMs: clock.now(), isThorough };
	}

	async #recall(types: readonly StreamEventType[]): Promise<Remembered | undefined> {
		const { memory, clock, random } = this.#context;
		const list = await memory?.recall(types);
		return memory && list && { list, untilMs: clock.now() - maxUnaskedMs, memory, random };
	}

	#remember(types: readonly StreamEventType[]): void {
		const { memory, store } = this.#context;
		if (!memory?.isDue()) return;
		const list = store.ledger.rememberedList(types);
		if (list && list.events.length > 2 * memory.minCompared) memory.remember(list);
	}

	/** @returns When the next look is due, in milliseconds. */
	#apply({ snapshots, moveCount }: Reading): number {
		const { store } = this.#context;
		this.#isJustJoined = false;
		const results = snapshots.map((snapshot) => store.ledger.applySnapshot(snapshot));
		this.#reach.apply(snapshots, results, this.#isThorough);
		this.#forgetUnneeded();
		const missed = results.flatMap((result) => result.missed);
		const delayMs = snapshots.length > 0 ? this.#delayAfter(snapshots, results, moveCount) : Infinity;
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
		if (isCertain && snapshots[0]) this.#remember(snapshots[0].types);
		return isCertain && !isWatchful ? quietIntervalMs : minIntervalMs;
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

function isSame(a: SnapshotNeeds, b: SnapshotNeeds): boolean {
	return a.types.join() === b.types.join() && a.totals === b.totals && a.hostings === b.hostings;
}
