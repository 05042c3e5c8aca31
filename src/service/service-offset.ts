const quarterHourMs = 15 * 60_000;
/** Maximum age of a pushed event on arrival, including the difference of the clocks. */
const toleranceMs = 90_000;
/** Maximum distance of a time zone from UTC. */
const maxOffsetMs = 14 * 60 * 60_000;

/** More changes than some years of daylight saving time have. */
const maxSeen = 20;

/** An offset from UTC, and the local time from which it applies. */
type SeenOffset = { readonly offsetMs: number; readonly sinceLocalMs: number };

/**
 * The service's offset from UTC, for times without an offset. A pushed event has just been created, unless it is an older
 * one that changed, so the difference between its local time and the service's clock is the offset. Until the first pushed
 * event, such times count as UTC.
 */
export class ServiceOffset {
	/** In order of detection; neighbours differ. A change of daylight saving time adds an entry. */
	#seen: SeenOffset[] = [];
	#origin: string | undefined;
	/** The highest id of a pushed event. An event with a lower one is older. */
	#newestId = -Infinity;

	/** Clears the offsets, because another service can be in another time zone. */
	useFor(origin: string): void {
		if (origin === this.#origin) return;
		this.#origin = origin;
		this.#seen = [];
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
	}

	/** Returns the epoch milliseconds of a local time that was read as if it were UTC. */
	utcMsOf(localMs: number): number {
		const seen = this.#seen.findLast(({ sinceLocalMs }) => sinceLocalMs <= localMs) ?? this.#seen[0];
		return localMs - (seen?.offsetMs ?? 0);
	}
}
