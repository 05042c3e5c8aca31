import { isSameEvent, streamEventTypes, type StreamEvent, type StreamEventType } from "./stream-event";

/** So many events of one type are kept in any case. */
const mostKept = 2_000;

/** A known event and how it became known. */
export type LogEntry = {
	readonly event: StreamEvent;
	/** When it was first told, epoch milliseconds. */
	readonly arrivedAtMs: number;
	/** When the socket told it first, epoch milliseconds; undefined when the list came before. */
	readonly toldLiveAtMs?: number;
	/** Whether the service's list has ever held it. */
	readonly isListed: boolean;
	/** When its deletion was told live, epoch milliseconds. */
	readonly deletedAtMs?: number | undefined;
};

/**
 * Every event known, each once, however often and in whatever form it is told. For each type it also knows since when
 * it is complete: nothing the list held at the last reading and created from then on is missing here.
 */
export class EventLog {
	readonly #entriesByType = new Map<StreamEventType, Set<LogEntry>>(
		streamEventTypes.map((type) => [type, new Set()]),
	);
	readonly #byId = new Map<string, LogEntry>();
	readonly #byRef = new Map<string, LogEntry>();
	readonly #completeFromMs = new Map<StreamEventType, number>();
	#version = 0;

	/** Changes whenever anything in the log does. */
	get version(): number {
		return this.#version;
	}

	/** The time from which on nothing is missing, epoch milliseconds; undefined before the first reading. */
	completeFromMs(type: StreamEventType): number | undefined {
		return this.#completeFromMs.get(type);
	}

	extendCompleteness(type: StreamEventType, fromMs: number): void {
		const known = this.#completeFromMs.get(type);
		if (known !== undefined && known <= fromMs) return;
		this.#completeFromMs.set(type, fromMs);
		this.#version++;
	}

	entries(type: StreamEventType): ReadonlySet<LogEntry> {
		return this.#entriesByType.get(type) ?? new Set();
	}

	find(event: StreamEvent): LogEntry | undefined {
		const sameId = event.id === undefined ? undefined : this.#byId.get(event.id);
		if (sameId) return sameId;
		const sameRef = event.ref === undefined ? undefined : this.#byRef.get(event.ref);
		return sameRef && isSameEvent(sameRef.event, event) ? sameRef : undefined;
	}

	add(entry: LogEntry): void {
		this.#entriesByType.get(entry.event.type)?.add(entry);
		if (entry.event.id !== undefined) this.#byId.set(entry.event.id, entry);
		if (entry.event.ref !== undefined) this.#byRef.set(entry.event.ref, entry);
		this.#version++;
	}

	remove(entry: LogEntry): void {
		const { id, ref, type } = entry.event;
		this.#entriesByType.get(type)?.delete(entry);
		if (id !== undefined && this.#byId.get(id) === entry) this.#byId.delete(id);
		if (ref !== undefined && this.#byRef.get(ref) === entry) this.#byRef.delete(ref);
		this.#version++;
	}

	replace(entry: LogEntry, next: LogEntry): void {
		this.remove(entry);
		this.add(next);
	}

	/** Creation time of the newest event known, epoch milliseconds. */
	newestMs(): number | undefined {
		let newestMs: number | undefined;
		for (const entries of this.#entriesByType.values()) {
			for (const { event } of entries) {
				if (newestMs === undefined || event.createdAtMs > newestMs) newestMs = event.createdAtMs;
			}
		}
		return newestMs;
	}

	/** Forgets what nobody asks for any more, once that is worth it. The log stays complete, from a later time on. */
	forgetBefore(type: StreamEventType, fromMs: number): void {
		const completeFromMs = this.#completeFromMs.get(type);
		if (completeFromMs === undefined || completeFromMs >= fromMs) return;
		const entries = [...this.entries(type)];
		const newestTimes = entries.map(({ event }) => event.createdAtMs).sort((a, b) => b - a);
		const untilMs = Math.min(fromMs, newestTimes[mostKept - 1] ?? -Infinity);
		if (entries.length <= mostKept || completeFromMs >= untilMs) return;
		for (const entry of entries) {
			if (entry.event.createdAtMs < untilMs) this.remove(entry);
		}
		this.#completeFromMs.set(type, untilMs);
		this.#version++;
	}
}
