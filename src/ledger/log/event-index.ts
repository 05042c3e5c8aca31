import type { LogEntry } from "./log-entry";
import {
	hasSameContent,
	isKeyless,
	isSameEvent,
	mayBeSameEvent,
	maxClockErrorMs,
	onlyKeyOf,
	type StreamEvent,
} from "../../state/events/stream-event";
import type { Timelines } from "./timeline";

/**
 * Finds the stored entry of an event by id or ref, or by content if one of the two reports has no key.
 *
 * Invariant: the maps contain exactly the entries of the timelines.
 */
export class EventIndex {
	readonly #timelines: Timelines;
	readonly #byId = new Map<string | undefined, LogEntry>();
	/** Built when the first event without an id arrives. If all events have ids, refs find no further entries. */
	#byRef: Map<string | undefined, LogEntry> | undefined;
	/** Entries without a key, identified only by their content. */
	readonly #keyless = new Set<LogEntry>();
	/** Kinds of keys for which an entry with only that key was added. */
	readonly #onlyKeys = new Set<ReturnType<typeof onlyKeyOf>>();

	constructor(timelines: Timelines) {
		this.#timelines = timelines;
	}

	/** Returns the entry of this event, or two entries if one was stored by id and another by ref. */
	find(event: StreamEvent): readonly LogEntry[] {
		const sameId = this.#byId.get(event.id);
		if (event.id === undefined) this.#byRef ??= this.#buildRefIndex();
		const sameRef = this.#byRef?.get(event.ref);
		const isDuplicate = sameRef && sameRef !== sameId && isSameEvent(sameRef.event, event);
		if (sameId) return isDuplicate ? [sameId, sameRef] : [sameId];
		if (isDuplicate) return [sameRef];
		const sameContent = isKeyless(event)
			? this.#findKeyed(event)
			: (this.#findKeyless(event) ?? this.#findByOtherKey(event));
		return sameContent ? [sameContent] : [];
	}

	/** Returns both entries if the id finds one entry, the ref another one, and one of them has an own key of the other kind. */
	pairOf({ id, ref }: StreamEvent): readonly [sameId: LogEntry, sameRef: LogEntry] | undefined {
		const sameId = this.#byId.get(id);
		const sameRef = this.#byRef?.get(ref);
		if (!sameId || !sameRef || sameId.event.ref === ref) return undefined;
		const areTwo = sameRef.event.id !== undefined || onlyKeyOf(sameId.event) === undefined;
		return areTwo ? [sameId, sameRef] : undefined;
	}

	add(entry: LogEntry): void {
		const { id, ref } = entry.event;
		this.#onlyKeys.add(onlyKeyOf(entry.event));
		if (id !== undefined) this.#byId.set(id, entry);
		else this.#byRef ??= this.#buildRefIndex();
		if (ref !== undefined) this.#byRef?.set(ref, entry);
		if (isKeyless(entry.event)) this.#keyless.add(entry);
	}

	remove(entry: LogEntry): void {
		const { id, ref } = entry.event;
		this.#byId.delete(id);
		// The ref may belong to another entry in the meantime.
		if (this.#byRef?.get(ref) === entry) this.#byRef.delete(ref);
		this.#keyless.delete(entry);
	}

	#findKeyless(event: StreamEvent): LogEntry | undefined {
		for (const entry of this.#keyless) if (hasSameContent(entry.event, event)) return entry;
		return undefined;
	}

	#findKeyed(event: StreamEvent): LogEntry | undefined {
		if (event.isTimeAssumed) return undefined;
		return this.#entriesNear(event, 0).find(
			(entry) => !isKeyless(entry.event) && hasSameContent(entry.event, event),
		);
	}

	/** Finds an entry that has only a ref for an event that has only an id, or the reverse, by content. */
	#findByOtherKey(event: StreamEvent): LogEntry | undefined {
		const onlyKey = onlyKeyOf(event);
		const otherKey = onlyKey === "id" ? "ref" : "id";
		if (onlyKey === undefined || !this.#onlyKeys.has(otherKey)) return undefined;
		const isSame = (entry: LogEntry) =>
			onlyKeyOf(entry.event) === otherKey && !entry.event.isDeleted && mayBeSameEvent(entry.event, event);
		const nearby = this.#entriesNear(event, maxClockErrorMs);
		if (!event.isDeleted) return nearby.find(isSame);
		// With several equal entries, only the list can decide which one was deleted.
		const [found, other] = nearby.filter(isSame);
		return other ? undefined : found;
	}

	/** Returns the entries of the same type created within `toleranceMs` of the event. */
	#entriesNear({ type, createdAtMs }: StreamEvent, toleranceMs: number): readonly LogEntry[] {
		return this.#timelines[type].between(createdAtMs - toleranceMs, createdAtMs + toleranceMs);
	}

	#buildRefIndex(): Map<string | undefined, LogEntry> {
		const entries = Object.values(this.#timelines).flatMap((timeline) => timeline.entries);
		return new Map(
			entries.flatMap((entry) => (entry.event.ref === undefined ? [] : [[entry.event.ref, entry]])),
		);
	}
}
