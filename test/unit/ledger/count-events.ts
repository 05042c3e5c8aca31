import { isCounted, normalisedUserNameOf } from "../../../src/ledger/figures/counter";
import type { CounterQuery, CounterValue } from "../../../src/state/counters/counter-query";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import { applyMoney } from "../../../src/state/money";

/**
 * Counts all events again, independently of the ledger's incremental updates.
 * @param currency The account's currency, for a sum of zero.
 */
export function countEvents(
	events: readonly StreamEvent[],
	query: CounterQuery,
	currency: string,
): CounterValue {
	const counted = events.filter((event) => isCounted(event, query));
	switch (query.metric) {
		case "donationAmount": {
			const sums = new Map<string, number>();
			for (const { amount } of counted) if (amount) applyMoney(sums, amount);
			if (sums.size === 0) sums.set(currency, 0);
			return { kind: "money", sums };
		}
		case "viewers":
			return { kind: "count", count: counted.reduce((sum, { viewers = 0 }) => sum + viewers, 0) };
		default: {
			const userNames = counted.map((event) => normalisedUserNameOf(event) ?? Symbol("anonymous"));
			return { kind: "count", count: query.uniqueOnly ? new Set(userNames).size : counted.length };
		}
	}
}
