import { eventTypeOf } from "./counter";
import type { CounterQuery, CounterValue } from "../../state/counters/counter-query";
import type { Coverage } from "../coverage";
import type { EventLog } from "../log/event-log";
import type { LifetimeFigures } from "./lifetime-figures";
import type { LogEntry } from "../log/log-entry";
import {
	always,
	intervalOf,
	isDefined,
	isSameInterval,
	type Interval,
	type ScopeContext,
} from "../../state/time/scope";
import type { ListCache } from "../cached-list";
import type { StreamEvent, StreamEventType } from "../../state/events/stream-event";
import { Tally } from "./tally";

/** Inputs of a query besides the events. */
export type LedgerContext = ScopeContext & {
	readonly currency?: string | undefined;
	/** Returns whether a custom period is read separately, so that the regular sync need not reach back to it. */
	readonly readsSeparately?: (interval: Interval) => boolean;
	/** Returns how far back events have to be stored for the thank-you queue, epoch milliseconds. */
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
		const interval = intervalOf(query, context);
		if (!interval) return this.#lifetimeValue(query, context);
		if (!isDefined(query, context)) return { kind: "unknown" };
		return this.#listedValue(query, interval, context);
	}

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
				return this.#figures.value(query.metric, query.provider);
			case "donations":
			case "donationAmount":
				return this.#figures.value("donations");
			case "hostings":
				return query.uniqueOnly ? this.#listedValue(query, always, context) : this.#hostings(query, context);
			case "viewers":
				return this.#listedValue(query, always, context);
		}
	}

	/** Returns the service's own count if it is exact, otherwise the number of listed events. */
	#hostings(query: CounterQuery, context: LedgerContext): CounterValue {
		const total = this.#figures.value("hostings");
		const isTotalExact = total.kind === "count" && !total.isIncomplete;
		const value = isTotalExact ? total : this.#listedValue(query, always, context);
		return value.kind === "unknown" ? total : value;
	}

	#listedValue(query: CounterQuery, interval: Interval, { currency }: LedgerContext): CounterValue {
		const type = eventTypeOf(query.metric);
		const isLimited = this.#coverage.isLimited(type, { fromMs: interval.fromMs });
		if (!isLimited && this.#coverage.fromMs(type) > interval.fromMs) return { kind: "unknown" };
		const value = this.#tally(query, interval).value(currency);
		return isLimited && value.kind !== "unknown" ? { ...value, isIncomplete: true } : value;
	}

	#tally(query: CounterQuery, interval: Interval): Tally {
		const { metric, scope, from, to, newOnly, uniqueOnly } = query;
		const key = [metric, scope, from, to, newOnly, uniqueOnly].join();
		this.#requested.add(key);
		const cached = this.#tallies.get(key);
		if (cached && isSameInterval(cached.interval, interval)) return cached;
		const tally = new Tally(query, interval, this.#hashName);
		for (const entry of this.#log.timeline(eventTypeOf(query.metric)).possiblyFrom(interval.fromMs))
			tally.apply(entry, undefined, entry.event);
		this.#tallies.set(key, tally);
		return tally;
	}
}
