import type { LogEntry } from "./log-entry";
import {
	hasSameContent,
	isNameless,
	isSameEvent,
	isUncontradicted,
	maxGuessOffMs,
	onlyNameOf,
	type StreamEvent,
} from "./stream-event";
import type { Timelines } from "./timeline";

/** Finds what is known of an event, by its names or, where one telling has none, by what it says. */
export class EventIndex {
	readonly #timelines: Timelines;
	readonly #byId = new Map<string | undefined, LogEntry>();
	/** Made once an event is told or known without an id: with ids, a ref finds nothing that the id does not. */
	#byRef: Map<string | undefined, LogEntry> | undefined;
	/** Those that only their content tells from others. */
	readonly #nameless = new Set<LogEntry>();
	/** Whether any has been known by its id, or by its ref, alone. */
	readonly #onlyNames = new Set<ReturnType<typeof onlyNameOf>>();

	/** @param timelines All entries, by type. */
	constructor(timelines: Timelines) {
		this.#timelines = timelines;
	}

	/** The entry of this event; two where it has become known by its id here and by its ref there. */
	find(event: StreamEvent): readonly LogEntry[] {
		const sameId = this.#byId.get(event.id);
		if (event.id === undefined) this.#byRef ??= this.#refs();
		const sameRef = this.#byRef?.get(event.ref);
		const isTwin = sameRef && sameRef !== sameId && isSameEvent(sameRef.event, event);
		const found = [...(sameId ? [sameId] : []), ...(isTwin ? [sameRef] : [])];
		if (found.length > 0) return found;
		const sameContent = isNameless(event)
			? this.#findNamed(event)
			: (this.#findNameless(event) ?? this.#findOtherwiseNamed(event));
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
		this.#onlyNames.add(onlyNameOf(entry.event));
		if (id !== undefined) this.#byId.set(id, entry);
		else this.#byRef ??= this.#refs();
		if (ref !== undefined) this.#byRef?.set(ref, entry);
		if (isNameless(entry.event)) this.#nameless.add(entry);
	}

	remove(entry: LogEntry): void {
		const { id, ref } = entry.event;
		this.#byId.delete(id);
		// Another entry may have taken its ref over.
		if (this.#byRef?.get(ref) === entry) this.#byRef.delete(ref);
		this.#nameless.delete(entry);
	}

	#findNameless(event: StreamEvent): LogEntry | undefined {
		for (const entry of this.#nameless) if (hasSameContent(entry.event, event)) return entry;
		return undefined;
	}

	#findNamed(event: StreamEvent): LogEntry | undefined {
		if (event.isTimeAssumed) return undefined;
		return this.#around(event, 0).find(
			(entry) => !isNameless(entry.event) && hasSameContent(entry.event, event),
		);
	}

	/** Where one telling names its id alone and another one its ref, each event known by the one is one known by the other. */
	#findOtherwiseNamed(event: StreamEvent): LogEntry | undefined {
		const otherName = otherNameOf(event);
		if (otherName === undefined || !this.#onlyNames.has(otherName)) return undefined;
		const isSame = (entry: LogEntry) =>
			onlyNameOf(entry.event) === otherName && !entry.event.isDeleted && isUncontradicted(entry.event, event);
		const around = this.#around(event, maxGuessOffMs);
		if (!event.isDeleted) return around.find(isSame);
		// Which of several equals was deleted, only the list can tell.
		const [found, another] = around.filter(isSame);
		return another ? undefined : found;
	}

	/** Entries of its type that were created within so many milliseconds of it. */
	#around({ type, createdAtMs }: StreamEvent, offMs: number): readonly LogEntry[] {
		return this.#timelines[type].between(createdAtMs - offMs, createdAtMs + offMs);
	}

	#refs(): Map<string | undefined, LogEntry> {
		const entries = Object.values(this.#timelines).flatMap((timeline) => timeline.entries);
		return new Map(
			entries.flatMap((entry) => (entry.event.ref === undefined ? [] : [[entry.event.ref, entry]])),
		);
	}
}

function otherNameOf(event: StreamEvent): "id" | "ref" | undefined {
	const onlyName = onlyNameOf(event);
	return onlyName && (onlyName === "id" ? "ref" : "id");
}
