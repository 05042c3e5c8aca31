/**
 * An exact amount: integer minor units (cents, yen, fils) of one currency.
 * Unlike currencies never add.
 */
export type Money = {
	readonly minorUnits: number;
	/** ISO 4217 code in capitals; anything else is kept as it came; {@link accountCurrency} where none was named. */
	readonly currency: string;
};

/** Stands for the account's own currency, which may not be known yet and may change. */
export const accountCurrency = "";

const knownCurrencies = new Set(Intl.supportedValuesOf("currency"));
/** More than any currency of the world has. */
const accountCurrencyDigits = 4;
/** As many as those have that people pay with and ISO doesn't know. */
const unknownCurrencyDigits = 8;
/** How many decimals are shown at least where the currency doesn't say. */
const minShownDigits = 2;
const digitsByCurrency = new Map<string, number>();

/** Whether the code is a currency that can be drawn with its own sign. */
export function isKnownCurrency(code: string): boolean {
	return knownCurrencies.has(code);
}

/** How many decimals are kept: as many as ISO 4217 says (2 for EUR, 0 for JPY, 3 for BHD), 8 for unknown codes. */
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
 * Reads a decimal (`12.5`, `"12.50"`) as money, rounding half away from zero beyond the currency's last decimal.
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
 * Digits with the currency's own number of decimals, `.` as the decimal sign, no grouping: `12.50`. Of an unknown
 * currency, as many as the amount has, and at least two.
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

/** Beyond what a number keeps exactly, an unknown currency has two decimals like most others. */
function isSafeAmount(minorUnits: number, currency: string): boolean {
	const displayUnit = isKnownCurrency(currency) ? 1 : 10 ** (minorUnitDigits(currency) - minShownDigits);
	return Number.isSafeInteger(Math.round(minorUnits / displayUnit));
}

function integerText(minorUnits: number, digits: number): string {
	if (Number.isSafeInteger(minorUnits)) return String(Math.abs(minorUnits));
	const hundredths = Math.round(Math.abs(minorUnits) / 10 ** (digits - minShownDigits));
	return `${hundredths}${"0".repeat(digits - minShownDigits)}`;
}

/** The same amount with another currency's name and decimals, rounded half away from zero. Nothing is exchanged. */
export function toCurrency({ minorUnits, currency: from }: Money, currency: string): Money {
	const digits = minorUnitDigits(currency) - minorUnitDigits(from);
	if (digits >= 0) return { minorUnits: minorUnits * 10 ** digits, currency };
	const rounded = Math.round(Math.abs(minorUnits) / 10 ** -digits);
	return { minorUnits: minorUnits < 0 ? -rounded : rounded, currency };
}

/** A finite number without exponent: `0.0000001`, not `1e-7`. */
export function plainDecimal(value: number): string {
	const text = String(value);
	if (!/e/.test(text)) return text;
	if (!Number.isFinite(value)) return "";
	return Math.abs(value) >= 1 ? BigInt(Math.round(value)).toString() : value.toFixed(20).replace(/0+$/, "");
}

/** Exact sums per currency, in order of first appearance. */
export type MoneySums = ReadonlyMap<string, number>;

/** Adds an amount to the sum of its own currency. */
export function applyMoney(sums: Map<string, number>, { currency, minorUnits }: Money): void {
	sums.set(currency, (sums.get(currency) ?? 0) + minorUnits);
}
