import type { EventLog } from "./event-log";
import type { LifetimeFigures } from "./lifetime-figures";
import type { ListCount } from "./list-count";
import type { LogEntry } from "./log-entry";
import { mergeSources } from "./merge-sources";
import type { OwnEvents } from "./own-events";
import { maxAnswerAgeMs, type Reconciler } from "./reconciler";
import type { Snapshot } from "./snapshot";
import type { StreamEvent } from "./stream-event";

/** Who keeps account of entries. */
type MergerContext = {
	readonly log: EventLog;
	readonly own: OwnEvents;
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
	known(event: StreamEvent): LogEntry | undefined {
		const { log } = this.#context;
		log.pairNames(event);
		const [known, twin] = log.find(event);
		if (known && twin) this.#mergeTwin(known, twin);
		return known;
	}

	/** A known event was told live: what the list has said of it stands, and the gaps are filled. */
	mergeLive(known: LogEntry, told: StreamEvent, nowMs: number): void {
		const { listCount, reconciler } = this.#context;
		if (told.isDeleted) {
			if (known.event.isDeleted) return;
			known.deletedAtMs = nowMs;
			if (known.listing === "listed") listCount.noteDeletion(known.event.type);
			reconciler.settle(known);
		}
		const isListed = known.listing !== "never";
		const merged = isListed ? mergeSources(known.event, told) : mergeSources(told, known.event);
		this.#change(known, merged, known.event.isDeleted || told.isDeleted);
	}

	/** A look shows these events. What nobody knew before is not in the log yet. */
	mergeListed({ events, startedAtMs }: Snapshot): MergedList {
		const { log, own } = this.#context;
		const listed = new Set<LogEntry>();
		const added: LogEntry[] = [];
		let isChanged = false;
		for (const told of events) {
			const known = this.known(told);
			if (!known) {
				const isTest = log.covers(told) ? own.recognise(told, startedAtMs) : own.has(told);
				added.push(entryOf(isTest ? asTest(told) : told, { arrivedAtMs: startedAtMs }));
			} else if (!listed.has(known)) {
				listed.add(known);
				const { event: before, deletedAtMs = -Infinity } = known;
				const isRestored = !told.isDeleted && startedAtMs - deletedAtMs > maxAnswerAgeMs;
				const isDeleted = told.isDeleted || (before.isDeleted && !isRestored);
				this.#change(known, mergeSources(told, before), isDeleted);
				isChanged ||= known.event !== before;
			}
		}
		return { listed, added, isChanged };
	}

	#mergeTwin(known: LogEntry, twin: LogEntry): void {
		const { log, figures, reconciler } = this.#context;
		const [first, other] = twin.listing === "never" ? [known, twin] : [twin, known];
		log.remove(twin);
		reconciler.forget(twin);
		figures.revokeEvent(twin);
		const isTest = known.event.isTest === true || twin.event.isTest === true;
		log.change(known, {
			...mergeSources(first.event, other.event),
			isDeleted: known.event.isDeleted || twin.event.isDeleted,
			...(isTest && { isTest }),
		});
		if (twin.listing === "listed") reconciler.noteListed([known]);
	}

	#change(known: LogEntry, merged: StreamEvent, isDeleted: boolean): void {
		const { log, own } = this.#context;
		const { message, isTest: _, ...rest } = merged;
		const isKept = log.keepsMessage(known);
		const isTest = known.event.isTest === true || own.has(merged);
		log.change(known, { ...rest, isDeleted, ...(isKept && { message }), ...(isTest && { isTest }) });
	}
}

/** Of an event that nobody knew before. */
export function entryOf(
	event: StreamEvent,
	told: { readonly arrivedAtMs: number; readonly toldLiveAtMs?: number },
): LogEntry {
	return {
		event,
		listing: "never",
		arrivedAtMs: told.arrivedAtMs,
		toldLiveAtMs: told.toldLiveAtMs,
		deletedAtMs: event.isDeleted ? told.arrivedAtMs : undefined,
		lackedAtMs: undefined,
	};
}

export function asTest(event: StreamEvent): StreamEvent {
	return { ...event, isTest: true };
}
