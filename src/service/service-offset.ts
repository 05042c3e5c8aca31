const quarterHourMs = 15 * 60_000;
/** A pushed event arrives this soon, as far as the clocks agree. */
const toleranceMs = 90_000;
/** No time zone is further from UTC. */
const maxOffsetMs = 14 * 60 * 60_000;

/** An offset from UTC, and the local time from which it was seen. */
type SeenOffset = { readonly offsetMs: number; readonly sinceLocalMs: number };

/**
 * The service's offset from UTC, for times that it writes without one. A pushed event has just happened, so its local time
 * tells the offset. Until then such times count as UTC.
 */
export class ServiceOffset {
	/** Oldest first; a new one is seen when the clocks change. */
	#seen: SeenOffset[] = [];
	#origin: string | undefined;

	/** Another service is in another time zone. */
	useFor(origin: string): void {
		if (origin !== this.#origin) this.#seen = [];
		this.#origin = origin;
	}

	/**
	 * An event was pushed.
	 * @param localMs Its time, read as if it were UTC.
	 * @param nowMs The service's clock, epoch milliseconds.
	 */
	learn(localMs: number, nowMs: number): void {
		const leadMs = localMs - nowMs;
		const offsetMs = Math.round(leadMs / quarterHourMs) * quarterHourMs;
		if (Math.abs(leadMs - offsetMs) > toleranceMs || Math.abs(offsetMs) > maxOffsetMs) return;
		const last = this.#seen.at(-1);
		if (last?.offsetMs !== offsetMs) this.#seen.push({ offsetMs, sinceLocalMs: localMs });
	}

	/** Epoch milliseconds of a local time that was read as if it were UTC. */
	utcMsOf(localMs: number): number {
		const seen = this.#seen.findLast(({ sinceLocalMs }) => sinceLocalMs <= localMs) ?? this.#seen[0];
		return localMs - (seen?.offsetMs ?? 0);
	}
}
