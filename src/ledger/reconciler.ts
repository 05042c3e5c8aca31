import type { EventLog } from "./event-log";
import { confirmationDelayMs } from "./lifetime-figure";
import type { LogEntry } from "./log-entry";
import { contradicts } from "./merge-sources";
import type { Snapshot } from "./snapshot";
import { maxClockErrorMs, type StreamEvent, type StreamEventType } from "../state/stream-event";

/** No answer is older than this when it is asked for: caches and lagging replicas together. */
export const maxResponseAgeMs = 150_000;
/** An event may be listed so long after the time that it bears. */
const maxLatecomerMs = 600_000;

/** Snapshots are compared for this long with a push that contradicts the list: the list may lag behind. */
const disputeMs = 60_000;

/** A push that contradicts what is stored of its event. */
export type Dispute = {
	readonly pushed: StreamEvent;
	/** When it was received, epoch milliseconds by the service's clock. */
	readonly sinceMs: number;
};

/** What a look says of events that are known and that it does not show. */
export type Reconciliation = {
	/** Whether there are any on which another look has to decide. */
	readonly isBehind: boolean;
	/** How many it no longer shows that the last look that reached them did. */
	readonly newlyMissing: number;
	/** How many are taken back. */
	readonly removedCount: number;
};

/**
 * Compares what is known with what the list holds. An event is taken back when two looks lack it, at least five seconds
 * apart, that are both newer than the event: an answer may come from a cache or from a replica that lags behind, and one
 * that ends before the event says nothing about it. What is taken back stays known as deleted, so that a late repeat
 * does not bring it back.
 */
export class Reconciler {
	readonly #log: EventLog;
	/** Told live, and never listed so far. */
	readonly #unlisted = new Set<LogEntry>();
	/** Lacking in the last look that could tell: they have been listed, or are older than what it shows. */
	readonly #suspects = new Set<LogEntry>();
	/** Events whose last push contradicts what is stored. */
	readonly #disputes = new Map<LogEntry, Dispute>();

	constructor(log: EventLog) {
		this.#log = log;
	}

	/** Events that the totals may not contain yet. */
	get unlisted(): readonly LogEntry[] {
		return [...this.#unlisted];
	}

	/** Creation time of the oldest event on which a look has to decide, epoch milliseconds. */
	unconfirmedFromMs(types: readonly StreamEventType[]): number | undefined {
		let fromMs: number | undefined;
		for (const { event } of [...this.#unlisted, ...this.#suspects, ...this.#disputes.keys()]) {
			if (types.includes(event.type)) fromMs = Math.min(fromMs ?? Infinity, earliestMs(event));
		}
		return fromMs;
	}

	/** An event was told live: the list will show it. */
	addPushed(entry: LogEntry): void {
		this.#unlisted.add(entry);
	}

	/** Records a push that contradicts what is stored. Snapshots that begin after it decide. */
	addDispute(entry: LogEntry, dispute: Dispute): void {
		this.#disputes.set(entry, dispute);
	}

	/** Whether snapshots have yet to confirm or refute what was pushed of an event of these types. */
	hasDisputes(types: readonly StreamEventType[]): boolean {
		return [...this.#disputes.keys()].some(({ event }) => types.includes(event.type));
	}

	/** It is known what became of the event. */
	resolve(entry: LogEntry): void {
		this.forget(entry);
		entry.missingSinceMs = undefined;
		if (entry.listing === "listed") entry.listing = "lacking";
	}

	/** There is no such entry any more. */
	forget(entry: LogEntry): void {
		this.#unlisted.delete(entry);
		this.#suspects.delete(entry);
		this.#disputes.delete(entry);
	}

	/** Stops tracking events of a type that were created before this time, epoch milliseconds: they are not covered. */
	forgetBefore(type: StreamEventType, fromMs: number): void {
		for (const entry of [...this.#unlisted, ...this.#suspects, ...this.#disputes.keys()]) {
			if (entry.event.type === type && entry.event.createdAtMs < fromMs) this.forget(entry);
		}
	}

	/** Takes note of what a look shows. */
	confirm(listed: Iterable<LogEntry>, { startedAtMs }: Pick<Snapshot, "startedAtMs">): void {
		for (const entry of listed) {
			entry.listing = "listed";
			entry.missingSinceMs = undefined;
			this.#unlisted.delete(entry);
			this.#suspects.delete(entry);
			const dispute = this.#disputes.get(entry);
			if (dispute && isSettled(entry, dispute, startedAtMs)) this.#disputes.delete(entry);
		}
	}

	/** @param listed Everything that the look shows of what is known. */
	reconcile(snapshot: Snapshot, listed: ReadonlySet<LogEntry>): Reconciliation {
		const { completeUntilMs, newestMs } = coverageOf(snapshot);
		const { untilMs = Infinity } = snapshot;
		let isBehind = snapshot.untilMs === undefined && this.#hasPushedBeyondReach(snapshot);
		let newlyMissing = 0;
		let removedCount = 0;
		for (const type of snapshot.types) {
			const { entries, indexFrom } = this.#log.timeline(type);
			for (const entry of entries.slice(indexFrom(snapshot.reachMs))) {
				const { event } = entry;
				const isOutOfReach = event.isTimeAssumed === true && earliestMs(event) < snapshot.reachMs;
				if (event.createdAtMs >= untilMs) break;
				if (listed.has(entry) || isOutOfReach) continue;
				if (entry.listing === "listed") {
					entry.listing = "lacking";
					newlyMissing++;
					if (!event.isDeleted) this.#suspect(entry, snapshot);
				}
				if (event.isDeleted) continue;
				if (this.#isRemoved(entry, snapshot, completeUntilMs)) {
					this.#log.change(entry, { ...event, isDeleted: true });
					this.resolve(entry);
					removedCount++;
				} else if (entry.arrivedAtMs < snapshot.startedAtMs || event.createdAtMs < newestMs) isBehind = true;
			}
		}
		return { isBehind, newlyMissing, removedCount };
	}

	/** Whether something was told lately that the look did not go back to: the totals may contain it already. */
	#hasPushedBeyondReach({ types, reachMs, startedAtMs }: Snapshot): boolean {
		return [...this.#unlisted].some(
			({ event, arrivedAtMs }) =>
				types.includes(event.type) &&
				event.createdAtMs < reachMs &&
				startedAtMs - arrivedAtMs < maxResponseAgeMs,
		);
	}

	/** The next sync has to reach an event that is missing, unless the page without it is read again by itself. */
	#suspect(entry: LogEntry, { untilMs }: Snapshot): void {
		if (untilMs === undefined) this.#suspects.add(entry);
	}

	#isRemoved(entry: LogEntry, snapshot: Snapshot, completeUntilMs: number): boolean {
		const { atMs, startedAtMs, hasGaps, reachMs } = snapshot;
		// A push said that the event may be gone, so a snapshot that began later is newer than the event.
		const dispute = this.#disputes.get(entry);
		const isNewer = dispute?.pushed.mayBeDeleted === true && dispute.sinceMs <= startedAtMs;
		if (hasGaps === true || (!isNewer && completeUntilMs <= storedSinceMs(entry))) return false;
		if (entry.missingSinceMs === undefined) {
			entry.missingSinceMs = atMs;
			this.#suspect(entry, snapshot);
			return false;
		}
		// The next look goes further back, where the list can be read further.
		const delayMs = earliestMs(entry.event) < reachMs ? maxResponseAgeMs : confirmationDelayMs;
		return atMs - entry.missingSinceMs >= delayMs;
	}
}

/**
 * What happened until `asOfMs` the answer shows for certain: it holds something that is of a later second, or no answer is as
 * old as that. Frames come in any order, so when one was told says nothing of what happened before it.
 */
function coverageOf({ events, startedAtMs }: Snapshot) {
	let newestMs = -Infinity;
	for (const { createdAtMs, isTimeAssumed } of events) {
		if (!isTimeAssumed && createdAtMs <= startedAtMs) newestMs = Math.max(newestMs, createdAtMs);
	}
	return { completeUntilMs: Math.max(startedAtMs - maxResponseAgeMs, newestMs), newestMs };
}

/**
 * The list may tell another time where a push told none, and an earlier one where that was set right: no look says anything
 * of the event that ends after that.
 */
function earliestMs({ createdAtMs }: StreamEvent): number {
	return createdAtMs - maxClockErrorMs;
}

/** From when on the service has known the event for certain. */
function storedSinceMs({ event, arrivedAtMs }: LogEntry): number {
	return Math.min(arrivedAtMs, event.createdAtMs + maxLatecomerMs);
}

/** Whether a snapshot that lists the event decides the dispute: it agrees with the push, or has had time to. */
function isSettled({ event }: LogEntry, { pushed, sinceMs }: Dispute, startedAtMs: number): boolean {
	const hasAgreed = startedAtMs >= sinceMs && !pushed.mayBeDeleted && !contradicts(pushed, event);
	return hasAgreed || startedAtMs - sinceMs >= disputeMs;
}
