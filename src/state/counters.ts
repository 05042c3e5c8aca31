import { countEvents, eventTypeOf } from "./counter";
import type { CounterQuery, CounterValue } from "./counter-query";
import type { EventLog, LogEntry } from "./event-log";
import type { LifetimeFigures } from "./lifetime-figures";
import { periodStartMs, secondOf } from "./periods";

/** What is needed besides the events to answer a query. */
export type LedgerContext = {
	/** Epoch milliseconds. */
	readonly nowMs: number;
	readonly sessionStartedAtMs?: number | undefined;
	/** The account's own currency. */
	readonly currency?: string | undefined;
};

/** Answers what keys ask. Keys that ask the same share the answer, until something changes. */
export class Counters {
	readonly #log: EventLog;
	readonly #figures: LifetimeFigures;
	#memo = new Map<string, CounterValue>();
	#memoVersion = -1;

	constructor(log: EventLog, figures: LifetimeFigures) {
		this.#log = log;
		this.#figures = figures;
	}

	value(query: CounterQuery, context: LedgerContext): CounterValue {
		const fromMs = scopeStartMs(query, context);
		if (fromMs === undefined) return this.#lifetimeValue(query, context);
		if (query.scope === "session" && context.sessionStartedAtMs === undefined) return { kind: "unknown" };
		return this.#listedValue(query, fromMs, context);
	}

	#lifetimeValue(query: CounterQuery, context: LedgerContext): CounterValue {
		switch (query.metric) {
			case "followers":
			case "subscriptions":
				return countOf(this.#figures.value(query.metric, query.provider));
			case "donations":
			case "donationAmount": {
				const value = this.#figures.value("donations");
				return value === undefined ? { kind: "unknown" } : { kind: "figure", value };
			}
			case "hostings":
				if (!query.uniqueOnly) return countOf(this.#figures.value("hostings"));
				return this.#listedValue(query, -Infinity, context);
			case "viewers":
				return this.#listedValue(query, -Infinity, context);
		}
	}

	#listedValue(query: CounterQuery, fromMs: number, { currency }: LedgerContext): CounterValue {
		const type = eventTypeOf(query.metric);
		const completeFromMs = this.#log.completeFromMs(type);
		if (completeFromMs === undefined || completeFromMs > fromMs) return { kind: "unknown" };
		if (this.#memoVersion !== this.#log.version) {
			this.#memo = new Map();
			this.#memoVersion = this.#log.version;
		}
		const key = [query.metric, query.newOnly, query.uniqueOnly, fromMs, currency].join();
		let value = this.#memo.get(key);
		if (!value) {
			const inScope = [...this.#log.entries(type)].filter((entry) => isSince(entry, fromMs));
			value = countEvents(
				inScope.map(({ event }) => event),
				query,
				currency,
			);
			this.#memo.set(key, value);
		}
		return value;
	}
}

/**
 * Whether an event belongs to what began at `fromMs`. In the very second that a session began in, the service's whole
 * seconds tell nothing; then what was told live since belongs to it.
 */
function isSince({ event, toldLiveAtMs = -Infinity }: LogEntry, fromMs: number): boolean {
	const isSameSecond = event.createdAtMs >= secondOf(fromMs);
	return event.createdAtMs >= fromMs || (isSameSecond && toldLiveAtMs >= fromMs);
}

/** When a query's scope began, epoch milliseconds; undefined for lifetime. */
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

function countOf(value: number | undefined): CounterValue {
	return value === undefined ? { kind: "unknown" } : { kind: "count", count: value };
}
