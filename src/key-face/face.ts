import { cleanText } from "./clean-text";
import { unknownText, type TextVariants } from "./format";
import type { IconName } from "./icons";

/** The third part of what a face says. Scripts read these words: they stay English in every language. */
export type FaceState =
	| "live"
	| "connecting"
	| "stale"
	| "refused"
	/** What answers at the account's address is no service of this kind, or not one that is safe. */
	| "wrong address"
	/** The service's certificate is one that this computer does not trust. */
	| "not trusted"
	| "not set up"
	| "ready"
	| "missing"
	| "offline";

/** How a word on a face is meant; each tone has one colour. */
export type Tone = "text" | "second" | "accent" | "warning" | "fault";

/** A line of words and how it is meant. */
export type Line = { readonly variants: TextVariants; readonly tone: Tone };

/** A finger on the key. `progress` runs from 0 to 1 while a hold that does something else is growing. */
export type PressIndicator = { readonly progress?: number };

/** What every face has: the three parts it says, and when it will look different by itself. */
type FaceBase = {
	readonly label: string;
	/** Plain digits, without grouping or rounding; `–` when unknown. */
	readonly value: string;
	readonly state: FaceState;
	/** What else a screen reader or a script may want to know, in English, see `facts.ts`. */
	readonly facts?: readonly string[];
	/** Epoch milliseconds of the next change that needs no news. Absent: nothing moves, and no timer is needed. */
	readonly nextChangeAtMs?: number | undefined;
	readonly press?: PressIndicator | undefined;
};

/** A shorter title for a dial, and what has to stand elsewhere since it is missing there. */
export type DialTitle = { readonly text: string; readonly missing: TextVariants };

/** One number, as big as fits. */
export type NumberFace = FaceBase & {
	readonly kind: "number";
	readonly icon: IconName;
	readonly header: TextVariants;
	/** One entry per currency; two at most. None while masked. */
	readonly figures: readonly TextVariants[];
	/** Below this the next shorter wording of a figure is taken. */
	readonly figurePreferredMinPx: number;
	readonly color: string;
	readonly appearance: "plain" | "dimmed" | "flash";
	readonly footer?: Line | undefined;
	/** What the footer says besides the period, if anything. */
	readonly remark?: Line | undefined;
	/** The period, where the footer says something else. */
	readonly period?: TextVariants | undefined;
	readonly dialTitles: readonly DialTitle[];
	/** Share of the goal that is reached; more than 1 is past it. */
	readonly goalShare?: number | undefined;
};

/** Something to know or to do: a pictogram and two short lines. */
export type NoticeFace = FaceBase & {
	readonly kind: "notice";
	readonly icon: IconName;
	readonly tone: Tone;
	readonly lines: readonly [Line, Line];
	/** The key's own label, which stays in every state. */
	readonly header?: TextVariants | undefined;
	readonly dialTitles?: readonly DialTitle[] | undefined;
};

/** A key that does something: what with, and what. */
export type CommandFace = FaceBase & {
	readonly kind: "command";
	readonly icon: IconName;
	readonly color: string;
	readonly name: string;
	readonly appearance: "ready" | "dimmed" | "done";
	readonly footer: Line;
	/** What a dial says beside the name: its state, or which choice it is. */
	readonly note: TextVariants;
};

/** Somebody who just did something. */
export type PersonFace = FaceBase & {
	readonly kind: "person";
	readonly icon: IconName;
	readonly header: TextVariants;
	readonly color: string;
	readonly name: string;
	readonly appearance: "plain" | "dimmed" | "flash";
	/** Posted by this plugin to try the widgets. */
	readonly isTest: boolean;
	readonly dialTitles?: readonly DialTitle[];
	/** What was given, for a dial. */
	readonly amount?: TextVariants | undefined;
	/** The amount, the viewers, or when it was. */
	readonly detail?: Line | undefined;
	readonly footer?: Line | undefined;
	/** What a dial displays in place of footer and message. */
	readonly note?: Line | undefined;
	/** The person is being thanked. */
	readonly isThanking?: boolean;
	readonly age: TextVariants;
};

/** One series of numbers over time. */
export type ChartFace = FaceBase & {
	readonly kind: "chart";
	readonly icon: IconName;
	readonly header: TextVariants;
	readonly color: string;
	/** The total. */
	readonly figure: TextVariants;
	/** Heights of the bars, from 0 to 1, oldest first. */
	readonly bars: readonly number[];
	/** What stands below the bars: the first and the last label, else the range. */
	readonly axis?: TextVariants | undefined;
	/** The period and, if known, where it begins and ends. */
	readonly period: TextVariants;
	readonly appearance: "plain" | "dimmed";
	readonly footer?: Line | undefined;
};

/** The account, and how the link to the service is. */
export type ConnectionFace = FaceBase & {
	readonly kind: "connection";
	readonly icon: IconName;
	readonly tone: Tone;
	readonly name: string;
	/** When the last event was, or where the service is. */
	readonly note: TextVariants;
	readonly footer: Line;
};

/** What one key shows, as data. */
export type Face = NumberFace | NoticeFace | CommandFace | PersonFace | ChartFace | ConnectionFace;

/** The parts of a face that its title and its description are made of. */
export type FaceSummary = Pick<FaceBase, "label" | "value" | "state" | "facts">;

const partSeparator = " · ";

/** What the face says, in three parts: `Followers · 1234 · live`. No name can add a fourth. */
export function faceTitle({ label, value, state }: Face): string {
	return [label, value, state]
		.map((part) => cleanText(part).replaceAll("·", "•") || unknownText)
		.join(partSeparator);
}

/** Further facts about the face, one per line; empty when there are none. */
export function faceFacts({ facts = [] }: Face): string {
	return facts.map(cleanText).join("\n");
}
