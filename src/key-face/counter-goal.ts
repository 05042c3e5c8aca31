import { goalAbove, type Goals } from "../state/goals";
import { moneyDigits, moneyFromDecimal } from "../state/money";
import type { CounterValue } from "../state/counter-query";
import { amountsOf, type Amount } from "./format";

/**
 * What a goal measures of a counter's value: of money the account's own currency only.
 * @returns Undefined while it is unknown.
 */
export function goalAmountOf(value: CounterValue, accountCurrency: string | undefined): Amount | undefined {
	if (value.kind === "unknown") return undefined;
	if (value.kind !== "money" || accountCurrency === undefined) return amountsOf(value)[0] ?? 0;
	return { minorUnits: value.sums.get(accountCurrency) ?? 0, currency: accountCurrency };
}

/** A number as a goal measures it: money in its currency's whole units. */
export function toDecimal(amount: Amount): number {
	return typeof amount === "number" ? amount : Number(moneyDigits(amount));
}

/** The goal that is shown with this amount; undefined without one. */
export function currentGoal(amount: Amount, goals: Goals): number | undefined {
	return goalAbove(toDecimal(amount), goals);
}

/** How much is missing to the goal; nothing once it is reached. */
export function remainingAmount(goal: number, amount: Amount): Amount {
	const remaining = Number(Math.max(0, goal - toDecimal(amount)).toPrecision(15));
	if (typeof amount === "number") return remaining;
	return moneyFromDecimal(remaining, amount.currency) ?? remaining;
}
