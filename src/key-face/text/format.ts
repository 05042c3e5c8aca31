import type { CounterDelta } from "../../ledger/figures/counter-delta";
import type { CounterValue, KnownValue } from "../../state/counters/counter-query";
import type { Money } from "../../state/money";
import { isKnownCurrency, moneyDigits, plainDecimal } from "../../state/money";

/** A number in several lengths, longest first. */
export type TextVariants = readonly string[];

/** `–`, for a missing number. */
export const unknownText = "–";

/** Suffix of a sum with amounts that cannot be parsed. */
export const unreadableSuffix = " + ?";

/** Drawn in place of a masked number. */
export const maskText = "•••";

/** Title text in place of a masked number. Scripts read it: it stays English in every language. */
export const hiddenValue = "hidden";

/** Title text for an empty rank. Scripts read it: it stays English in every language. */
export const noSupporterValue = "nobody";

const compactOptions: Intl.NumberFormatOptions = {
	notation: "compact",
	minimumFractionDigits: 0,
	maximumFractionDigits: 1,
	roundingMode: "trunc",
};

const wholeOptions: Intl.NumberFormatOptions = {
	minimumFractionDigits: 0,
	maximumFractionDigits: 0,
	roundingMode: "trunc",
};

const centOptions: Intl.NumberFormatOptions = { maximumFractionDigits: 2, roundingMode: "trunc" };
const thousand = 1000;
const formatters = new Map<string, Intl.NumberFormat>();
const percentOptions: Intl.NumberFormatOptions = { style: "percent" };
const countOptions: Intl.NumberFormatOptions = { maximumFractionDigits: 2, roundingMode: "trunc" };

/** @param optionsKey Cache key of the options. */
function formatterOf(
	locale: string,
	options: Intl.NumberFormatOptions,
	optionsKey = JSON.stringify(options),
): Intl.NumberFormat {
	const key = `${locale} ${optionsKey}`;
	let formatter = formatters.get(key);
	if (!formatter) formatters.set(key, (formatter = new Intl.NumberFormat(locale, options)));
	return formatter;
}

/** Formats a number in full, grouped as in the language: `182,207`. At most two decimals. */
export function formatFull(value: number, locale: string): string {
	// All supported languages format these numbers in the same way. The first formatter takes ten milliseconds.
	if (Number.isInteger(value) && value >= 0 && value < thousand) return String(value);
	return drawable(formatterOf(locale, countOptions, "count").format(value));
}

/**
 * Formats a number with the language's own units: `182.2K`. Rounded down, so that it never displays a thousand that is
 * not reached: 999,999 is `999.9K`. Languages without a unit of that size display all digits.
 */
export function formatCompact(value: number, locale: string): string {
	return tryFormatCompact(value, locale, {}) ?? formatFull(value, locale);
}

/** Formats a whole percentage as in the language: `150%`, `150 %`, and in a shorter form. */
export function formatPercent(percent: number, locale: string): TextVariants {
	const share = percent / 100;
	const full = formatterOf(locale, percentOptions, "percent").format(share);
	const compact = formatterOf(locale, { ...percentOptions, ...compactOptions }).format(share);
	return [drawable(full), drawable(compact)];
}

/** Formats an amount with its currency's symbol and decimals; an unknown currency with its code. */
export function formatMoneyFull(money: Money, locale: string): string {
	const text = formatterOf(locale, moneyOptions(money)).format(Number(moneyDigits(money)));
	return drawable(withCode(text, money));
}

/** {@link formatCompact} for an amount. If the language has no unit, amounts from 1,000 are rounded down instead. */
export function formatMoneyCompact(money: Money, locale: string): string {
	const value = Number(moneyDigits(money));
	const options = moneyOptions(money);
	const shortened = tryFormatCompact(value, locale, options);
	if (shortened !== undefined) return withCode(shortened, money);
	const isSmall = Math.abs(value) < thousand;
	// Unknown currencies have up to eight decimals.
	if (isSmall && (isKnownCurrency(money.currency) || Math.abs(value) < 1))
		return formatMoneyFull(money, locale);
	const digits = isSmall ? centOptions : wholeOptions;
	return drawable(withCode(formatterOf(locale, { ...options, ...digits }).format(value), money));
}

/** Appends the currency code if it is not an ISO code, which the formatter already displays. */
function withCode(text: string, { currency }: Money): string {
	return isKnownCurrency(currency) || !/^[\p{L}\p{N}]{1,8}$/u.test(currency)
		? text
		: `${text}\u00a0${currency}`;
}

/** Undefined if the language has no unit for a number of this size. */
function tryFormatCompact(
	value: number,
	locale: string,
	options: Intl.NumberFormatOptions,
): string | undefined {
	if (Math.abs(value) < thousand) return undefined;
	const parts = formatterOf(locale, { ...options, ...compactOptions }).formatToParts(value);
	if (!parts.some(({ type }) => type === "compact")) return undefined;
	return drawable(parts.map((part) => part.value).join(""));
}

/** Formats a change with its sign: `+1`, `+€20.00`, `-3`. With several currencies, all of them or `+€20.00 + …`. */
export function formatDelta(delta: CounterDelta, locale: string): TextVariants {
	const amounts = amountsOf(delta);
	const variants = amounts.map((amount) =>
		formatAmount(amount, locale).map((text) => withSign(amount, text)),
	);
	const isShortened = variants.some(({ length }) => length > 1);
	const join = (index: number) => variants.map((texts) => texts.at(index)).join(" ");
	const rest = variants.length > 1 ? [`${variants[0]?.at(-1) ?? ""} + …`] : [];
	return [join(0), ...(isShortened ? [join(-1)] : []), ...rest];
}

/** Formats a goal in the unit of its amount, without unnecessary decimals: `500`, `€500`. */
export function formatGoal(goal: number, measured: Amount, locale: string): TextVariants {
	if (typeof measured === "number") return [formatFull(goal, locale), formatCompact(goal, locale)];
	const options = moneyOptions(measured);
	const full = formatterOf(locale, { ...options, trailingZeroDisplay: "stripIfInteger" }).format(goal);
	return [drawable(full), tryFormatCompact(goal, locale, options) ?? drawable(full)];
}

/** One number to draw: a count, or the sum of one currency. */
export type Amount = number | Money;

/** Returns the numbers to draw, one per currency. */
export function amountsOf(value: CounterDelta): readonly Amount[] {
	if (value.kind === "count") return [value.count];
	if (value.kind === "figure") return [value.value];
	return Array.from(value.sums, ([currency, minorUnits]) => ({ currency, minorUnits }));
}

/** Returns the full form and, if it is shorter, the form with the language's units. */
export function formatAmount(amount: Amount, locale: string): TextVariants {
	const full = formatAmountFull(amount, locale);
	const compact = formatAmountCompact(amount, locale);
	return compact === full ? [full] : [full, compact];
}

export function formatAmountFull(amount: Amount, locale: string): string {
	return typeof amount === "number" ? formatFull(amount, locale) : formatMoneyFull(amount, locale);
}

export function formatAmountCompact(amount: Amount, locale: string): string {
	return typeof amount === "number" ? formatCompact(amount, locale) : formatMoneyCompact(amount, locale);
}

/** Returns the value for scripts and screen readers: `1234`, `12.50 EUR`, `12.50 EUR + 3.00 USD`, `–`. */
export function plainValue(value: CounterValue): string {
	if (value.kind === "unknown") return unknownText;
	const plain = plainKnownValue(value);
	return value.hasUnreadable ? plain + unreadableSuffix : plain;
}

/** As {@link plainValue}, without a mark for amounts that cannot be parsed. */
export function plainKnownValue(value: KnownValue): string {
	if (value.kind === "money") {
		return (
			Array.from(value.sums, ([currency, minorUnits]) => plainMoney({ currency, minorUnits })).join(" + ") ||
			"0"
		);
	}
	const number = value.kind === "count" ? value.count : value.value;
	return Number.isFinite(number) ? plainDecimal(number) : unknownText;
}

/** Returns `12.50 EUR`; without a currency, `12.50`. */
export function plainMoney(money: Money): string {
	return `${moneyDigits(money)} ${money.currency}`.trim();
}

function moneyOptions({ currency }: Money): Intl.NumberFormatOptions {
	return isKnownCurrency(currency)
		? { style: "currency", currency }
		: { minimumFractionDigits: 2, maximumFractionDigits: 8 };
}

function withSign(amount: Amount, text: string): string {
	const size = typeof amount === "number" ? amount : amount.minorUnits;
	return size < 0 ? text : `+${text}`;
}

/** Replaces narrow spaces, which are missing in some substitutes of Arial. */
export function drawable(text: string): string {
	return text.replace(/[\u202f\u2009]/g, "\u00a0").replace(/[\u200e\u200f\u061c]/g, "");
}
