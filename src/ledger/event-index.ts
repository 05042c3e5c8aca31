import type { LogEntry } from "./log-entry";
import {
	hasSameContent,
	isKeyless,
	isSameEvent,
	mayBeSameEvent,
	maxClockErrorMs,
	onlyKeyOf,
	type StreamEvent,
} from "../state/stream-event";
import type { Timelines } from "./timeline";

/** Finds what is known of an event, by its names or, where one telling has none, by what it says. */
export class EventIndex {
	readonly #timelines: Timelines;
	readonly #byId = new Map<string | undefined, LogEntry>();
	/** Made once an event is told or known without an id: with ids, a ref finds nothing that the id does not. */
	#byRef: Map<string | undefined, LogEntry> | undefined;
	/** Those that only their content tells from others. */
	readonly #keyless = new Set<LogEntry>();
	/** Whether any has been known by its id, or by its ref, alone. */
	readonly #onlyKeys = new Set<ReturnType<typeof onlyKeyOf>>();

	/** @param timelines All entries, by type. */
	constructor(timelines: Timelines) {
		this.#timelines = timelines;
	}

	/** The entry of this event; two where it has become known by its id here and by its ref there. */
	find(event: StreamEvent): readonly LogEntry[] {
		const sameId = this.#byId.get(event.id);
		if (event.id === undefined) this.#byRef ??= this.#buildRefIndex();
		const sameRef = this.#byRef?.get(event.ref);
		const isDuplicate = sameRef && sameRef !== sameId && isSameEvent(sameRef.event, event);
		const found = [...(sameId ? [sameId] : []), ...(isDuplicate ? [sameRef] : [])];
		if (found.length > 0) return found;
		const sameContent = isKeyless(event)
			? this.#findKeyed(event)
			: (this.#findKeyless(event) ?? this.#findByOtherKey(event));
		return sameContent ? [sameContent] : [];
	}

	/** Where the id finds one entry and the ref another that has an id of its own: both. */
	pairOf({ id, ref }: StreamEvent): readonly [sameId: LogEntry, sameRef: LogEntry] | undefined {
		const sameId = this.#byId.get(id);
		const sameRef = this.#byRef?.get(ref);
		if (!sameId || sameRef?.event.id === undefined) return undefined;
		return [sameId, sameRef];
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
		// Another entry may have taken its ref over.
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

	/** Where one telling names its id alone and another one its ref, each event known by the one is one known by the other. */
	#findByOtherKey(event: StreamEvent): LogEntry | undefined {
		const otherKey = otherKeyOf(event);
		if (otherKey === undefined || !this.#onlyKeys.has(otherKey)) return undefined;
		const isSame = (entry: LogEntry) =>
			onlyKeyOf(entry.event) === otherKey && !entry.event.isDeleted && mayBeSameEvent(entry.event, event);
		const nearby = this.#entriesNear(event, maxClockErrorMs);
		if (!event.isDeleted) return nearby.find(isSame);
		// Which of several equals was deleted, only the list can tell.
		const [found, other] = nearby.filter(isSame);
		return other ? undefined : found;
	}

	/** Entries of its type that were created within so many milliseconds of it. */
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

function otherKeyOf(event: StreamEvent): "id" | "ref" | undefined {
	const onlyKey = onlyKeyOf(event);
	return onlyKey && (onlyKey === "id" ? "ref" : "id");
}
