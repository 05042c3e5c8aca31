import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import type { SnapshotResult } from "../state/ledger";
import type { Snapshot } from "../state/snapshot";
import { streamEventTypes, type StreamEvent } from "../state/stream-event";
import type { Store } from "../state/store";
import { readList, takeSnapshot } from "./catch-up";
import { EventListReader } from "./event-list-reader";
import type { Log } from "./log";
import { SnapshotReach } from "./snapshot-reach";
import type { SnapshotNeeds } from "./snapshot-needs";
import { SnapshotSchedule, minIntervalMs } from "./snapshot-schedule";
import { retryDelayMs } from "./retry-policy";
import { TotalsWatch } from "./totals-watch";

/** Nothing is asked more often than this while nothing happens. */
export const quietIntervalMs = 300_000;
/** Events older than this, and than any number that counts them, are let go. */
const maxUnaskedMs = 86_400_000;
/** What was read of the list before a failure is of use for so long. */
const maxListAgeMs = 300_000;

export type SnapshotsOptions = {
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	readonly needs: () => SnapshotNeeds;
	readonly log: Log;
	readonly onFailed: (error: ServiceError) => void;
};

/** What one look takes of the list, and since when, on a clock that never jumps. */
type Look = {
	readonly list: EventListReader;
	readonly needs: SnapshotNeeds;
	readonly sinceMs: number;
	readonly isThorough: boolean;
};

/**
 * Decides when the service is read, one look at a time, and folds what it says into the ledger. Runs while the event
 * channel is joined; where no key needs anything of it, nothing is asked.
 */
export class Snapshots {
	readonly #options: SnapshotsOptions;
	readonly #schedule: SnapshotSchedule;
	readonly #watch = new TotalsWatch();
	readonly #reach: SnapshotReach;
	#client: ServiceClient | undefined;
	/** Kept after a failure: what has been read stays read. */
	#look: Look | undefined;
	#controller = new AbortController();
	#current: Promise<ServiceError | undefined> | undefined;
	#isCurrentThorough = false;
	/** The first look has to be quick. */
	#isJustJoined = false;
	#failures = 0;

	constructor(options: SnapshotsOptions) {
		this.#options = options;
		const { store, clock } = options;
		this.#schedule = new SnapshotSchedule(clock, () => void this.#readNow("due"));
		this.#reach = new SnapshotReach(store, clock);
	}

	/** The room has been joined: whatever happened until now is read, whatever happens from now on comes in live. */
	begin(client: ServiceClient): void {
		this.end();
		this.#client = client;
		this.#schedule.reset();
		this.#isJustJoined = true;
		this.#watch.noteJoined(this.#options.clock.elapsedMs());
		void this.#readNow("due");
	}

	/** The room has been left. A look under way is abandoned, and what is known may soon be out of date. */
	end(): void {
		this.#controller.abort();
		this.#controller = new AbortController();
		this.#schedule.clear();
		this.#client = undefined;
		this.#current = undefined;
		this.#reach.reset();
		this.#options.store.update({ confirmation: "pending" });
	}

	/** An event was counted live. */
	noteEvent(event: StreamEvent): void {
		this.#reach.noteMove(event.type);
		if (event.isDeleted || !this.#options.needs().types.includes(event.type)) return;
		this.#watch.noteEvent(event);
		this.#settle();
	}

	/** An event was told again: something about it may have changed, such as that it exists. */
	noteRepeat(): void {
		for (const type of streamEventTypes) this.#reach.noteMove(type);
		this.#settle();
	}

	/** Something changed the service's figures without an event that counts. */
	noteChange(): void {
		for (const type of streamEventTypes) this.#reach.noteMove(type);
		this.#watch.noteMove();
		this.#settle();
	}

	/** Reads now, as far back as is looked into every few minutes. @returns What went wrong, if anything did. */
	async refresh(): Promise<ServiceError | undefined> {
		if (this.#current && !this.#isCurrentThorough) await this.#current;
		return this.#readNow("asked");
	}

	/** Reads now if the keys in use need more than what is known. */
	ensureNeeds(): void {
		const { needs, store } = this.#options;
		if (!this.#client || this.#current) return;
		if (this.#reach.areMet(needs())) {
			// Nobody looked while no key needed it.
			const ageMs = this.#reach.ageMs(needs());
			if (ageMs >= 0) this.#schedule.within(Math.max(minIntervalMs, quietIntervalMs - ageMs));
			return;
		}
		if (this.#reach.isOutOfDate(needs())) store.update({ confirmation: "pending" });
		void this.#readNow("due");
	}

	async #readNow(reason: "asked" | "due"): Promise<ServiceError | undefined> {
		const { waitMs } = this.#schedule;
		if (waitMs > 0) {
			if (this.#client) this.#schedule.within(waitMs);
			return new ServiceError("rate-limited", "the service asked to be left alone", { retryAfterMs: waitMs });
		}
		this.#current ??= this.#read(reason);
		return this.#current;
	}

	async #read(reason: "asked" | "due"): Promise<ServiceError | undefined> {
		const { clock, store, onFailed } = this.#options;
		const client = this.#client;
		if (!client) return new ServiceError("closed", "not connected");
		const { signal } = this.#controller;
		this.#schedule.clear();
		this.#isCurrentThorough = reason === "asked" || (this.#reach.isThoroughDue && !this.#isJustJoined);
		const { moveCount } = this.#watch;
		try {
			const snapshots = await this.#take(client, signal);
			if (signal.aborted) return new ServiceError("aborted", "the link was lost meanwhile");
			this.#current = undefined;
			this.#failures = 0;
			this.#isJustJoined = false;
			this.#apply(snapshots, moveCount);
			return undefined;
		} catch (error) {
			const failure = serviceErrorFrom(error);
			if (signal.aborted) return failure;
			this.#current = undefined;
			this.#failures++;
			this.#retryAfter(failure);
			store.update({ confirmation: "failed", doubtSinceMs: store.state.doubtSinceMs ?? clock.now() });
			onFailed(failure);
			return failure;
		}
	}

	async #take(client: ServiceClient, signal: AbortSignal): Promise<readonly Snapshot[]> {
		const { clock, log } = this.#options;
		const look = this.#nextLook(client);
		const { list, needs } = look;
		if (needs.types.length === 0) return [];
		this.#look = look;
		const snapshot = await takeSnapshot(client, list, needs, clock, signal);
		this.#look = undefined;
		if (list.isCutShort) log.warn(`the event list has no end: gave up after ${list.pageCount} pages`);
		const isKnown = this.#reach.isHostingsWhole && !(this.#isCurrentThorough && this.#reach.areHostingsFew);
		if (needs.hostings !== "all" || isKnown) return [snapshot];
		const hostings = new EventListReader(client, ["hosting"], -Infinity);
		return [snapshot, await readList(hostings, clock, signal)];
	}

	/** Goes on with the one that failed, if it is of use still. */
	#nextLook(client: ServiceClient): Look {
		const { clock } = this.#options;
		const allNeeds = this.#options.needs();
		// The very first look has a page only, so that lifetime numbers show at once.
		const needs: SnapshotNeeds = this.#reach.isFirst(allNeeds)
			? { ...allNeeds, hostings: allNeeds.hostings === "all" ? "count" : allNeeds.hostings }
			: allNeeds;
		const sinceMs = clock.elapsedMs();
		const failed = this.#look;
		const isThorough = this.#isCurrentThorough;
		const isOfUse = failed && sinceMs - failed.sinceMs <= maxListAgeMs && isSame(failed.needs, needs);
		if (isOfUse && (failed.isThorough || !isThorough)) return failed;
		const { untilMs, expectedCount } = this.#reach.next(needs, isThorough);
		const list = new EventListReader(client, needs.types, untilMs, expectedCount);
		return { list, needs, sinceMs, isThorough };
	}

	#apply(snapshots: readonly Snapshot[], moveCount: number): void {
		const { store } = this.#options;
		const results = snapshots.map((snapshot) => store.ledger.applySnapshot(snapshot));
		this.#reach.apply(snapshots, results, this.#isCurrentThorough);
		this.#forgetUnneeded();
		const missed = results.flatMap((result) => result.missed);
		if (snapshots.length > 0) this.#scheduleNext(snapshots, results, moveCount);
		// What happened meanwhile may have come too late for these totals.
		if (this.#watch.moveCount > moveCount) this.#settle();
		const isMet = this.#reach.areMet(this.#options.needs());
		store.update({ confirmation: "confirmed", doubtSinceMs: undefined });
		if (missed.length > 0) store.announce({ events: missed, source: "missed" });
		if (!isMet && this.#client && !this.#current) void this.#readNow("due");
	}

	#scheduleNext(snapshots: readonly Snapshot[], results: readonly SnapshotResult[], moveCount: number): void {
		const { clock, store } = this.#options;
		const isWatchful = this.#watch.applySnapshot({
			totals: snapshots.find((snapshot) => snapshot.totals)?.totals,
			missed: results.flatMap((result) => result.missed),
			moveCount,
			isDisputed: store.ledger.isDisputed,
			nowMs: clock.elapsedMs(),
		});
		const isBehind = results.some((result) => result.isBehind);
		const isCertain = snapshots.every(({ isExact }) => isExact) && !this.#reach.hasGap && !isBehind;
		this.#schedule.within(isCertain && !isWatchful ? quietIntervalMs : minIntervalMs);
	}

	#forgetUnneeded(): void {
		const { clock, needs, store } = this.#options;
		const { fromMs = Infinity, hostings } = needs();
		const keepFromMs = Math.min(fromMs, clock.now() - maxUnaskedMs);
		for (const type of streamEventTypes) {
			if (type !== "hosting" || hostings !== "all") store.ledger.forgetBefore(type, keepFromMs);
		}
		store.ledger.forgetUnasked();
	}

	#retryAfter(failure: ServiceError): void {
		const delayMs = retryDelayMs(failure, this.#failures, this.#options.random);
		if (failure.kind === "rate-limited") this.#schedule.leaveAlone(delayMs);
		this.#schedule.within(delayMs);
	}

	#settle(): void {
		if (this.#client) this.#schedule.settle();
	}
}

function isSame(a: SnapshotNeeds, b: SnapshotNeeds): boolean {
	return a.types.join() === b.types.join() && a.totals === b.totals && a.hostings === b.hostings;
}
