import { z } from "zod/mini";

import { localTimeMs } from "../../state/time/scope";
import { numberFromTyped } from "../../state/typed-number";

/*
 * Settings come from old versions, exported profiles, other hosts and manual edits. Parsing never throws: each field that
 * cannot be parsed gets its fallback, and unknown fields are kept.
 */

const maxTextLength = 500;
const maxPathLength = 1_000;
/** Maximum length of an event key that is stored across restarts, in characters. */
export const maxEventKeyLength = 60;
const maxEventKeys = 50;

/** Makes a field optional: a value that cannot be parsed counts as missing. */
export const orUndefined = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const textOrNumber = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);
const trimmedText = z.pipe(
	textOrNumber,
	z.transform((value: string) => value.trim()),
);
/** Typed text or number, trimmed and cut to the maximum length. */
export const optionalText = orUndefined(
	z.pipe(
		trimmedText,
		// A cut may leave a space or half a surrogate pair at the end.
		z.transform((value: string) => value.slice(0, maxTextLength).replace(/[\s\p{Cs}]+$/u, "") || undefined),
	),
);
/** Number as typed. A JSON number keeps its value: as text, three decimals would be read as grouped thousands. */
export const numericText = z.pipe(
	z.transform((value: unknown) =>
		Number.isFinite(value) ? String(value).replace(/\.\d{3}$/, "$&0") : value,
	),
	optionalText,
);
/** Text that is useful only as a whole: it is dropped instead of cut. */
export const wholeText = (clean: (typed: string) => string, maxLength: number) =>
	orUndefined(
		z.pipe(
			z.pipe(textOrNumber, z.transform(clean)).check(z.refine((value) => value.length <= maxLength)),
			z.transform((value: string) => value || undefined),
		),
	);
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
const template = orUndefined(
	z.pipe(
		z.string(),
		z.transform(
			(value: string) =>
				value
					.slice(0, maxTextLength)
					.replace(/\p{Cs}$/u, "")
					.replace(/\r\n?/g, "\n") || undefined,
		),
	),
);
export const textFileFields = { file: filePath, fileText: template };
/** Appearance that replaces the action's own label and color. The color is `#rrggbb`. */
export const appearanceFields = {
	label: optionalText,
	color: orUndefined(z.string().check(z.trim(), z.regex(/^#[0-9a-f]{6}$/i))),
};
/** Boolean. Some hosts store it as text. */
export const flag = (fallback: boolean) =>
	z.catch(
		z.pipe(
			z.optional(z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })])),
			z.transform((value: boolean | undefined) => value ?? fallback),
		),
		fallback,
	);
/** Number, or text that {@link numberFromTyped} accepts. */
export const finiteNumber = z.union([
	z.number(),
	z.pipe(z.pipe(z.string(), z.transform(numberFromTyped)), z.number()),
]);
/** One of several values, or the fallback. */
export const choice = <T extends string>(values: readonly T[], fallback: NoInfer<T>) =>
	z.transform((value: unknown): T => values.find((candidate) => candidate === value) ?? fallback);

/** List of event keys. Items that cannot be parsed are dropped; the others are kept. */
export const eventKeysField = z.pipe(
	z.array(z.unknown()),
	z.transform((eventKeys: unknown[]): readonly string[] =>
		eventKeys
			.filter((eventKey) => typeof eventKey === "string")
			.filter((eventKey) => eventKey !== "" && eventKey.length <= maxEventKeyLength)
			.slice(0, maxEventKeys),
	),
);

/** A number from `min` to `max`. */
export const numberWithin = (min: number, max: number) =>
	orUndefined(z.pipe(finiteNumber, z.number().check(z.minimum(min), z.maximum(max))));
/** A whole number from `min` to `max`. */
export const integerWithin = (min: number, max: number) =>
	orUndefined(z.pipe(finiteNumber, z.int().check(z.minimum(min), z.maximum(max))));
export const positiveNumber = numberWithin(Number.MIN_VALUE, Number.MAX_SAFE_INTEGER);

/** Local date and time of a custom period, as in `2026-12-01T18:00`. */
const localTime = orUndefined(
	z.string().check(
		z.trim(),
		z.refine((text) => localTimeMs(text) !== undefined),
	),
);
export const customPeriodFields = { from: localTime, to: localTime };

/** Returns a parser that never throws: settings that are no object get all fallbacks. */
export function parserOf<T extends z.ZodMiniType>(shape: T): (settings: unknown) => z.infer<T> {
	return (settings) => {
		const parsed = shape.safeParse(settings);
		return parsed.success ? parsed.data : shape.parse({});
	};
}
