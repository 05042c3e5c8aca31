import { unlessBlank } from "../../state/events/user-name";
import { isRecord } from "../../state/is-record";
import { localTimeMs } from "../../state/time/scope";
import { numberFromTyped } from "../../state/typed-number";

/*
 * Settings come from old versions, exported profiles, other hosts and manual edits. Parsing never throws: each field that
 * cannot be parsed gets its fallback, and unknown fields are kept. These are functions, because creating zod schemas for
 * them would take 10 ms of each start.
 */

const maxTextLength = 500;
const maxPathLength = 1_000;
/** Maximum length of an event key that is stored across restarts, in characters. */
export const maxEventKeyLength = 60;
const maxEventKeys = 50;

/** Parses the value of a field, which is undefined if the field is missing. Never throws. */
type FieldParser<T = unknown> = (value: unknown) => T;
type Fields = Readonly<Record<string, FieldParser>>;

type OptionalNames<F extends Fields> = {
	[Name in keyof F]: undefined extends ReturnType<F[Name]> ? Name : never;
}[keyof F];

/** The values of the fields. Those that may be undefined may also be missing. */
type ValuesOf<F extends Fields> = { [Name in Exclude<keyof F, OptionalNames<F>>]: ReturnType<F[Name]> } & {
	[Name in OptionalNames<F>]?: ReturnType<F[Name]>;
};

/** The values of the fields, and unknown fields. */
type Settings<F extends Fields> = ValuesOf<F> & { [name: string]: unknown };

/** Returns the values of the fields of an object. Fields that are missing and have no fallback stay missing. */
export function valuesOf<F extends Fields>(
	object: Readonly<Record<string, unknown>>,
	fields: F,
): ValuesOf<F> {
	const values = Object.entries(fields).map(([name, parse]) => [name, parse(object[name])] as const);
	return Object.fromEntries(
		values.filter(([name, value]) => value !== undefined || name in object),
	) as ValuesOf<F>;
}

/** Returns a parser that never throws: settings that are no object get all fallbacks. */
export function parserOf<F extends Fields>(fields: F): (settings: unknown) => Settings<F> {
	return (settings) => {
		const object = isRecord(settings) ? settings : {};
		const values = valuesOf(object, fields);
		// The order of the fields does not depend on the settings.
		return { ...values, ...object, ...values };
	};
}

/** Returns a field's value or, if it is undefined, the fallback. */
export const withFallback =
	<T>(parse: FieldParser<T | undefined>, fallback: T): FieldParser<T> =>
	(value) =>
		parse(value) ?? fallback;

function typedText(value: unknown): string | undefined {
	return Number.isFinite(value) ? String(value) : textOf(value);
}

function textOf(value: unknown): string | undefined {
	return typeof value === "string" ? value : undefined;
}

/** Typed text or number, trimmed and cut to the maximum length. */
export function optionalText(value: unknown): string | undefined {
	const text = typedText(value)?.trim();
	// A cut may leave a space or half a surrogate pair at the end.
	return text?.slice(0, maxTextLength).replace(/[\s\p{Cs}]+$/u, "") || undefined;
}

/** Text that is not displayed blank. */
export function visibleText(value: unknown): string | undefined {
	return unlessBlank(optionalText(value));
}

/** Number as typed. A JSON number keeps its value: as text, three decimals would be read as grouped thousands. */
export function numericText(value: unknown): string | undefined {
	return optionalText(typeof value === "number" ? typedText(value)?.replace(/\.\d{3}$/, "$&0") : value);
}

/** Text that is useful only as a whole: it is dropped instead of cut. */
export const wholeText =
	(clean: (typed: string) => string, maxLength: number): FieldParser<string | undefined> =>
	(value) => {
		const text = typedText(value);
		const cleaned = text === undefined ? "" : clean(text);
		return cleaned.length <= maxLength && cleaned !== "" ? cleaned : undefined;
	};

/** Path of a file. File managers may copy a path in quotes. A cut path would be a different path. */
const filePath = wholeText(
	(typed) =>
		typed
			.trim()
			.replace(/^(["'])(.*)\1$/, "$2")
			.trim(),
	maxPathLength,
);

/** Text as typed, including line feeds and spaces. */
function template(value: unknown): string | undefined {
	const cut = textOf(value)
		?.slice(0, maxTextLength)
		.replace(/\p{Cs}$/u, "");
	return cut?.replace(/\r\n?/g, "\n") || undefined;
}

/** Text that has to match the pattern. */
export const textLike =
	(pattern: RegExp, clean = (text: string) => text): FieldParser<string | undefined> =>
	(value) => {
		const text = clean(textOf(value) ?? "");
		return pattern.test(text) && typeof value === "string" ? text : undefined;
	};

export const textFileFields = { file: filePath, fileText: template };
/** Appearance that replaces the action's own label and color. The color is `#rrggbb`. */
export const appearanceFields = {
	label: visibleText,
	color: textLike(/^#[0-9a-f]{6}$/i, (text) => text.trim()),
};

/** Boolean. Some hosts store it as text. */
export const flag =
	(fallback: boolean): FieldParser<boolean> =>
	(value) => {
		const text = typeof value === "boolean" ? String(value) : textOf(value)?.toLowerCase();
		return text === "true" || (fallback && text !== "false");
	};

/** Number, or text that {@link numberFromTyped} accepts. */
export function finiteNumber(value: unknown): number | undefined {
	if (typeof value === "string") return numberFromTyped(value);
	return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Number within bounds, which are included. */
export const numberWithin =
	(minimum: number, maximum = Number.MAX_SAFE_INTEGER): FieldParser<number | undefined> =>
	(value) => {
		const number = finiteNumber(value);
		return number !== undefined && number >= minimum && number <= maximum ? number : undefined;
	};

/** Integer within bounds, which are included. */
export const integerWithin =
	(minimum: number, maximum?: number): FieldParser<number | undefined> =>
	(value) => {
		const number = numberWithin(minimum, maximum)(value);
		return Number.isInteger(number) ? number : undefined;
	};

export const positiveNumber = numberWithin(Number.MIN_VALUE);

/** One of several values, or undefined. */
export const optionalChoice =
	<T extends string>(values: readonly T[]): FieldParser<T | undefined> =>
	(value) =>
		values.find((candidate) => candidate === value);

/** One of several values, or the fallback. */
export const choice = <T extends string>(values: readonly T[], fallback: NoInfer<T>): FieldParser<T> =>
	withFallback(optionalChoice(values), fallback);

/** Returns the event keys of a list. Items that cannot be parsed are dropped; a value that is no list is undefined. */
export function eventKeysField(value: unknown): readonly string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const eventKeys = value.map(eventKey).filter((key) => key !== undefined);
	return eventKeys.filter((key) => key !== "").slice(0, maxEventKeys);
}

export function eventKey(value: unknown): string | undefined {
	return typeof value === "string" && value.length <= maxEventKeyLength ? value : undefined;
}

/** Local date and time of a custom period, as in `2026-12-01T18:00`. */
function localTime(value: unknown): string | undefined {
	const text = textOf(value)?.trim();
	return text !== undefined && localTimeMs(text) !== undefined ? text : undefined;
}

export const customPeriodFields = { from: localTime, to: localTime };
