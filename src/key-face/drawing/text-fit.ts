import { cleanText } from "../text/clean-text";
import { measureGraphemes, textWidthEm } from "./text-width";

/*
 * The width of text in the app is not available: it uses Arial, Helvetica or a substitute. Widths are computed for bold
 * Arial, and a tenth of each box stays free.
 */

/** One line of text and the size at which it fits its box. */
export type FittedText = { readonly text: string; readonly sizePx: number };

export type TextBox = {
	readonly widthPx: number;
	readonly maxPx: number;
	/** Minimum text size on a key, which is 8 pixels on the smallest keys. */
	readonly minPx?: number;
	/** A shorter variant is used if a longer one would have to be smaller than this. */
	readonly preferredMinPx?: number;
};

export const minTextPx = 16;
const marginShare = 0.1;
/** A line on a key at the smallest text size. */
export const keyLineBox: TextBox = { widthPx: 144, maxPx: minTextPx };
/**
 * The last line of a dial's layout. The app truncates text that its font draws wider than Arial, so no margin is
 * required.
 */
export const dialLineBox: TextBox = { widthPx: 184 / (1 - marginShare), maxPx: 14, minPx: 14 };
const ellipsis = "…";
const emptyFit: FittedText = { text: "", sizePx: -1 };

export function usableWidthPx(widthPx: number): number {
	return widthPx * (1 - marginShare);
}

export function textWidthPx({ text, sizePx }: FittedText): number {
	return textWidthEm(text) * sizePx;
}

/**
 * Returns the first variant that is comfortable to read in the box, else the one that can be largest, else the shortest
 * one truncated with an ellipsis.
 * @param variants Variants of the text, longest first.
 */
export function fitLine(variants: readonly string[], box: TextBox): FittedText {
	const { maxPx, minPx = minTextPx, preferredMinPx = minPx } = box;
	const fits = variants
		.map(cleanText)
		.map((text) => ({ text, sizePx: Math.min(maxPx, maxSizePx(text, box.widthPx)) }));
	const preferred = fits.find(({ sizePx }) => sizePx >= preferredMinPx);
	if (preferred) return preferred;
	const largest = fits.reduce((best, fit) => (fit.sizePx > best.sizePx ? fit : best), emptyFit);
	if (largest.sizePx >= minPx) return largest;
	return { text: truncate(largest.text, box.widthPx, minPx), sizePx: minPx };
}

/** Returns whether the text fits into the box without truncation. */
export function fitsWhole(text: string, { widthPx, minPx = minTextPx }: TextBox): boolean {
	return maxSizePx(cleanText(text), widthPx) >= minPx;
}

export type FittedLines = { readonly lines: readonly string[]; readonly sizePx: number };

/**
 * Fits a name on one line if it can be large there, else on two. Breaks between words where possible and truncates a
 * name that is still too long.
 * @param comfortPx The size from which one line is preferred to two.
 */
export function fitTwoLines(
	text: string,
	{ widthPx, maxPx, minPx = minTextPx, preferredMinPx = maxPx }: TextBox,
): FittedLines {
	const cleaned = cleanText(text);
	const oneLinePx = Math.min(maxPx, maxSizePx(cleaned, widthPx));
	if (oneLinePx >= preferredMinPx) return { lines: [cleaned], sizePx: oneLinePx };
	const lines = breakInTwo(cleaned);
	const twoLinesPx = Math.min(preferredMinPx, ...lines.map((line) => maxSizePx(line, widthPx)));
	if (oneLinePx >= minPx && oneLinePx >= twoLinesPx) return { lines: [cleaned], sizePx: oneLinePx };
	if (twoLinesPx >= minPx) return { lines, sizePx: twoLinesPx };
	return { lines: breakAnywhere(cleaned, widthPx, minPx), sizePx: minPx };
}

/** Breaks text into lines that fit, between words where possible. The last of `maxLines` is truncated. */
export function wrapText(text: string, { widthPx, maxPx }: TextBox, maxLines: number): readonly string[] {
	const lines: string[] = [];
	let rest = cleanText(text);
	while (rest !== "" && lines.length < maxLines) {
		const line =
			lines.length === maxLines - 1 ? truncate(rest, widthPx, maxPx) : firstLine(rest, widthPx, maxPx);
		lines.push(line.trim());
		rest = rest.slice(line.length).trim();
	}
	return lines;
}

function maxSizePx(text: string, widthPx: number): number {
	const widthEm = textWidthEm(text);
	return widthEm === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(usableWidthPx(widthPx) / widthEm);
}

function fitsAt(text: string, widthPx: number, sizePx: number): boolean {
	return textWidthPx({ text, sizePx }) <= usableWidthPx(widthPx);
}

/** Returns the two lines of most equal length without breaking a word; the whole text if it cannot be split. */
function breakInTwo(text: string): readonly string[] {
	const graphemes = measureGraphemes(text);
	const widthEm = graphemes.reduce((sum, grapheme) => sum + grapheme.widthEm, 0);
	let best = { at: text.length, longerEm: widthEm };
	let at = 0;
	let leftEm = 0;
	let previous = "";
	for (const { grapheme, widthEm: graphemeEm } of graphemes) {
		const longerEm = Math.max(leftEm, widthEm - leftEm);
		if (canBreak(previous, grapheme) && longerEm < best.longerEm) best = { at, longerEm };
		at += grapheme.length;
		leftEm += graphemeEm;
		previous = grapheme;
	}
	return [text.slice(0, best.at), text.slice(best.at)]
		.map((line) => line.trim())
		.filter((line) => line !== "");
}

/** Returns whether a line may break here: between words, and between the characters of scripts without spaces. */
function canBreak(previous: string, grapheme: string): boolean {
	return (
		grapheme === " " || (isUnspaced(grapheme) && isUnspaced(previous) && !neverStartsLine.test(grapheme))
	);
}

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const neverStartsLine = /^[ーぁぃぅぇぉっゃゅょァィゥェォッャュョ、。！？」』）]/;

function isUnspaced(grapheme: string): boolean {
	return unspacedScript.test(grapheme) || neverStartsLine.test(grapheme);
}

/** Returns as much of the text as fits, up to the end of a word unless that leaves less than half of it. */
function firstLine(text: string, widthPx: number, sizePx: number): string {
	const first = fittingPrefix(text, widthPx, sizePx);
	const lastSpace = first.lastIndexOf(" ");
	const isWordCut = first.length < text.length && text[first.length] !== " ";
	return isWordCut && lastSpace > first.length / 2 ? first.slice(0, lastSpace) : first;
}

function breakAnywhere(text: string, widthPx: number, sizePx: number): readonly string[] {
	const kept = firstLine(text, widthPx, sizePx);
	const remainder = text.slice(kept.length).trim();
	return remainder === "" ? [kept] : [kept.trim(), truncate(remainder, widthPx, sizePx)];
}

function truncate(text: string, widthPx: number, sizePx: number): string {
	if (fitsAt(text, widthPx, sizePx)) return text;
	const ellipsisPx = textWidthPx({ text: ellipsis, sizePx }) / (1 - marginShare);
	return `${fittingPrefix(text, widthPx - ellipsisPx, sizePx).trimEnd()}${ellipsis}`;
}

/** Returns as many whole graphemes from the start as fit. */
function fittingPrefix(text: string, widthPx: number, sizePx: number): string {
	const availableEm = usableWidthPx(widthPx) / sizePx;
	let kept = "";
	let keptEm = 0;
	for (const { grapheme, widthEm } of measureGraphemes(text)) {
		keptEm += widthEm;
		if (keptEm > availableEm) break;
		kept += grapheme;
	}
	return kept;
}
