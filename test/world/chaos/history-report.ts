/**
 * Maximum time until every number is right again, as documented. Each entry adds to the ones before it.
 * `a refused key`: after a refusal the plugin waits for eight seconds, and a lower total has to be read twice. `small pages`:
 * a service that gives a handful of events at a time, or a long list. `a quiet change`: nothing announces it but the next
 * thorough sync.
 */
export type BoundName = "ten seconds" | "a refused key" | "small pages" | "a quiet change";

/** Result of one seeded history. */
export type HistoryReport = {
	readonly seed: number;
	readonly timeZone: string;
	readonly events: number;
	readonly virtualMs: number;
	/** Number of occurrences of each fault and action. */
	readonly faults: ReadonlyMap<string, number>;
	/** Limits that the history crossed. */
	readonly limits: ReadonlyMap<string, number>;
	/** Time from the last fault until everything was right, in milliseconds. */
	readonly settledInMs: number;
	/** The first bound that this time was within. */
	readonly needed: BoundName;
	readonly mismatches: readonly string[];
};
