import { minorUnitDigits, moneyDigits, moneyFromDecimal, type Money } from "../../../../src/state/money";

/** Value of one unit in euros. Fixed, so that the same donations always have the same totals. */
const eurosPerUnit: Readonly<Record<string, number>> = {
	EUR: 1,
	USD: 0.92,
	GBP: 1.17,
	JPY: 0.0061,
	BHD: 2.44,
};

/** Converts the amount to another currency, rounded to its last decimal. Unknown currencies count as euros. */
export function convert(amount: Money, currency: string): Money {
	if (amount.currency === currency) return amount;
	const euros = Number(moneyDigits(amount)) * (eurosPerUnit[amount.currency] ?? 1);
	const units = euros / (eurosPerUnit[currency] ?? 1);
	return { minorUnits: Math.round(units * 10 ** minorUnitDigits(currency)), currency };
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(currency: string): Intl.NumberFormat {
	let formatter = formatters.get(currency);
	if (!formatter) {
		formatter = new Intl.NumberFormat("en", { style: "currency", currency });
		formatters.set(currency, formatter);
	}
	return formatter;
}

/** Formats the amount for display: `€12.50`, `¥1,500`. */
export function formatAmount(amount: Money): string {
	try {
		return formatterOf(amount.currency).format(Number(moneyDigits(amount)));
	} catch {
		return `${moneyDigits(amount)} ${amount.currency}`;
	}
}

/** @throws Error when it is not an amount. Only the stand-in's own callers can cause this. */
export function toMoney(amount: number | string, currency: string): Money {
	const money = moneyFromDecimal(amount, currency);
	if (!money) throw new Error(`not an amount: ${amount}`);
	return money;
}

/** Returns a donation amount. @throws Error when it is not an amount, or negative. */
export function toDonationAmount(amount: number | string, currency: string): Money {
	const money = toMoney(amount, currency);
	if (money.minorUnits < 0) throw new Error(`an amount must not be negative: ${amount}`);
	return money;
}
