/**
 * How long it may take until everything is right again, as the documentation promises; each adds to those before.
 * `a refused key`: after a refusal the plugin waits for eight seconds, and a lower total has to be read twice. `small pages`:
 * a service that gives a handful of events at a time, or a long list. `a quiet change`: nothing announces it but the next
 * thorough sync.
 */
export type BoundName = "ten seconds" | "a refused key" | "small pages" | "a quiet change";

/** What one seeded history came to. */
export type HistoryReport = {
	readonly seed: number;
	readonly timeZone: string;
	readonly events: number;
	readonly virtualMs: number;
	/** How often each fault and each action occurred. */
	readonly faults: ReadonlyMap<string, number>;
	/** Limits that were crossed. */
	readonly limits: ReadonlyMap<string, number>;
	/** How long after the last fault everything was right, milliseconds. */
	readonly settledInMs: number;
	/** The first bound that this was within. */
	readonly needed: BoundName;
	readonly mismatches: readonly string[];
};
