/*
 * The service prints one and the same value as a number here and as text there. These readers accept both and answer
 * "absent" (undefined) to whatever they can't read: never NaN, never a zero that nobody sent.
 */

/** Whether the value is an object with named fields: no array, no null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of an object; none for anything else, such as the `[]` that PHP prints for an empty object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return isRecord(value) ? value : {};
}

/** The entries of an array, or of the object that PHP prints for an array with gaps; undefined for anything else. */
export function listFrom(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return [...(value as readonly unknown[])];
	if (!isRecord(value)) return undefined;
	const keys = Object.keys(value);
	return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : undefined;
}

/** A finite number, or text that is a plain decimal: `168`, `"5.00"`. */
export function numberFrom(value: unknown): number | undefined {
	if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
	const decimal = decimalFrom(value);
	if (decimal === undefined) return undefined;
	const number = Number(decimal);
	return Number.isFinite(number) ? number : undefined;
}

/** As {@link numberFrom}, and not negative. */
export function countFrom(value: unknown): number | undefined {
	const number = numberFrom(value);
	return number !== undefined && number >= 0 ? number : undefined;
}

/** A decimal as exact as it came: text stays text. */
export function decimalFrom(value: unknown): number | string | undefined {
	if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
	if (typeof value !== "string") return undefined;
	const text = value.trim();
	return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? text : undefined;
}

/** Text with something in it, trimmed; a number counts as text. */
export function textFrom(value: unknown): string | undefined {
	if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
	if (typeof value !== "string") return undefined;
	const text = value.trim();
	return text === "" ? undefined : text;
}

/** Decimal digits of an id, without leading zeros. */
export function idFrom(value: unknown): string | undefined {
	const digits = /^0*(\d+)$/.exec(textFrom(value) ?? "")?.[1];
	return digits;
}

const timestamp = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(?:([zZ])|([+-]\d\d):?(\d\d)?)?$/;

/**
 * Epoch milliseconds of an ISO timestamp. Offsets come as `+0200`, `+02:00`, `+02` or `Z`; one without is taken for UTC.
 */
export function timestampMsFrom(value: unknown): number | undefined {
	const parts = timestamp.exec(textFrom(value) ?? "");
	if (!parts) return undefined;
	const [, date, time, , hours, minutes = "00"] = parts;
	const offset = hours === undefined ? "Z" : `${hours}:${minutes}`;
	const parsedMs = Date.parse(`${date}T${time}${offset}`);
	return Number.isFinite(parsedMs) ? parsedMs : undefined;
}
