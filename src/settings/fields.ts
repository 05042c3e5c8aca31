import { z } from "zod/mini";

import { numberFromTyped } from "../state/typed-number";

/*
 * What settings are made of. A field never fails: what can't be understood of it is as good as missing.
 */

const maxTextLength = 500;
const maxPathLength = 1_000;
/** Of what events are called beyond this run, characters. */
export const maxEventKeyLength = 60;
const maxEventKeys = 50;

/** What can't be understood is as good as missing. */
export const orUndefined = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const textOrNumber = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);
const trimmedText = z.pipe(
	textOrNumber,
	z.transform((value: string) => value.trim()),
);
/** What somebody typed, a number included, without blanks around it; too much of it is cut. */
export const optionalText = orUndefined(
	z.pipe(
		trimmedText,
		// A cut may leave a space or half a character at the end.
		z.transform((value: string) => value.slice(0, maxTextLength).replace(/[\s\p{Cs}]+$/u, "") || undefined),
	),
);
/** Text that is worth something as a whole only. */
export const wholeText = (clean: (typed: string) => string, maxLength: number) =>
	orUndefined(
		z.pipe(
			z.pipe(textOrNumber, z.transform(clean)).check(z.refine((value) => value.length <= maxLength)),
			z.transform((value: string) => value || undefined),
		),
	);
/** Copied from a file manager, a path may come in quotes. Part of one is none. */
const filePath = wholeText(
	(typed) =>
		typed
			.trim()
			.replace(/^(["'])(.*)\1$/, "$2")
			.trim(),
	maxPathLength,
);
/** As typed, line feeds and blanks included. */
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
/** Where a key's text goes, besides the key. */
export const textFileFields = { file: filePath, fileText: template };
/** What a key displays in place of its action's own label and color, which is `#rrggbb`. */
export const appearanceFields = {
	label: optionalText,
	color: orUndefined(z.string().check(z.trim(), z.regex(/^#[0-9a-f]{6}$/i))),
};
/** A choice of two, which some hosts keep as text. */
export const flag = (fallback: boolean) =>
	z.catch(
		z.pipe(
			z.optional(z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })])),
			z.transform((value: boolean | undefined) => value ?? fallback),
		),
		fallback,
	);
/** A number, or text that reads as one, see {@link numberFromTyped}. */
export const finiteNumber = z.union([
	z.number(),
	z.pipe(z.pipe(z.string(), z.transform(numberFromTyped)), z.number()),
]);
/** One of some words, else the usual one. */
export const choice = <T extends string>(values: readonly T[], fallback: NoInfer<T>) =>
	z.transform((value: unknown): T => values.find((candidate) => candidate === value) ?? fallback);

/** What can't be read of a list of names costs nothing but itself. */
export const eventKeysField = z.pipe(
	z.array(z.unknown()),
	z.transform((eventKeys: unknown[]): readonly string[] =>
		eventKeys
			.filter((eventKey) => typeof eventKey === "string")
			.filter((eventKey) => eventKey !== "" && eventKey.length <= maxEventKeyLength)
			.slice(0, maxEventKeys),
	),
);
