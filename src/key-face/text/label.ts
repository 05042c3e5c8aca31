import type { TextVariants } from "./format";

/** A text and its short form for the top of a key. Both are equal if the text is short enough. */
export type Label = { readonly full: string; readonly short: string };

/** Returns the forms of a label, longest first. */
export function variantsOf({ full, short }: Label): TextVariants {
	return full === short ? [full] : [full, short];
}

/** Two short lines below a pictogram: the problem, and the next step or fix. */
export type TwoLines = readonly [string, string];
