import type { CounterValue } from "./counter-query";
import { applyMoney, moneyFromDecimal } from "../money";

/**
 * Adds a fixed number to a counter's value: cash donations, followers of another platform.
 * @param currency The account's currency, in which an offset of amounts is. Without it, amounts are unchanged.
 */
export function withOffset(value: CounterValue, offset: number, currency: string | undefined): CounterValue {
	if (offset === 0) return value;
	switch (value.kind) {
		case "unknown":
			return value;
		case "count":
			return { ...value, count: sumOf(value.count, offset) };
		case "figure":
			return { ...value, value: sumOf(value.value, offset) };
		case "money": {
			const money = currency === undefined ? undefined : moneyFromDecimal(offset, currency);
			if (!money) return value;
			const sums = new Map(value.sums);
			applyMoney(sums, money);
			return { ...value, sums };
		}
	}
}

/** Returns the sum without the rounding error of binary fractions. */
function sumOf(value: number, offset: number): number {
	return Number((value + offset).toPrecision(15));
}
