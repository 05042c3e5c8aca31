import { eventTypeOf } from "./counter";
import type { CounterQuery, CounterValue } from "../../state/counters/counter-query";
import type { Coverage } from "../coverage";
import type { EventLog } from "../log/event-log";
import type { LifetimeFigures } from "./lifetime-figures";
import { LiveQueries } from "./live-queries";
import { always, intervalOf, isDefined, type Interval, type ScopeContext } from "../../state/time/scope";
import type { ListCache } from "../cached-list";
import type { StreamEventType } from "../../state/events/stream-event";
import { Tally } from "./tally";

/** Inputs of a query besides the events. */
export type LedgerContext = ScopeContext & {
	readonly currency?: string | undefined;
	/** Returns whether a custom period is read separately, so that the regular sync need not reach back to it. */
	readonly readsSeparately?: (interval: Interval) => boolean;
	/** Returns how far back events have to be stored for the thank-you queue, epoch milliseconds. */
	readonly thanksFromMs?: (types: readonly StreamEventType[]) => number;
};

/** Answers counter queries. */
export class Counters extends LiveQueries<Tally> {
	readonly #figures: LifetimeFigures;
	readonly #hashName: ListCache["hashName"];

	constructor(log: EventLog, coverage: Coverage, figures: LifetimeFigures, hashName: ListCache["hashName"]) {
		super(log, coverage);
		this.#hashName = hashName;
		this.#figures = figures;
	}

	value(query: CounterQuery, context: LedgerContext): CounterValue {
		const interval = intervalOf(query, context);
		if (!interval) return this.#lifetimeValue(query, context);
		if (!isDefined(query, context)) return { kind: "unknown" };
		return this.#listedValue(query, interval, context);
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
		const isLimited = this.coverage.isLimited(type, { fromMs: interval.fromMs });
		if (!isLimited && this.coverage.fromMs(type) > interval.fromMs) return { kind: "unknown" };
		const value = this.#tally(query, interval).value(currency);
		return isLimited && value.kind !== "unknown" ? { ...value, isIncomplete: true } : value;
	}

	#tally(query: CounterQuery, interval: Interval): Tally {
		const { metric, scope, newOnly, uniqueOnly } = query;
		const create = () => new Tally(query, interval, this.#hashName);
		return this.resultOf([metric, scope, newOnly, uniqueOnly], eventTypeOf(metric), interval, create);
	}
}
