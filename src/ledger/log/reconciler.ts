import type { LedgerCache } from "../cached-list";
import type { Coverage } from "../coverage";
import type { EventLog } from "./event-log";
import type { LogEntry } from "./log-entry";
import { contradicts } from "./merge-sources";
import { earliestMs, isOutOfReach, isStopped, type Snapshot } from "../snapshot";
import type { StreamEvent, StreamEventType } from "../../state/events/stream-event";
import {
	confirmationDelayMs,
	latecomerMs,
	maxResponseAgeMs,
	maxLatecomerMs,
	disputeMs,
	clockToleranceMs,
} from "../timing";

/** A push that contradicts what is stored of its event, or may contradict what a sync in progress has read. */
export type Dispute = {
	readonly pushed: StreamEvent;
	/** When it was received, epoch milliseconds by the service's clock. */
	readonly sinceMs: number;
	/**
	 * Whether it was the first report of the event. A service may fill in the deletion time of every frame, so the
	 * first later snapshot that lists the event decides.
	 */
	readonly isFirstReport?: true;
};

/**
 * Removes stored events that the service's event list no longer contains.
 *
 * One response proves nothing: it can come from a cache or from a replica that lags behind. A stored event is removed
 * only when all of these hold:
 *
 * 1. Two snapshots, at least `confirmationDelayMs` apart, do not contain it.
 * 2. Both are newer than the event: they contain something created in a later second, or the event was stored more than
 *    `maxResponseAgeMs` before them.
 * 3. Both reach back past the event, and their pages join without a gap.
 *
 * If a push indicated that the event may be deleted, 1 is enough. Removed events stay in the log, marked as deleted, so
 * that a late duplicate does not add them again.
 *
 * | Tracked as | Meaning                                                   | Leaves on                              |
 * | ---------- | --------------------------------------------------------- | -------------------------------------- |
 * | unlisted   | pushed, and in no snapshot yet                            | listed, removed, not covered any more  |
 * | suspect    | missing in the last snapshot that reached it              | listed, removed, not covered any more  |
 * | disputed   | its last push contradicts what is stored                  | a later snapshot decides, removed      |
 *
 * An entry can be tracked in several ways. Invariant: tracked entries are in the log, and a resolved entry is not
 * tracked.
 */
export class Reconciler {
	readonly #log: EventLog;
	readonly #cache: LedgerCache;
	readonly #unlisted = new Set<LogEntry>();
	/**
	 * Events that the last applicable snapshot did not contain: they were listed before, or are older than its content. The next
	 * sync reaches them. Without those of a page from the middle of the list, which is read again anyway.
	 */
	readonly #suspects = new Set<LogEntry>();
	readonly #disputes = new Map<LogEntry, Dispute>();

	constructor(log: EventLog, cache: LedgerCache) {
		this.#log = log;
		this.#cache = cache;
	}

	/**
	 * Returns the events that the snapshot's totals may not contain yet. One that is older than the snapshot reaches was
	 * pushed so long ago that they contain it.
	 */
	outstanding(snapshot: Snapshot): readonly LogEntry[] {
		return [...this.#unlisted].filter(
			(entry) => entry.event.createdAtMs >= snapshot.reachMs || isRecent(entry, snapshot),
		);
	}

	/** When snapshots first did not contain the events that may be removed, on the monotonic clock. */
	get missingSinceMs(): readonly number[] {
		return [...this.#suspects].flatMap(({ missingSinceMs = [] }) => missingSinceMs);
	}

	/**
	 * Returns how far back the next snapshot has to reach to decide about all unconfirmed events, in epoch
	 * milliseconds; undefined if there are none.
	 */
	unconfirmedFromMs(types: readonly StreamEventType[]): number | undefined {
		let fromMs: number | undefined;
		for (const { event } of [...this.#unlisted, ...this.#suspects, ...this.#disputes.keys()]) {
			if (types.includes(event.type)) fromMs = Math.min(fromMs ?? Infinity, earliestMs(event));
		}
		return fromMs;
	}

	/** Records a pushed event. A later snapshot is expected to contain it. */
	addPushed(entry: LogEntry): void {
		this.#unlisted.add(entry);
	}

	/**
	 * Records a push that contradicts what is stored. Snapshots that begin after it decide. The cached list may contain the
	 * event as it was before.
	 */
	addDispute(entry: LogEntry, dispute: Dispute): void {
		this.#disputes.set(entry, dispute);
		if (dispute.sinceMs - entry.event.createdAtMs > maxLatecomerMs) this.#cache.forget();
	}

	hasDisputes(types: readonly StreamEventType[]): boolean {
		return [...this.#disputes.keys()].some(({ event }) => types.includes(event.type));
	}

	/** Stops tracking an event that is confirmed as deleted. */
	resolve(entry: LogEntry): void {
		this.forget(entry);
		if (entry.listing === "listed") entry.listing = "missing";
	}

	forget(entry: LogEntry): void {
		this.#unlisted.delete(entry);
		this.#suspects.delete(entry);
		this.#disputes.delete(entry);
	}

	/**
	 * Stops tracking events about which no snapshot decides: they are older than what is stored, or than a read that was
	 * stopped.
	 * @returns Their last pushes that contradict what is stored.
	 */
	forgetOutOfReach(snapshot: Snapshot, coverage: Coverage): readonly (readonly [LogEntry, Dispute])[] {
		const wasStopped = isStopped(snapshot);
		const isForgotten = (entry: LogEntry) => {
			const { type, createdAtMs } = entry.event;
			if (!snapshot.types.includes(type)) return false;
			// The next sync reaches further back than what is stored.
			if (createdAtMs < coverage.fromMs(type) - latecomerMs) return true;
			if (!wasStopped) return false;
			if (snapshot.isUnordered && entry.arrival.atMs < snapshot.startedAtMs) return true;
			return isOutOfReach(entry, snapshot);
		};
		const disputes = [...this.#disputes].filter(([entry]) => isForgotten(entry));
		for (const entries of [this.#unlisted, this.#suspects])
			for (const entry of entries) if (isForgotten(entry)) entries.delete(entry);
		// A read of the type alone may reach further, and show whether the event was deleted.
		for (const [entry, dispute] of disputes)
			if (!wasStopped || !isOpenDeletion(entry, dispute, snapshot)) this.#disputes.delete(entry);
		return disputes;
	}

	confirm(listed: Iterable<LogEntry>, { startedAtMs }: Pick<Snapshot, "startedAtMs">): void {
		for (const entry of listed) {
			entry.listing = "listed";
			if (entry.missingSinceMs !== undefined) entry.missingSinceMs = undefined;
			this.#unlisted.delete(entry);
			this.#suspects.delete(entry);
			const dispute = this.#disputes.get(entry);
			if (dispute && isSettled(entry, dispute, startedAtMs)) this.#disputes.delete(entry);
		}
	}

	/** @param listed All stored entries that the snapshot contains. */
	reconcile(snapshot: Snapshot, listed: ReadonlySet<LogEntry>) {
		// Without evidence, it is unknown whether the totals include what was pushed while they were read.
		if (snapshot.isUnordered) {
			const isBehind = [...this.#unlisted].some(({ arrival }) => arrival.atMs >= snapshot.startedAtMs);
			return { isBehind, newlyMissing: 0, removedCount: 0 };
		}
		const { completeUntilMs, newestMs } = coverageOf(snapshot);
		const { untilMs = Infinity } = snapshot;
		const isPage = snapshot.untilMs !== undefined;
		// The totals may already include a recent push of an event that is out of the snapshot's reach.
		const isUncertain = (entry: LogEntry) =>
			snapshot.types.includes(entry.event.type) && isOutOfReach(entry, snapshot) && isRecent(entry, snapshot);
		let isBehind = !isPage && [...this.#unlisted].some(isUncertain);
		let newlyMissing = 0;
		let removedCount = 0;
		for (const type of snapshot.types) {
			const { entries, indexFrom } = this.#log.timeline(type);
			for (const entry of entries.slice(indexFrom(snapshot.reachMs))) {
				const { event } = entry;
				const isUndecided = event.isTimeAssumed === true && mayBeBefore(event, snapshot.reachMs);
				if (event.createdAtMs >= untilMs) break;
				if (listed.has(entry) || isUndecided) continue;
				if (entry.listing === "listed") {
					entry.listing = "missing";
					newlyMissing++;
					if (!event.isDeleted && !isPage) this.#suspects.add(entry);
				}
				if (event.isDeleted) continue;
				if (this.#isRemoved(entry, snapshot, completeUntilMs)) {
					this.#log.change(entry, { ...event, isDeleted: true });
					entry.changedAtMs = snapshot.startedAtMs;
					this.resolve(entry);
					removedCount++;
				} else if (entry.arrival.atMs < snapshot.startedAtMs || event.createdAtMs < newestMs) isBehind = true;
			}
		}
		return { isBehind, newlyMissing, removedCount };
	}

	#isRemoved(entry: LogEntry, snapshot: Snapshot, completeUntilMs: number): boolean {
		const { atMs, durationMs = 0, startedAtMs, hasGaps, reachMs, untilMs } = snapshot;
		const beganMs = atMs - durationMs;
		// A push indicated that the event may be deleted, so two snapshots that began later are enough.
		const dispute = this.#disputes.get(entry);
		const isExpected = dispute?.pushed.mayBeDeleted === true && dispute.sinceMs <= startedAtMs;
		if (!isExpected && (hasGaps === true || completeUntilMs <= storedSinceMs(entry))) return false;
		if (entry.missingSinceMs === undefined) {
			entry.missingSinceMs = beganMs;
			if (untilMs === undefined) this.#suspects.add(entry);
			return false;
		}
		// The next snapshot reaches further back, unless this one was stopped. A page from the middle of the list has no such
		// next one, and only an event that the list never contained may be dated earlier in it.
		const isDecidedLater = untilMs === undefined ? !isStopped(snapshot) : entry.listing === "never";
		const isReachable = isDecidedLater && mayBeBefore(entry.event, reachMs);
		const delayMs = isReachable ? maxResponseAgeMs : confirmationDelayMs;
		return beganMs - entry.missingSinceMs >= delayMs;
	}
}

/** Returns whether the event was pushed so recently that a response may be older. */
function isRecent({ arrival }: LogEntry, { startedAtMs }: Snapshot): boolean {
	return startedAtMs - arrival.atMs < maxResponseAgeMs;
}

/** Returns whether a recent push indicated that the event may be deleted, and every snapshot since has been unable to show it. */
function isOpenDeletion(entry: LogEntry, dispute: Dispute, { startedAtMs }: Snapshot): boolean {
	const { pushed, sinceMs, isFirstReport } = dispute;
	if (!pushed.mayBeDeleted || isFirstReport || entry.missingSinceMs !== undefined) return false;
	return startedAtMs - sinceMs < disputeMs;
}

/**
 * Returns the time until which the snapshot is complete: it contains an event of a later second, or a response cannot
 * be that old. Pushes arrive in any order, so the arrival of one does not prove that earlier events have arrived.
 */
function coverageOf({ events, startedAtMs }: Snapshot) {
	let newestMs = -Infinity;
	for (const { createdAtMs, isTimeAssumed } of events) {
		if (!isTimeAssumed && createdAtMs <= startedAtMs) newestMs = Math.max(newestMs, createdAtMs);
	}
	return { completeUntilMs: Math.max(startedAtMs - maxResponseAgeMs, newestMs), newestMs };
}

/** Returns whether the list may contain the event before this time. Where an event without any time is, is unknown. */
function mayBeBefore(event: StreamEvent, reachMs: number): boolean {
	return event.createdAtMs > 0 && earliestMs(event) < reachMs;
}

/** Returns the time since when the service has certainly stored the event. */
function storedSinceMs({ event, arrival }: LogEntry): number {
	return event.isTimeAssumed ? arrival.atMs : Math.min(arrival.atMs, event.createdAtMs + maxLatecomerMs);
}

/**
 * Returns whether a snapshot that lists the event decides the dispute: it agrees with the push, or began late enough.
 */
function isSettled({ event }: LogEntry, dispute: Dispute, startedAtMs: number): boolean {
	const { pushed, sinceMs, isFirstReport = false } = dispute;
	const hasAgreed = (isFirstReport || !pushed.mayBeDeleted) && !contradicts(pushed, event);
	return startedAtMs - sinceMs >= (hasAgreed ? clockToleranceMs : disputeMs);
}
