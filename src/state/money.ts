/**
 * An exact amount: integer minor units (cents, yen, fils) of one currency.
 * Unlike currencies never add.
 */
export type Money = {
	readonly minorUnits: number;
	/** ISO 4217 code in capitals; anything else is kept as it came and drawn as a plain number. */
	readonly currency: string;
};

const knownCurrencies = new Set(Intl.supportedValuesOf("currency"));
const unknownCurrencyDigits = 2;
const digitsByCurrency = new Map<string, number>();

/** Whether the code is a currency that can be drawn with its own sign. */
export function isKnownCurrency(code: string): boolean {
	return knownCurrencies.has(code);
}

/** How many decimals the currency has by ISO 4217: 2 for EUR, 0 for JPY, 3 for BHD; 2 for unknown codes. */
export function minorUnitDigits(currency: string): number {
	if (!isKnownCurrency(currency)) return unknownCurrencyDigits;
	let digits = digitsByCurrency.get(currency);
	if (digits === undefined) {
		digits =
			new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
			unknownCurrencyDigits;
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
	if (!Number.isSafeInteger(minorUnits)) return undefined;
	return { minorUnits: sign === "-" && minorUnits !== 0 ? -minorUnits : minorUnits, currency };
}

/** Digits with the currency's own number of decimals, `.` as the decimal sign, no grouping: `12.50`. */
export function moneyDigits({ minorUnits, currency }: Money): string {
	const digits = minorUnitDigits(currency);
	const sign = minorUnits < 0 ? "-" : "";
	const text = String(Math.abs(minorUnits)).padStart(digits + 1, "0");
	return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
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
