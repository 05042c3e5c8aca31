import type { LedgerContext } from "./counters";
import type { Coverage } from "../coverage";
import type { EventLog } from "../log/event-log";
import type { LogEntry } from "../log/log-entry";
import { accountCurrency } from "../../state/money";
import type { IgnoredNames } from "../../state/events/ignored-names";
import {
	always,
	intervalOf,
	isDefined,
	isSameInterval,
	type Interval,
	type ScopePeriod,
} from "../../state/time/scope";
import type { StreamEvent } from "../../state/events/stream-event";
import type { SupporterMeasure } from "../../state/events/supporter-measure";
import { SupporterRanking, type Supporter } from "./supporter-ranking";

const maxPlaces = 100;

export type SupporterQuery = ScopePeriod & {
	readonly by: SupporterMeasure;
	/** ISO 4217 code; the account's currency by default. */
	readonly currency?: string | undefined;
};

export type SupporterValue =
	| { readonly kind: "unknown" }
	| {
			readonly kind: "ranking";
			readonly supporters: readonly Supporter[];
			readonly isIncomplete: boolean;
	  };

/**
 * Answers queries for donor rankings. Each ranking is built once and then updated with every change.
 *
 * Invariant: every stored ranking contains all changes of the log so far.
 */
export class Supporters {
	readonly #log: EventLog;
	readonly #coverage: Coverage;
	readonly #rankings = new Map<string, SupporterRanking>();
	readonly #requested = new Set<string>();
	#ignoredNames: IgnoredNames = new Set();

	constructor(log: EventLog, coverage: Coverage) {
		this.#log = log;
		this.#coverage = coverage;
	}

	value(query: SupporterQuery, context: LedgerContext): SupporterValue {
		const interval = intervalOf(query, context) ?? always;
		const { fromMs } = interval;
		const isLimited = this.#coverage.isLimited("donation", { fromMs, userNames: "required" });
		const isMissing = !isLimited && this.#coverage.namedFromMs("donation") > fromMs;
		if (!isDefined(query, context) || isMissing) return { kind: "unknown" };
		const ranking = this.#ranking(query, interval, context.currency);
		const isIncomplete = isLimited || ranking.isIncomplete;
		return { kind: "ranking", supporters: ranking.top(maxPlaces), isIncomplete };
	}

	ignore(names: IgnoredNames): void {
		this.#ignoredNames = names;
		this.#rankings.clear();
	}

	apply(entry: LogEntry, before: StreamEvent | undefined, after: StreamEvent | undefined): void {
		for (const ranking of this.#rankings.values()) ranking.apply(entry, before, after);
	}

	/** Drops rankings that were not requested since the last call. */
	forgetUnused(): void {
		for (const key of this.#rankings.keys()) if (!this.#requested.has(key)) this.#rankings.delete(key);
		this.#requested.clear();
	}

	#ranking(
		{ by, scope, from, to, currency: requestedCurrency }: SupporterQuery,
		interval: Interval,
		defaultCurrency: string | undefined,
	) {
		const currency = requestedCurrency ?? defaultCurrency ?? this.#newestCurrency();
		const key = [by, scope, from, to, requestedCurrency].join();
		this.#requested.add(key);
		const cached = this.#rankings.get(key);
		const isOwnCurrency = currency === defaultCurrency;
		const isSame = cached?.scope.currency === currency && cached.scope.isOwnCurrency === isOwnCurrency;
		if (isSame && isSameInterval(cached.scope.interval, interval)) return cached;
		const ranking = new SupporterRanking({
			by,
			currency,
			isOwnCurrency,
			interval,
			ignoredNames: this.#ignoredNames,
		});
		for (const entry of this.#log.timeline("donation").possiblyFrom(interval.fromMs))
			ranking.apply(entry, undefined, entry.event);
		this.#rankings.set(key, ranking);
		return ranking;
	}

	/** Returns the currency of the newest donation, as the default for an account without a currency. */
	#newestCurrency(): string {
		const { entries } = this.#log.timeline("donation");
		const newest = entries.findLast(
			({ event }) => (event.amount?.currency ?? accountCurrency) !== accountCurrency,
		);
		return newest?.event.amount?.currency ?? accountCurrency;
	}
}
