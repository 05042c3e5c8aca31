import { eventTypeOf } from "./counter";
import type { CounterQuery, CounterValue } from "../state/counter-query";
import type { Coverage } from "./coverage";
import type { EventLog } from "./event-log";
import type { LifetimeFigures } from "./lifetime-figures";
import type { LogEntry } from "./log-entry";
import { periodStartMs, startOfSecondMs } from "../state/periods";
import type { ListCache } from "./cached-list";
import type { StreamEvent, StreamEventType } from "../state/stream-event";
import { Tally } from "./tally";

/** Inputs of a query besides the events. */
export type LedgerContext = {
	/** Epoch milliseconds, by the service's clock. */
	readonly nowMs: number;
	readonly sessionStartedAtMs?: number | undefined;
	/** The account's currency. */
	readonly currency?: string | undefined;
	/** Returns how far back events have to be stored for the thank queue, epoch milliseconds. */
	readonly thanksFromMs?: (types: readonly StreamEventType[]) => number;
};

/**
 * Answers counter queries. Each query is counted once and then updated with every change.
 *
 * Invariant: every stored tally contains all changes of the log so far.
 */
export class Counters {
	readonly #log: EventLog;
	readonly #coverage: Coverage;
	readonly #figures: LifetimeFigures;
	readonly #hashName: ListCache["hashName"];
	readonly #tallies = new Map<string, Tally>();
	readonly #requested = new Set<string>();

	constructor(log: EventLog, coverage: Coverage, figures: LifetimeFigures, hashName: ListCache["hashName"]) {
		this.#log = log;
		this.#coverage = coverage;
		this.#hashName = hashName;
		this.#figures = figures;
	}

	value(query: CounterQuery, context: LedgerContext): CounterValue {
		const fromMs = scopeStartMs(query, context);
		if (fromMs === undefined) return this.#lifetimeValue(query, context);
		if (query.scope === "session" && context.sessionStartedAtMs === undefined) return { kind: "unknown" };
		return this.#listedValue(query, fromMs, context);
	}

	/** Updates all tallies after an event was added, changed or removed. */
	apply(entry: LogEntry, before: StreamEvent | undefined, after: StreamEvent | undefined): void {
		for (const tally of this.#tallies.values()) tally.apply(entry, before, after);
	}

	/** Drops tallies that were not requested since the last call. */
	forgetUnused(): void {
		for (const key of this.#tallies.keys()) if (!this.#requested.has(key)) this.#tallies.delete(key);
		this.#requested.clear();
	}

	#lifetimeValue(query: CounterQuery, context: LedgerContext): CounterValue {
		switch (query.metric) {
			case "followers":
			case "subscriptions":
				return this.#figures.count(query.metric, query.provider);
			case "donations":
			case "donationAmount":
				return this.#figures.money();
			case "hostings":
				return query.uniqueOnly
					? this.#listedValue(query, -Infinity, context)
					: this.#hostings(query, context);
			case "viewers":
				return this.#listedValue(query, -Infinity, context);
		}
	}

	/** Returns the service's own count if it is exact, otherwise the number of listed events. */
	#hostings(query: CounterQuery, context: LedgerContext): CounterValue {
		const total = this.#figures.count("hostings");
		const isTotalExact = total.kind === "count" && !total.isIncomplete;
		const value = isTotalExact ? total : this.#listedValue(query, -Infinity, context);
		return value.kind === "unknown" ? total : value;
	}

	#listedValue(query: CounterQuery, fromMs: number, { currency }: LedgerContext): CounterValue {
		const type = eventTypeOf(query.metric);
		const isLimited = this.#coverage.isLimited(type, { fromMs });
		if (!isLimited && this.#coverage.fromMs(type) > fromMs) return { kind: "unknown" };
		const value = this.#tally(query, fromMs).value(currency);
		return isLimited && value.kind !== "unknown" ? { ...value, isIncomplete: true } : value;
	}

	#tally(query: CounterQuery, fromMs: number): Tally {
		const key = [query.metric, query.scope, query.newOnly, query.uniqueOnly].join();
		this.#requested.add(key);
		const cached = this.#tallies.get(key);
		if (cached?.fromMs === fromMs) return cached;
		const tally = new Tally(query, fromMs, this.#hashName);
		const { entries, indexFrom } = this.#log.timeline(eventTypeOf(query.metric));
		const count = (entry: LogEntry) => {
			tally.apply(entry, undefined, entry.event);
		};
		// Entries without a time are first.
		const undatedEnd = indexFrom(1);
		for (const entry of entries.slice(0, undatedEnd)) count(entry);
		for (const entry of entries.slice(Math.max(undatedEnd, indexFrom(startOfSecondMs(fromMs))))) count(entry);
		this.#tallies.set(key, tally);
		return tally;
	}
}

/** Returns the start of a query's scope, epoch milliseconds; undefined for lifetime. */
export function scopeStartMs(
	{ scope }: Pick<CounterQuery, "scope">,
	{ nowMs, sessionStartedAtMs }: LedgerContext,
): number | undefined {
	switch (scope) {
		case "lifetime":
			return undefined;
		case "session":
			return sessionStartedAtMs ?? nowMs;
		default:
			return periodStartMs(scope, nowMs);
	}
}
