import { goalAbove, type Goals } from "../state/counters/goals";
import { moneyDigits, moneyFromDecimal } from "../state/money";
import type { CounterValue } from "../state/counters/counter-query";
import { amountsOf, type Amount } from "./text/format";

/**
 * Returns the part of a counter's value that a goal measures: for money, the account's own currency only.
 * @returns Undefined until it is loaded.
 */
export function goalAmountOf(value: CounterValue, accountCurrency: string | undefined): Amount | undefined {
	if (value.kind === "unknown") return undefined;
	if (value.kind !== "money" || accountCurrency === undefined) return amountsOf(value)[0] ?? 0;
	return { minorUnits: value.sums.get(accountCurrency) ?? 0, currency: accountCurrency };
}

/** Returns a number in the unit of the goal: money in whole units of its currency. */
export function toDecimal(amount: Amount): number {
	return typeof amount === "number" ? amount : Number(moneyDigits(amount));
}

/** Returns the goal to display for this amount; undefined without one. */
export function currentGoal(amount: Amount, goals: Goals): number | undefined {
	return goalAbove(toDecimal(amount), goals);
}

/** Returns the remaining amount to the goal; zero once it is reached. */
export function remainingAmount(goal: number, amount: Amount): Amount {
	const remaining = Number(Math.max(0, goal - toDecimal(amount)).toPrecision(15));
	if (typeof amount === "number") return remaining;
	return moneyFromDecimal(remaining, amount.currency) ?? remaining;
}
