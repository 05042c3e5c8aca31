import { isRecord } from "../../state/is-record";

/*
 * The service sends the same value sometimes as a number and sometimes as text. These parsers accept both and return
 * undefined for values that they cannot read: never NaN, never a zero that was not sent.
 */

/*
 * A response of any size must not block the plugin or fill its memory. Entries beyond the length of a valid list are
 * dropped, and long text is truncated.
 */
const maxEntries = 10_000;
const maxTextLength = 2_000;
const maxNumberLength = 100;

/** Returns the fields of an object; none for other values, such as the `[]` that PHP prints for an empty object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return isRecord(value) ? value : {};
}

/**
 * Returns the first entries of an array, or of the object that PHP prints for an array with gaps; undefined for other
 * values.
 */
export function listFrom(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return (value as readonly unknown[]).slice(0, maxEntries);
	if (!isRecord(value)) return undefined;
	const keys = Object.keys(value);
	if (keys.length === 0 || !keys.every((key) => /^\d+$/.test(key))) return undefined;
	return Object.values(value).slice(0, maxEntries);
}

/** Parses the entries of a list. Invalid ones are dropped; a value that is no list is undefined. */
export function entriesFrom<T>(value: unknown, parseEntry: (entry: unknown) => T | undefined) {
	const entries = listFrom(value)?.map(parseEntry);
	return entries?.filter((entry) => entry !== undefined);
}

/** Parses a finite number, or text that is a plain decimal: `168`, `"5.00"`. */
export function numberFrom(value: unknown): number | undefined {
	if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
	const decimal = decimalFrom(value);
	if (decimal === undefined) return undefined;
	const number = Number(decimal);
	return Number.isFinite(number) ? number : undefined;
}

/** Parses as {@link numberFrom}; undefined for negative numbers. */
export function countFrom(value: unknown): number | undefined {
	const number = numberFrom(value);
	return number !== undefined && number >= 0 ? number : undefined;
}

/** Parses a decimal without loss of precision: text stays text. */
export function decimalFrom(value: unknown): number | string | undefined {
	if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
	if (typeof value !== "string" || value.length > maxNumberLength) return undefined;
	const text = value.trim();
	return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? text : undefined;
}

const currencySymbols = /^[\p{Sc}\p{L}\s]+|[\p{Sc}\p{L}\s]+$/gu;

/**
 * Parses an amount of money as services and people write it: `5.5`, `"5.50"`, `"5,50"`, `"1,234.56"`, `"1 234,50 €"`,
 * `"1e2"`.
 * @returns Undefined if it is ambiguous (`"1,234"`), negative or invalid.
 */
export function amountFrom(value: unknown): number | string | undefined {
	const plain = decimalFrom(value);
	if (plain !== undefined) return Number(plain) >= 0 ? plain : undefined;
	if (typeof value !== "string" || value.length > maxNumberLength) return undefined;
	if (/^\s*\d+(?:\.\d+)?e[+-]?\d{1,2}\s*$/i.test(value)) return Number(value);
	const numerals = value.replace(currencySymbols, "").replace(/[\s'’]/g, "");
	const [, whole = "", separator, fraction = ""] = /^([\d.,]*?)(?:([.,])(\d*))?$/.exec(numerals) ?? [];
	if (separator === "," && whole.length <= 3 && fraction.length === 3) return undefined;
	const grouping = separator === "," ? "." : ",";
	const groups = whole.split(grouping);
	const isGrouped = groups.slice(1).every((group) => group.length === 3) && /^\d{1,3}$/.test(groups[0] ?? "");
	if (groups.length > 1 && !isGrouped) return undefined;
	const digits = groups.join("");
	if (!/^\d+$/.test(digits)) return undefined;
	return fraction === "" ? digits : `${digits}.${fraction}`;
}

/** Returns non-empty text, trimmed and truncated; a number counts as text. */
export function textFrom(value: unknown): string | undefined {
	if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
	if (typeof value !== "string") return undefined;
	const text = value.slice(0, maxTextLength).trim();
	return text === "" ? undefined : withoutHalfCharacter(text);
}

/** Removes the first half of a character whose second half was cut off. */
function withoutHalfCharacter(text: string): string {
	const last = text.charCodeAt(text.length - 1);
	return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/**
 * Parses the decimal digits of an id, without leading zeros. Numbers beyond the safe integers of JSON are rejected,
 * because different ids would round to the same number.
 */
export function idFrom(value: unknown): string | undefined {
	if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
	return /^0*(\d+)$/.exec(textFrom(value) ?? "")?.[1];
}

const timestampPattern =
	/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(?:([zZ])|([+-]\d\d):?(\d\d)?)?$/;
const httpDatePattern = /^[A-Za-z]{3}, \d{1,2} [A-Za-z]{3} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC|[+-]\d{4})$/;

/** A parsed time. `isLocal`: it had no offset and was read as UTC. */
export type WrittenTime = { readonly ms: number; readonly isLocal: boolean };

/**
 * Parses a timestamp: ISO, with an offset as `+0200`, `+02:00`, `+02` or `Z` or without one; an HTTP date; or the
 * number of seconds, milliseconds or microseconds since 1970.
 */
export function writtenTimeFrom(value: unknown): WrittenTime | undefined {
	const text = textFrom(value) ?? "";
	if (/^\d{9,16}(?:\.\d+)?$/.test(text)) return { ms: msOfEpoch(Number(text)), isLocal: false };
	const [match, date, time, utc, hours, minutes = "00"] = timestampPattern.exec(text) ?? [];
	const offset = hours === undefined ? "Z" : `${hours}:${minutes}`;
	const iso = match === undefined ? undefined : `${date}T${time}${offset}`;
	const ms = Date.parse(iso ?? (httpDatePattern.test(text) ? text : ""));
	const isLocal = match !== undefined && utc === undefined && hours === undefined;
	return Number.isFinite(ms) ? { ms, isLocal } : undefined;
}

/** Detects the unit from the size: seconds have nine or ten digits, milliseconds twelve or thirteen. */
function msOfEpoch(sinceEpoch: number): number {
	if (sinceEpoch < 1e11) return Math.round(sinceEpoch * 1_000);
	return Math.round(sinceEpoch < 1e14 ? sinceEpoch : sinceEpoch / 1_000);
}
