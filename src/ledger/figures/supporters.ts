import type { LedgerContext } from "./counters";
import { LiveQueries } from "./live-queries";
import { accountCurrency } from "../../state/money";
import type { IgnoredNames } from "../../state/events/ignored-names";
import { always, intervalOf, isDefined, type Interval, type ScopePeriod } from "../../state/time/scope";
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

/** Answers queries for donor rankings. */
export class Supporters extends LiveQueries<SupporterRanking> {
	#ignoredNames: IgnoredNames = new Set();

	value(query: SupporterQuery, context: LedgerContext): SupporterValue {
		const interval = intervalOf(query, context) ?? always;
		const { fromMs } = interval;
		const isLimited = this.coverage.isLimited("donation", { fromMs, userNames: "required" });
		const isMissing = !isLimited && this.coverage.namedFromMs("donation") > fromMs;
		if (!isDefined(query, context) || isMissing) return { kind: "unknown" };
		const ranking = this.#ranking(query, interval, context.currency);
		const isIncomplete = isLimited || ranking.isIncomplete;
		return { kind: "ranking", supporters: ranking.top(maxPlaces), isIncomplete };
	}

	ignore(names: IgnoredNames): void {
		this.#ignoredNames = names;
		this.forgetAll();
	}

	#ranking(query: SupporterQuery, interval: Interval, defaultCurrency: string | undefined) {
		const { by, currency = defaultCurrency ?? this.#newestCurrency() } = query;
		const isOwnCurrency = currency === defaultCurrency;
		const ignoredNames = this.#ignoredNames;
		const create = () => new SupporterRanking({ by, currency, isOwnCurrency, interval, ignoredNames });
		return this.resultOf([by, currency, isOwnCurrency], "donation", interval, create);
	}

	/** Returns the currency of the newest donation, as the default for an account without a currency. */
	#newestCurrency(): string {
		const { entries } = this.log.timeline("donation");
		const newest = entries.findLast(
			({ event }) => (event.amount?.currency ?? accountCurrency) !== accountCurrency,
		);
		return newest?.event.amount?.currency ?? accountCurrency;
	}
}
