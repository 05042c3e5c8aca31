import { cleanText } from "../text/clean-text";
import type { FittedText } from "./text-fit";
import { isWidthExact, textWidthEm } from "./text-width";

/** Edge length of a key's picture: one unit is a pixel on the largest keys, half a pixel on the smallest. */
export const keySizePx = 144;

const fontFamily = "Arial, Helvetica, sans-serif";

const entities: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Escapes text as XML character data or attribute value. */
export function escapeXml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

export type TextLayout = {
	readonly x: number;
	readonly baselineY: number;
	readonly color: string;
	readonly anchor?: "start" | "middle" | "end";
};

export function textElement(
	line: FittedText,
	{ x, baselineY, color, anchor = "middle" }: TextLayout,
): string {
	if (line.text === "") return "";
	const length = lengthAttributes(line, { x, anchor });
	return (
		`<text x="${round(x)}" y="${round(baselineY)}" font-family="${fontFamily}" font-size="${round(line.sizePx)}"` +
		` font-weight="bold" text-anchor="${anchor}"${length} fill="${color}">${escapeXml(cleanText(line.text))}</text>`
	);
}

/** Without Arial, its substitutes draw the same text up to this factor wider. */
const widestStandIn = 1.27;
/** Margin on each side, for any font. */
const edgePx = 10;

/**
 * Returns the text's width in Arial if another font could exceed the key's edge. The renderer then squeezes the
 * letters; with Arial it has no effect. Text with letters of unknown width is unchanged.
 */
function lengthAttributes(
	{ text, sizePx }: FittedText,
	{ x, anchor }: { readonly x: number; readonly anchor: "start" | "middle" | "end" },
): string {
	const widthPx = textWidthEm(text) * sizePx;
	const freePx = anchor === "middle" ? 2 * Math.min(x, keySizePx - x) - 2 * edgePx : keySizePx - x - edgePx;
	if (anchor === "end" || widthPx * widestStandIn <= freePx || !isWidthExact(text)) return "";
	return ` textLength="${round(widthPx)}" lengthAdjust="spacingAndGlyphs"`;
}

export type Rect = {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly color: string;
	readonly radius?: number;
};

export function rectElement({ x, y, width, height, color, radius = 0 }: Rect): string {
	const corners = radius > 0 ? ` rx="${round(radius)}"` : "";
	return (
		`<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${corners}` +
		` fill="${color}"/>`
	);
}

export type SvgText = { readonly title: string; readonly description?: string };

/** Returns a whole picture. Title and description come first: screen readers, logs and tests read them there. */
export function svgDocument(
	{ title, description = "" }: SvgText,
	content: string,
	{ width, height } = { width: keySizePx, height: keySizePx },
): string {
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
		`<title>${escapeXml(title)}</title>` +
		(description === "" ? "" : `<desc>${escapeXml(description)}</desc>`) +
		`${content}</svg>`
	);
}

/** Formats a number with at most two decimals, never with an exponent. */
export function round(value: number): string {
	return String(Math.round(value * 100) / 100);
}
