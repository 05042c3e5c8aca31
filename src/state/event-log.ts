import {
	hasSameContent,
	isNameless,
	isUncontradicted,
	maxGuessOffMs,
	onlyNameOf,
	isSameEvent,
	leanEvent,
	streamEventTypes,
	type StreamEvent,
	type StreamEventType,
} from "./stream-event";
import type { LogEntry } from "./log-entry";
import { Timeline } from "./timeline";

/** So many events of one type are kept in any case. */
const minKept = 2_000;
/** Nobody looks further back for what somebody wrote. */
const maxMessages = 300;

/** Told of every change: what an event said before, and what it says now. Either is undefined where there is none. */
export type LogListener = (
	entry: LogEntry,
	before: StreamEvent | undefined,
	after: StreamEvent | undefined,
) => void;

/**
 * Every event known, each once, in order of time, however often and in whatever form it is told. For each type it also
 * knows since when it is complete: nothing the list held at the last look and created from then on is missing here.
 */
export class EventLog {
	readonly #timelines = new Map<StreamEventType, Timeline>(
		streamEventTypes.map((type) => [type, new Timeline()]),
	);
	readonly #byId = new Map<string, LogEntry>();
	/** Made once an event is told or known without an id: with ids, a ref finds nothing that the id does not. */
	#byRef: Map<string, LogEntry> | undefined;
	/** Those that only their content tells from others. */
	readonly #nameless = new Set<LogEntry>();
	/** How many are known by their id or by their ref alone. */
	readonly #knownBy = { id: 0, ref: 0 };
	readonly #completeFromMs = new Map<StreamEventType, number>();
	/** For each type, since when it is known who did what. */
	readonly #namedFromMs = new Map<StreamEventType, number>();
	readonly #listener: LogListener;

	constructor(listener: LogListener = () => undefined) {
		this.#listener = listener;
	}

	/** The time from which on nothing is missing, epoch milliseconds; undefined before the first look. */
	completeFromMs(type: StreamEventType): number | undefined {
		return this.#completeFromMs.get(type);
	}

	/** As {@link completeFromMs}, with everybody's name. */
	namedFromMs(type: StreamEventType): number | undefined {
		const completeFromMs = this.#completeFromMs.get(type);
		if (completeFromMs === undefined) return undefined;
		return Math.max(completeFromMs, this.#namedFromMs.get(type) ?? Infinity);
	}

	/** @param namedFromMs Since when names are known as well. */
	extendCompleteness(type: StreamEventType, fromMs: number, namedFromMs = fromMs): void {
		const known = this.#completeFromMs.get(type) ?? Infinity;
		this.#completeFromMs.set(type, Math.min(known, fromMs));
		this.#namedFromMs.set(type, Math.min(this.#namedFromMs.get(type) ?? Infinity, namedFromMs));
	}

	/** In order of time. */
	timeline(type: StreamEventType): Timeline {
		const timeline = this.#timelines.get(type);
		if (!timeline) throw new RangeError(`no such type of event: ${type}`);
		return timeline;
	}

	/** Those created at this time or later, epoch milliseconds. */
	entriesFrom(type: StreamEventType, fromMs: number): readonly LogEntry[] {
		const { entries, indexFrom } = this.timeline(type);
		return entries.slice(indexFrom(fromMs));
	}

	/** The entry of this event; two where it has become known by its id here and by its ref there. */
	find(event: StreamEvent): readonly LogEntry[] {
		const sameId = event.id === undefined ? undefined : this.#byId.get(event.id);
		if (event.id === undefined) this.#byRef ??= this.#refs();
		const sameRef = event.ref === undefined ? undefined : this.#byRef?.get(event.ref);
		const isTwin = sameRef && sameRef !== sameId && isSameEvent(sameRef.event, event);
		const found = [...(sameId ? [sameId] : []), ...(isTwin ? [sameRef] : [])];
		if (found.length > 0) return found;
		const sameContent = isNameless(event)
			? this.#findNamed(event)
			: (this.#findNameless(event) ?? this.#findOtherwiseNamed(event));
		return sameContent ? [sameContent] : [];
	}

	/** A telling with both names says which belong together. Of equals known by one name each, that could only be guessed. */
	pairNames({ id, ref }: StreamEvent): void {
		const sameId = id === undefined ? undefined : this.#byId.get(id);
		const sameRef = ref === undefined ? undefined : this.#byRef?.get(ref);
		if (!sameId || !sameRef || sameId === sameRef || sameRef.event.id === undefined) return;
		const refBefore = sameId.event.ref;
		this.change(sameId, { ...sameId.event, ref });
		this.change(sameRef, { ...sameRef.event, ref: refBefore });
	}

	addAll(entries: readonly LogEntry[]): void {
		for (const type of streamEventTypes) {
			const ofType = entries.filter(({ event }) => event.type === type);
			if (ofType.length === 0) continue;
			this.timeline(type).addAll(ofType);
			this.#dropMessages(type, ofType.length);
		}
		for (const entry of entries) {
			this.#index(entry);
			this.#listener(entry, undefined, entry.event);
		}
	}

	remove(entry: LogEntry): void {
		this.timeline(entry.event.type).remove(entry);
		this.#unindex(entry);
		this.#listener(entry, entry.event, undefined);
	}

	/** The event says something else now; its type never changes. */
	change(entry: LogEntry, event: StreamEvent): void {
		const before = entry.event;
		if (isSameContent(before, event)) return;
		const isMoved = before.createdAtMs !== event.createdAtMs || before.id !== event.id;
		const timeline = this.timeline(before.type);
		if (isMoved) timeline.remove(entry);
		this.#unindex(entry);
		entry.event = leanEvent(event);
		this.#index(entry);
		if (isMoved) timeline.addAll([entry]);
		this.#listener(entry, before, entry.event);
	}

	/** Whether it is among those of which everything is kept. */
	keepsMessage(entry: LogEntry): boolean {
		const timeline = this.timeline(entry.event.type);
		const oldest = timeline.entries[timeline.entries.length - maxMessages];
		return !oldest || entry.event.createdAtMs >= oldest.event.createdAtMs;
	}

	/** Creation time of the newest event known, epoch milliseconds. */
	newestMs(): number | undefined {
		const newest = [...this.#timelines.values()].flatMap(({ entries }) => entries.at(-1) ?? []);
		return newest.length > 0 ? Math.max(...newest.map(({ event }) => event.createdAtMs)) : undefined;
	}

	/** Forgets what nobody asks for any more, once that is worth it. The log stays complete, from a later time on. */
	forgetBefore(type: StreamEventType, fromMs: number): void {
		const completeFromMs = this.#completeFromMs.get(type);
		if (completeFromMs === undefined || completeFromMs >= fromMs) return;
		const timeline = this.timeline(type);
		const oldestKept = timeline.entries[timeline.entries.length - minKept];
		if (!oldestKept || timeline.entries[0] === oldestKept) return;
		const untilMs = Math.min(fromMs, oldestKept.event.createdAtMs);
		if (completeFromMs >= untilMs) return;
		for (const entry of timeline.takeBefore(untilMs)) {
			this.#unindex(entry);
			this.#listener(entry, entry.event, undefined);
		}
		this.#completeFromMs.set(type, untilMs);
	}

	#findNameless(event: StreamEvent): LogEntry | undefined {
		for (const entry of this.#nameless) if (hasSameContent(entry.event, event)) return entry;
		return undefined;
	}

	#findNamed(event: StreamEvent): LogEntry | undefined {
		if (event.isTimeAssumed) return undefined;
		const { entries, indexFrom } = this.timeline(event.type);
		for (let index = indexFrom(event.createdAtMs); index < entries.length; index++) {
			const entry = entries[index];
			if (!entry || entry.event.createdAtMs > event.createdAtMs) return undefined;
			if (!isNameless(entry.event) && hasSameContent(entry.event, event)) return entry;
		}
		return undefined;
	}

	/** Where one telling names its id alone and another one its ref, each event known by the one is one known by the other. */
	#findOtherwiseNamed(event: StreamEvent): LogEntry | undefined {
		const otherName = otherNameOf(event);
		if (otherName === undefined || this.#knownBy[otherName] === 0) return undefined;
		const { entries, indexFrom } = this.timeline(event.type);
		const sinceMs = event.createdAtMs - maxGuessOffMs;
		let found: LogEntry | undefined;
		for (let index = indexFrom(sinceMs); index < entries.length; index++) {
			const entry = entries[index];
			if (!entry || entry.event.createdAtMs > event.createdAtMs + maxGuessOffMs) break;
			const isOther = onlyNameOf(entry.event) === otherName && !entry.event.isDeleted;
			if (!isOther || !isUncontradicted(entry.event, event)) continue;
			if (!event.isDeleted) return entry;
			// Which of several equals was deleted, only the list can tell.
			if (found) return undefined;
			found = entry;
		}
		return found;
	}

	#refs(): Map<string, LogEntry> {
		const entries = [...this.#timelines.values()].flatMap((timeline) => timeline.entries);
		return new Map(
			entries.flatMap((entry) => (entry.event.ref === undefined ? [] : [[entry.event.ref, entry]])),
		);
	}

	#index(entry: LogEntry): void {
		const { id, ref } = entry.event;
		const onlyName = onlyNameOf(entry.event);
		if (onlyName) this.#knownBy[onlyName]++;
		if (id !== undefined) this.#byId.set(id, entry);
		else this.#byRef ??= this.#refs();
		if (ref !== undefined) this.#byRef?.set(ref, entry);
		if (isNameless(entry.event)) this.#nameless.add(entry);
	}

	#unindex(entry: LogEntry): void {
		const { id, ref } = entry.event;
		const onlyName = onlyNameOf(entry.event);
		if (onlyName) this.#knownBy[onlyName]--;
		if (id !== undefined && this.#byId.get(id) === entry) this.#byId.delete(id);
		if (ref !== undefined && this.#byRef?.get(ref) === entry) this.#byRef.delete(ref);
		this.#nameless.delete(entry);
	}

	/** Of all but the newest. Where few were added, only as many have become too old. */
	#dropMessages(type: StreamEventType, addedCount: number): void {
		const { entries } = this.timeline(type);
		const end = entries.length - maxMessages;
		for (const entry of entries.slice(addedCount > 1 ? 0 : Math.max(0, end - 1), Math.max(0, end))) {
			if (entry.event.message === undefined) continue;
			const { message: _, ...event } = entry.event;
			entry.event = leanEvent(event);
		}
	}
}

function otherNameOf(event: StreamEvent): "id" | "ref" | undefined {
	const onlyName = onlyNameOf(event);
	return onlyName && (onlyName === "id" ? "ref" : "id");
}

function isSameContent(a: StreamEvent, b: StreamEvent): boolean {
	return (
		a.id === b.id &&
		a.ref === b.ref &&
		a.createdAtMs === b.createdAtMs &&
		a.isTimeAssumed === b.isTimeAssumed &&
		a.isDeleted === b.isDeleted &&
		a.person === b.person &&
		a.nameKey === b.nameKey &&
		a.provider === b.provider &&
		a.amount?.minorUnits === b.amount?.minorUnits &&
		a.amount?.currency === b.amount?.currency &&
		a.isCurrencyAssumed === b.isCurrencyAssumed &&
		a.currency === b.currency &&
		a.resub === b.resub &&
		a.viewers === b.viewers &&
		a.message === b.message &&
		a.isTest === b.isTest
	);
}
