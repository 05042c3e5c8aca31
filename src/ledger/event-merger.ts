import type { EventLog } from "./event-log";
import type { LifetimeFigures } from "./lifetime-figures";
import type { ListCount } from "./list-count";
import type { LogEntry } from "./log-entry";
import { contradicts, mergeSources } from "./merge-sources";
import type { OwnEvents } from "./own-events";
import { maxResponseAgeMs, type Reconciler } from "./reconciler";
import type { Snapshot } from "./snapshot";
import type { StreamEvent } from "../state/stream-event";

/** Who keeps account of entries. */
type MergerContext = {
	readonly log: EventLog;
	readonly ownEvents: OwnEvents;
	readonly figures: LifetimeFigures;
	readonly reconciler: Reconciler;
	readonly listCount: ListCount;
};

/** What a look says of the events that it shows. */
type MergedList = {
	/** Those that were known. */
	readonly listed: ReadonlySet<LogEntry>;
	readonly added: readonly LogEntry[];
	/** Whether any says something else now. */
	readonly isChanged: boolean;
};

/** Makes one entry of all that is told of an event. */
export class EventMerger {
	readonly #context: MergerContext;

	constructor(context: MergerContext) {
		this.#context = context;
	}

	/** The one entry of an event. What turns out to be the same as another one is made one with it. */
	findEntry(event: StreamEvent): LogEntry | undefined {
		const { log } = this.#context;
		log.pairKeys(event);
		const [entry, duplicate] = log.find(event);
		if (entry && duplicate) this.#mergeDuplicate(entry, duplicate);
		return entry;
	}

	/** A known event was told live: what the list has said of it stands, and the gaps are filled. */
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
		const isDifferent = isListed && contradicts(pushed, entry.event);
		const isDecided = entry.event.isDeleted || pushed.isDeleted;
		if (!isDecided && (mayBeDeleted || isDifferent)) reconciler.addDispute(entry, { pushed, sinceMs: nowMs });
		const merged = isListed ? mergeSources(entry.event, pushed) : mergeSources(pushed, entry.event);
		this.#change(entry, merged, isDecided);
	}

	/** A look shows these events. What nobody knew before is not in the log yet. */
	mergeListed({ events, startedAtMs }: Snapshot): MergedList {
		const { ownEvents } = this.#context;
		const listed = new Set<LogEntry>();
		const added: LogEntry[] = [];
		let isChanged = false;
		for (const listedEvent of events) {
			const entry = this.findEntry(listedEvent);
			if (!entry) {
				const isTest = ownEvents.recognise(listedEvent, startedAtMs);
				added.push(createLogEntry(isTest ? asTest(listedEvent) : listedEvent, { arrivedAtMs: startedAtMs }));
			} else if (!listed.has(entry)) {
				listed.add(entry);
				const { event: before, deletedAtMs = -Infinity } = entry;
				const isRestored = !listedEvent.isDeleted && startedAtMs - deletedAtMs > maxResponseAgeMs;
				const isDeleted = listedEvent.isDeleted || (before.isDeleted && !isRestored);
				this.#change(entry, mergeSources(listedEvent, before), isDeleted);
				isChanged ||= entry.event !== before;
			}
		}
		return { listed, added, isChanged };
	}

	#mergeDuplicate(entry: LogEntry, duplicate: LogEntry): void {
		const { log, figures, reconciler } = this.#context;
		const [first, other] = duplicate.listing === "never" ? [entry, duplicate] : [duplicate, entry];
		figures.revokeEvent(duplicate);
		log.remove(duplicate);
		const isTest = entry.event.isTest === true || duplicate.event.isTest === true;
		log.change(entry, {
			...mergeSources(first.event, other.event),
			isDeleted: entry.event.isDeleted || duplicate.event.isDeleted,
			...(isTest && { isTest }),
		});
		if (duplicate.listing === "listed") reconciler.confirm([entry], { startedAtMs: -Infinity });
	}

	#change(entry: LogEntry, merged: StreamEvent, isDeleted: boolean): void {
		const { log, ownEvents } = this.#context;
		const { message, isTest: _, ...rest } = merged;
		const keepsMessage = log.keepsMessage(entry);
		const isTest = entry.event.isTest === true || ownEvents.has(merged);
		log.change(entry, { ...rest, isDeleted, ...(keepsMessage && { message }), ...(isTest && { isTest }) });
	}
}

/** Of an event that nobody knew before. */
export function createLogEntry(
	event: StreamEvent,
	times: { readonly arrivedAtMs: number; readonly pushedAtMs?: number },
): LogEntry {
	return {
		event,
		listing: "never",
		arrivedAtMs: times.arrivedAtMs,
		pushedAtMs: times.pushedAtMs,
		deletedAtMs: event.isDeleted ? times.arrivedAtMs : undefined,
		missingSinceMs: undefined,
	};
}

export function asTest(event: StreamEvent): StreamEvent {
	return { ...event, isTest: true };
}
