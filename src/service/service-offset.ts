const quarterHourMs = 15 * 60_000;
/** Maximum age of a pushed event on arrival, including the difference of the clocks. */
const toleranceMs = 90_000;
/** Maximum distance of a time zone from UTC. */
const maxOffsetMs = 14 * 60 * 60_000;

/** More changes than some years of daylight saving time have. */
const maxSeen = 20;

/** An offset from UTC, and the local time from which it applies. */
export type SeenOffset = { readonly offsetMs: number; readonly sinceLocalMs: number };

/** Storage of the offsets across restarts, by the service's origin. */
export interface OffsetStorage {
	load(origin: string): readonly SeenOffset[];
	save(origin: string, seen: readonly SeenOffset[]): void;
}

/**
 * The service's offset from UTC, for times without an offset. A pushed event has just been created, unless it is an older
 * one that changed, so the difference between its local time and the service's clock is the offset. Until the first pushed
 * event of any run, such times count as UTC.
 */
export class ServiceOffset {
	/** In order of detection; neighbours differ. A change of daylight saving time adds an entry. */
	#seen: readonly SeenOffset[] = [];
	#origin = "";
	readonly #storage: OffsetStorage | undefined;
	/** The highest id of a pushed event. An event with a lower one is older. */
	#newestId = -Infinity;

	constructor(storage?: OffsetStorage) {
		this.#storage = storage;
	}

	/** Selects the service, because another one can be in another time zone. */
	useFor(origin: string): void {
		if (origin === this.#origin) return;
		this.#origin = origin;
		this.#seen = this.#storage?.load(origin) ?? [];
		this.#newestId = -Infinity;
	}

	/**
	 * Derives the offset from a pushed event.
	 * @param localMs The event's time, read as if it were UTC.
	 * @param nowMs The service's clock, epoch milliseconds.
	 * @param id The event's id, if it has one.
	 */
	learn(localMs: number, nowMs: number, id?: string): void {
		if (Number(id ?? Infinity) <= this.#newestId) return;
		if (id !== undefined) this.#newestId = Number(id);
		const leadMs = localMs - nowMs;
		const offsetMs = Math.round(leadMs / quarterHourMs) * quarterHourMs;
		if (Math.abs(leadMs - offsetMs) > toleranceMs || Math.abs(offsetMs) > maxOffsetMs) return;
		const last = this.#seen.at(-1);
		if (last?.offsetMs === offsetMs) return;
		this.#seen = [...this.#seen, { offsetMs, sinceLocalMs: localMs }].slice(-maxSeen);
		this.#storage?.save(this.#origin, this.#seen);
	}

	/** Returns the epoch milliseconds of a local time that was read as if it were UTC. */
	utcMsOf(localMs: number): number {
		const seen = this.#seen.findLast(({ sinceLocalMs }) => sinceLocalMs <= localMs) ?? this.#seen[0];
		return localMs - (seen?.offsetMs ?? 0);
	}
}
