import { cleanText } from "./text/clean-text";
import { unknownText, type TextVariants } from "./text/format";
import type { IconName } from "./drawing/icons";

/** State of a face, the third part of its title. Scripts read these words: they stay English in every language. */
export type FaceState =
	| "live"
	| "connecting"
	| "stale"
	| "refused"
	/** The server at the account's address is not a service of this kind, or not a secure one. */
	| "wrong address"
	/** This computer does not trust the service's certificate. */
	| "not trusted"
	| "not set up"
	| "ready"
	| "missing"
	| "offline";

/** Meaning of a text on a face. Each tone has one colour. */
export type Tone = "text" | "second" | "accent" | "warning" | "fault";

export type Line = { readonly variants: TextVariants; readonly tone: Tone };

/** A press in progress. `progress` grows from 0 to 1 during a hold that has a separate function. */
export type PressIndicator = { readonly progress?: number };

/** Parts of every face: the three parts of its title, its pictogram, and when its appearance changes by itself. */
type FaceBase = {
	readonly label: string;
	/** Plain digits, without grouping or rounding; `–` if there is no value. */
	readonly value: string;
	readonly state: FaceState;
	readonly icon: IconName;
	/** Further facts for screen readers and scripts, in English, see `facts.ts`. */
	readonly facts?: readonly string[];
	/**
	 * Time of the next change without new data, epoch milliseconds. Absent: nothing moves, and no timer is required.
	 */
	readonly nextChangeAtMs?: number | undefined;
	readonly press?: PressIndicator | undefined;
};

/** A shorter title for a dial, and the information that it omits and that is displayed elsewhere. */
export type DialTitle = { readonly text: string; readonly missing: TextVariants };

/** One number, as large as fits. */
export type NumberFace = FaceBase & {
	readonly kind: "number";
	readonly header: TextVariants;
	/** One entry per currency; two at most. Empty while masked. */
	readonly figures: readonly TextVariants[];
	/** Minimum text size. Below it, the next shorter form of a figure is used. */
	readonly figurePreferredMinPx: number;
	readonly color: string;
	readonly appearance: "plain" | "dimmed" | "flash";
	readonly footer?: Line | undefined;
	/** Text of the footer besides the period, if any. */
	readonly remark?: Line | undefined;
	/** The period, if the footer contains other text. */
	readonly period?: TextVariants | undefined;
	readonly dialTitles: readonly DialTitle[];
	/** Progress towards the goal; more than 1 is past it. */
	readonly goalShare?: number | undefined;
};

/** A message or an instruction: a pictogram and two short lines. */
export type NoticeFace = FaceBase & {
	readonly kind: "notice";
	readonly tone: Tone;
	readonly lines: readonly [Line, Line];
	/** The key's own label, displayed in every state. */
	readonly header?: TextVariants | undefined;
	readonly dialTitles?: readonly DialTitle[] | undefined;
};

/** A key that runs an action: its target and the action. */
export type CommandFace = FaceBase & {
	readonly kind: "command";
	readonly color: string;
	readonly name: string;
	readonly appearance: "ready" | "dimmed" | "done";
	readonly footer: Line;
	/** Text of a dial beside the name: its state, or which option it is. */
	readonly note: TextVariants;
};

export type PersonFace = FaceBase & {
	readonly kind: "person";
	readonly header: TextVariants;
	readonly color: string;
	readonly name: string;
	readonly appearance: "plain" | "dimmed" | "flash";
	/** Posted by this plugin to test the widgets. */
	readonly isTest: boolean;
	readonly dialTitles?: readonly DialTitle[];
	/** Headline for a dial: what was given. */
	readonly amount?: TextVariants | undefined;
	/** The amount, the viewers, or the time. */
	readonly detail?: Line | undefined;
	readonly footer?: Line | undefined;
	/** Replaces footer and message on a dial. */
	readonly note?: Line | undefined;
	readonly isThanking?: boolean;
	readonly age: TextVariants;
};

export type ChartFace = FaceBase & {
	readonly kind: "chart";
	readonly header: TextVariants;
	readonly color: string;
	readonly figure: TextVariants;
	/** Heights of the bars, from 0 to 1, oldest first. */
	readonly bars: readonly number[];
	/** Text below the bars: the first and the last label, or else the range. */
	readonly axis?: TextVariants | undefined;
	/** The period and its start and end, if available. */
	readonly period: TextVariants;
	readonly appearance: "plain" | "dimmed";
	readonly footer?: Line | undefined;
};

export type ConnectionFace = FaceBase & {
	readonly kind: "connection";
	readonly tone: Tone;
	readonly name: string;
	/** Time of the last event, or the service's address. */
	readonly note: TextVariants;
	readonly footer: Line;
};

/** Content of one key, as data. */
export type Face = NumberFace | NoticeFace | CommandFace | PersonFace | ChartFace | ConnectionFace;

/** The parts of a face that determine its title and description. */
export type FaceSummary = Pick<FaceBase, "label" | "value" | "state" | "facts">;

const partSeparator = " · ";

/** Returns the title of the face in three parts: `Followers · 1234 · live`. Names cannot add a fourth part. */
export function faceTitle({ label, value, state }: Face): string {
	return [label, value, state]
		.map((part) => cleanText(part).replaceAll("·", "•") || unknownText)
		.join(partSeparator);
}

/** Returns further facts about the face, one per line; empty if there are none. */
export function faceFacts({ facts = [] }: Face): string {
	return facts.map(cleanText).join("\n");
}
