/**
 * An exact amount: integer minor units (cents, yen, fils) of one currency.
 * Amounts in different currencies are never added.
 */
export type Money = {
	readonly minorUnits: number;
	/** ISO 4217 code in capitals; any other code unchanged; {@link accountCurrency} if the service gave none. */
	readonly currency: string;
};

/** Placeholder for the account's currency, which may not be loaded yet and can change. */
export const accountCurrency = "";

const knownCurrencies = new Set(Intl.supportedValuesOf("currency"));
/** No ISO currency has more than four decimals. */
const accountCurrencyDigits = 4;
/** Enough for currencies without an ISO code, such as cryptocurrencies. */
const unknownCurrencyDigits = 8;
/** Minimum number of displayed decimals for a currency without an ISO code. */
const minShownDigits = 2;
const digitsByCurrency = new Map<string, number>();

/** Returns whether `Intl` supports the currency code, and so has a symbol for it. */
export function isKnownCurrency(code: string): boolean {
	return knownCurrencies.has(code);
}

/** Returns the number of stored decimals: from ISO 4217 (2 for EUR, 0 for JPY, 3 for BHD), or 8 for unknown codes. */
export function minorUnitDigits(currency: string): number {
	if (currency === accountCurrency) return accountCurrencyDigits;
	if (!isKnownCurrency(currency)) return unknownCurrencyDigits;
	let digits = digitsByCurrency.get(currency);
	if (digits === undefined) {
		digits =
			new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
			minShownDigits;
		digitsByCurrency.set(currency, digits);
	}
	return digits;
}

/**
 * Parses a decimal (`12.5`, `"12.50"`) as money, rounded half away from zero to the currency's decimals.
 * @returns Undefined when it is not a finite decimal or too large to be exact.
 */
export function moneyFromDecimal(decimal: number | string, currency: string): Money | undefined {
	const text = typeof decimal === "number" ? plainDecimal(decimal) : decimal.trim();
	const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
	if (!match || (!match[2] && !match[3])) return undefined;
	const [, sign, whole = "", fraction = ""] = match;
	const digits = minorUnitDigits(currency);
	const kept = fraction.slice(0, digits).padEnd(digits, "0");
	const roundUp = (fraction[digits] ?? "0") >= "5" ? 1 : 0;
	const minorUnits = Number(`${whole}${kept}`) + roundUp;
	if (!isSafeAmount(minorUnits, currency)) return undefined;
	return { minorUnits: sign === "-" && minorUnits !== 0 ? -minorUnits : minorUnits, currency };
}

/**
 * Formats an amount with the currency's number of decimals, `.` as the decimal separator and no grouping: `12.50`. An unknown
 * currency gets as many decimals as the amount has, and at least two.
 */
export function moneyDigits({ minorUnits, currency }: Money): string {
	const digits = minorUnitDigits(currency);
	const sign = minorUnits < 0 ? "-" : "";
	const text = integerText(minorUnits, digits).padStart(digits + 1, "0");
	if (digits === 0) return sign + text;
	const fraction = text.slice(-digits);
	const shown = isKnownCurrency(currency)
		? fraction
		: fraction.replace(/0+$/, "").padEnd(minShownDigits, "0");
	return `${sign}${text.slice(0, -digits)}.${shown}`;
}

/** Returns whether the amount is exact. Large amounts in an unknown currency need only two exact decimals, like most currencies. */
function isSafeAmount(minorUnits: number, currency: string): boolean {
	const displayUnit = isKnownCurrency(currency) ? 1 : 10 ** (minorUnitDigits(currency) - minShownDigits);
	return Number.isSafeInteger(Math.round(minorUnits / displayUnit));
}

function integerText(minorUnits: number, digits: number): string {
	if (Number.isSafeInteger(minorUnits)) return String(Math.abs(minorUnits));
	const hundredths = Math.round(Math.abs(minorUnits) / 10 ** (digits - minShownDigits));
	return `${hundredths}${"0".repeat(digits - minShownDigits)}`;
}

/** Returns the amount with another currency's code and decimals, rounded half away from zero. No exchange rate is applied. */
export function toCurrency({ minorUnits, currency: from }: Money, currency: string): Money {
	const digits = minorUnitDigits(currency) - minorUnitDigits(from);
	if (digits >= 0) return { minorUnits: minorUnits * 10 ** digits, currency };
	const rounded = Math.round(Math.abs(minorUnits) / 10 ** -digits);
	return { minorUnits: minorUnits < 0 ? -rounded : rounded, currency };
}

/** Formats a number without an exponent: `0.0000001`, not `1e-7`. Returns an empty string for a number that is not finite. */
export function plainDecimal(value: number): string {
	const text = String(value);
	if (!/e/.test(text)) return text;
	if (!Number.isFinite(value)) return "";
	return Math.abs(value) >= 1 ? BigInt(Math.round(value)).toString() : value.toFixed(20).replace(/0+$/, "");
}

/** Exact sums per currency, in order of first appearance. */
export type MoneySums = ReadonlyMap<string, number>;

export function applyMoney(sums: Map<string, number>, { currency, minorUnits }: Money): void {
	sums.set(currency, (sums.get(currency) ?? 0) + minorUnits);
}
