import { isEqualEvent } from "../../state/events/compact-event";
import type { LedgerCache } from "../cached-list";
import type { EventLog } from "./event-log";
import type { LifetimeFigures } from "../figures/lifetime-figures";
import type { ListCount } from "../figures/list-count";
import type { Arrival, LogEntry } from "./log-entry";
import { contradicts, mergeSources } from "./merge-sources";
import type { OwnEvents } from "../own-events";
import type { Dispute, Reconciler } from "./reconciler";
import { maxResponseAgeMs } from "../timing";
import type { Snapshot } from "../snapshot";
import type { StreamEvent } from "../../state/events/stream-event";

type MergerContext = {
	readonly log: EventLog;
	readonly ownEvents: OwnEvents;
	readonly figures: LifetimeFigures;
	readonly reconciler: Reconciler;
	readonly listCount: ListCount;
	readonly cache: LedgerCache;
};

/**
 * Merges all reports of an event into one entry.
 *
 * Invariant: a report that belongs to two entries merges them before it is applied.
 */
export class EventMerger {
	readonly #context: MergerContext;

	constructor(context: MergerContext) {
		this.#context = context;
	}

	/** Returns the entry of an event. If two entries turn out to be the same event, they are merged. */
	findEntry(event: StreamEvent): LogEntry | undefined {
		const { log } = this.#context;
		log.pairKeys(event);
		const [entry, duplicate] = log.find(event);
		if (entry && duplicate) this.#mergeDuplicate(entry, duplicate);
		return entry;
	}

	/** Merges a push into a stored event. Listed fields take precedence; the push fills missing ones. */
	mergePushed(entry: LogEntry, pushed: StreamEvent, nowMs: number): void {
		const { listCount, reconciler } = this.#context;
		if (pushed.isDeleted) {
			if (entry.event.isDeleted) return;
			entry.deletedAtMs = nowMs;
			if (entry.listing === "listed") listCount.noteDeletion(entry.event.type);
			reconciler.resolve(entry);
		}
		const isListed = entry.listing !== "never";
		const mayBeDeleted = pushed.mayBeDeleted === true && (isListed || !entry.event.mayBeDeleted);
		const isDifferent = contradicts(pushed, entry.event);
		const isDecided = entry.event.isDeleted || pushed.isDeleted;
		if (!isDecided && (mayBeDeleted || isDifferent)) reconciler.addDispute(entry, { pushed, sinceMs: nowMs });
		const merged = isListed ? mergeSources(entry.event, pushed) : mergeSources(pushed, entry.event);
		this.#change(entry, merged, isDecided);
	}

	/**
	 * Merges a push into a stored event about which the list cannot decide. The push takes precedence, also a possible deletion of
	 * an event that one snapshot did not contain.
	 */
	acceptPushed(entry: LogEntry, { pushed, sinceMs, isFirstReport }: Dispute): void {
		const isRemoved = pushed.mayBeDeleted === true && !isFirstReport && entry.missingSinceMs !== undefined;
		if (pushed.mayBeDeleted && !isRemoved) return;
		// A read of the type alone may have begun before the push.
		entry.changedAtMs = sinceMs;
		this.#change(entry, mergeSources(pushed, entry.event), entry.event.isDeleted || isRemoved);
	}

	/** Merges the events of a snapshot into the stored ones. New entries are returned, not added to the log. */
	mergeListed({ events, startedAtMs, namedFromMs = -Infinity }: Snapshot) {
		const { log, ownEvents, cache } = this.#context;
		const listed = new Set<LogEntry>();
		const added: LogEntry[] = [];
		const arrival: Arrival = { atMs: startedAtMs, source: "list" };
		let isChanged = false;
		let hasEdits = false;
		// Pages of one read can differ in whether they contain ids, and contain the same event.
		const isMixed = events.some(({ id }) => id === undefined);
		const refsWithId = new Set(
			isMixed ? events.filter(({ id }) => id !== undefined).map(({ ref }) => ref) : [],
		);
		// Correcting the keys of one row can show which entry belongs to an earlier one.
		for (const listedEvent of events) log.pairKeys(listedEvent);
		for (const listedEvent of events) {
			const { id, ref, person, createdAtMs, isTimeAssumed } = listedEvent;
			if (id === undefined && ref !== undefined && refsWithId.has(ref)) continue;
			const entry = this.findEntry(listedEvent);
			if (!entry) {
				const isTest = ownEvents.recognise(listedEvent, startedAtMs);
				added.push(createLogEntry(isTest ? asTest(listedEvent) : listedEvent, arrival));
			} else if (!listed.has(entry)) {
				listed.add(entry);
				// Most rows of a sync are listed as they are stored; merging a thousand of them takes milliseconds.
				if (this.#isUnchanged(entry, listedEvent)) continue;
				// Cached entries have no user names. What is stored of them is newer.
				if (person === undefined && !isTimeAssumed && createdAtMs < namedFromMs) continue;
				const { event: before, deletedAtMs = -Infinity, changedAtMs = -Infinity } = entry;
				if (startedAtMs < changedAtMs) continue;
				const isRestored = !listedEvent.isDeleted && startedAtMs - deletedAtMs > maxResponseAgeMs;
				const isDeleted = listedEvent.isDeleted || (before.isDeleted && !isRestored);
				this.#change(entry, mergeSources(listedEvent, before), isDeleted);
				isChanged ||= entry.event !== before;
				if (!contradicts(listedEvent, before)) continue;
				entry.changedAtMs = startedAtMs;
				hasEdits ||= entry.listing !== "never";
			}
		}
		// The cached list may contain the events as they were listed before.
		if (hasEdits) cache.forget();
		return { listed, added, isChanged };
	}

	#mergeDuplicate(entry: LogEntry, duplicate: LogEntry): void {
		const { log, figures, reconciler } = this.#context;
		const [first, other] = duplicate.listing === "never" ? [entry, duplicate] : [duplicate, entry];
		figures.forEach((figure) => figure.revokeEvent(duplicate));
		log.remove(duplicate);
		const isTest = entry.event.isTest === true || duplicate.event.isTest === true;
		log.change(entry, {
			...mergeSources(first.event, other.event),
			isDeleted: entry.event.isDeleted || duplicate.event.isDeleted,
			...(isTest && { isTest }),
		});
		if (duplicate.listing === "listed") reconciler.confirm([entry], { startedAtMs: -Infinity });
	}

	#isUnchanged(entry: LogEntry, listed: StreamEvent): boolean {
		const { log, ownEvents } = this.#context;
		if (!isEqualEvent(entry.event, listed) || listed.currency !== undefined) return false;
		return !ownEvents.has(listed) && (listed.message === undefined || log.keepsMessage(entry));
	}

	#change(entry: LogEntry, merged: StreamEvent, isDeleted: boolean): void {
		const { log, ownEvents } = this.#context;
		const { message, isTest: _, ...rest } = merged;
		const keepsMessage = log.keepsMessage(entry);
		const isTest = entry.event.isTest === true || ownEvents.has(merged);
		log.change(entry, { ...rest, isDeleted, ...(keepsMessage && { message }), ...(isTest && { isTest }) });
	}
}

export function createLogEntry(event: StreamEvent, arrival: Arrival): LogEntry {
	const entry: LogEntry = { event, listing: "never", arrival };
	if (event.isDeleted) entry.deletedAtMs = arrival.atMs;
	return entry;
}

export function asTest(event: StreamEvent): StreamEvent {
	return { ...event, isTest: true };
}
