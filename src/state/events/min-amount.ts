import { accountCurrency, minorUnitDigits } from "../money";
import type { Account } from "../account";
import type { StreamEvent } from "./stream-event";

/** Lower limit for donations, in the account's currency. */
export type MinAmount = {
	readonly amount: number;
	/** The account's currency; undefined before it is known. */
	readonly currency: string | undefined;
};

/** @param amount Undefined if all donations are displayed. */
export function minAmountOf(amount: number | undefined, account: Account | undefined): MinAmount | undefined {
	return amount === undefined ? undefined : { amount, currency: account?.currency };
}

/**
 * Returns false for a donation below the limit, true for all other events, including donations in other currencies and
 * those whose amount cannot be parsed.
 */
export function isAtLeast({ type, amount }: StreamEvent, min: MinAmount | undefined): boolean {
	if (!min || type !== "donation" || !amount) return true;
	const isOwn = amount.currency === accountCurrency || amount.currency === min.currency;
	return !isOwn || amount.minorUnits / 10 ** minorUnitDigits(amount.currency) >= min.amount;
}
