import { cleanText } from "../text/clean-text";
import { drawBars } from "./chart";
import { markColor, toneColor } from "./parts";
import {
	type ChartFace,
	type DialTitle,
	type Face,
	faceFacts,
	type NumberFace,
	type PersonFace,
} from "../face";
import { maskText, unknownText, type TextVariants } from "../text/format";
import { iconElement } from "./icons";
import { contrastColorOn, legible, palette } from "./palette";
import { rectElement, svgDocument } from "./svg";
import { dialLineBox, fitLine, fitsWhole, type TextBox, usableWidthPx } from "./text-fit";

/**
 * A dial's part of the touch strip, by the items of `layouts/dial.json`. Every update contains all items, so that none
 * of an earlier face remains. Pictures are raw SVG: some hosts drop a percent-encoded data URI, the format for keys.
 */
export type StripFeedback = {
	readonly title: string;
	readonly value: string;
	/**
	 * State as a fixed English word. Its item is transparent: scripts read it, `note` displays it in the user's
	 * language.
	 */
	readonly state: string;
	readonly note: string;
	/** A chart's axis, or the message of a person. */
	readonly detail: string;
	readonly icon: string;
	/** Progress of a goal or a hold in percent. */
	readonly bar: { readonly enabled: boolean; readonly value: number; readonly bar_fill_c: string };
	readonly chart: { readonly enabled: boolean; readonly value: string };
};

/**
 * The layout's own text boxes. The app truncates text that its font draws wider than Arial, so no margin is required.
 */
const titleBox = textBox(156, 16);
const valueBox = textBox(184, 25);
/** The value of `layouts/dial-command.json`, which is smaller. */
const commandValueBox = textBox(184, 17);
const noteBox = textBox(184, 15);
const iconSize = { width: 48, height: 48 };
const chartSize = { width: 368, height: 32 };
const noteSeparator = " · ";

type StripParts = {
	/** Variants of the label, if any, and the information missing in the shorter ones. */
	readonly titles?: readonly DialTitle[];
	readonly value: TextVariants;
	readonly note: TextVariants;
	readonly detail?: TextVariants;
	readonly color: string;
	readonly isFlash?: boolean;
	readonly barShare?: number | undefined;
	readonly bars?: readonly number[];
};

export function stripFeedback(face: Face): StripFeedback {
	const { titles = [], value, detail = [], color, isFlash = false, barShare, bars, ...parts } = partsOf(face);
	const title = [{ text: labelOf(face), missing: [] }, ...titles].find(({ text }) =>
		fitsWhole(text, titleBox),
	);
	const ownNote = fitLine(parts.note, noteBox).text;
	// Information that is neither in the title nor in the note goes into the note, if that stays whole, else below it.
	const missing = title?.missing.some((text) => ownNote.includes(text)) ? [] : (title?.missing ?? []);
	const joined = joinVariants(ownNote === "" ? [] : [ownNote], missing).find(
		(text) => text !== ownNote && fitsWhole(text, noteBox),
	);
	const share = face.press?.progress ?? barShare;
	const noteText = joined ?? ownNote;
	const isChart = bars !== undefined && noteText === "";
	return {
		title: cleanText(title?.text ?? labelOf(face)),
		value: fitLine(value, isOnCommandLayout(face) ? commandValueBox : valueBox).text,
		state: face.state,
		note: noteText,
		// The progress of a hold replaces this bar.
		detail: fitLine(
			joined !== undefined || face.press?.progress !== undefined ? detail : joinVariants(detail, missing),
			dialLineBox,
		).text,
		icon: iconImage(face, color, isFlash),
		bar: {
			enabled: share !== undefined,
			value: Math.floor(Math.min(1, Math.max(0, share ?? 0)) * 100),
			bar_fill_c: legible(color),
		},
		chart: { enabled: isChart, value: chartImage(isChart ? bars : [], color) },
	};
}

/** Whether the face is one of Scene Remote. Only its dial can have no label, before an item is chosen. */
function isOnCommandLayout(face: Face): boolean {
	return face.kind === "command" || isWithoutItem(face);
}

function isWithoutItem({ kind, label, state }: Face): boolean {
	return kind === "notice" && label === unknownText && state === "not set up";
}

/** Returns the label, or the message of a face without one. */
function labelOf(face: Face): string {
	return face.kind === "notice" && isWithoutItem(face)
		? (face.lines[0].variants[0] ?? face.label)
		: face.label;
}

function partsOf(face: Face): StripParts {
	switch (face.kind) {
		case "number":
			return {
				titles: face.dialTitles,
				value: face.figures[0] ?? [maskText],
				note: numberNote(face),
				color: iconColor(face),
				isFlash: face.appearance === "flash",
				barShare: face.goalShare,
			};
		case "notice":
			if (isWithoutItem(face))
				return {
					value: face.lines[1].variants,
					note: [],
					color: toneColor(face.tone, palette.secondaryText),
				};
			return {
				titles: face.dialTitles ?? [],
				value: face.lines[0].variants,
				note: face.lines[1].variants,
				color: toneColor(face.tone, palette.secondaryText),
			};
		case "command":
			return {
				value: [face.value],
				note: face.note,
				color: face.appearance === "dimmed" ? toneColor(face.footer.tone, face.color) : legible(face.color),
				isFlash: face.appearance === "done",
			};
		case "person":
			return {
				titles: face.dialTitles ?? [],
				value: [face.name],
				...personLines(face),
				color: iconColor(face),
				isFlash: face.appearance === "flash",
			};
		case "chart":
			return {
				value: face.figure,
				note: face.footer?.variants ?? [],
				detail: face.period,
				color: iconColor(face),
				bars: face.bars,
			};
		case "connection":
			return {
				value: face.note,
				note: face.footer.variants,
				color: toneColor(face.tone, palette.donation),
			};
	}
}

/** Returns the second currency and the remark. If both do not fit, a problem takes precedence over the currency. */
function numberNote({ figures, remark }: NumberFace): TextVariants {
	const others = figures[1]?.map((figure) => `+ ${figure}`);
	const variants = joinVariants(others, remark?.variants);
	const isProblem = remark !== undefined && remark.tone !== "second" && remark.tone !== "accent";
	return isProblem && others ? [...variants.slice(0, 2), ...remark.variants] : variants;
}

/** A dial has space for more than a key: amount and age in one line, queue and message in the other. */
function personLines(face: PersonFace): Pick<StripParts, "note" | "detail"> {
	const { amount, age, footer, note, isThanking = false } = face;
	const details = note?.variants ?? (footer === undefined || footer.tone === "second" ? [] : footer.variants);
	return {
		note: isThanking ? joinVariants(face.header, amount) : joinVariants(amount, age),
		detail: details,
	};
}

function joinVariants(first: TextVariants = [], second: TextVariants = []): TextVariants {
	if (first.length === 0 || second.length === 0) return [...first, ...second];
	return [
		`${first[0]}${noteSeparator}${second[0]}`,
		`${first.at(-1)}${noteSeparator}${second.at(-1)}`,
		...first,
	];
}

function textBox(widthPx: number, sizePx: number): TextBox {
	return { widthPx: widthPx / usableWidthPx(1), maxPx: sizePx, minPx: sizePx };
}

function iconColor({ appearance, color, state }: NumberFace | PersonFace | ChartFace): string {
	return appearance === "dimmed" ? markColor(state) : legible(color);
}

function iconImage(face: Face, color: string, isFlash: boolean): string {
	// The app draws the check mark of `showOk` on keys only.
	const icon = face.kind === "command" && face.appearance === "done" ? "check" : face.icon;
	const background = isFlash ? rectElement({ x: 0, y: 0, ...iconSize, color, radius: 10 }) : "";
	const position = isFlash ? { x: 7, y: 7, sizePx: 34 } : { x: 1, y: 1, sizePx: 46 };
	return svgDocument(
		{ title: icon, description: faceFacts(face) },
		background + iconElement(icon, { ...position, color: isFlash ? contrastColorOn(color) : color }),
		iconSize,
	);
}

function chartImage(bars: readonly number[], color: string): string {
	return svgDocument({ title: "" }, drawBars(bars, { x: 0, y: 0, ...chartSize, color }), chartSize);
}
