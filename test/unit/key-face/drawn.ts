import { Resvg } from "@resvg/resvg-js";

import { textWidthPx } from "../../../src/key-face/drawing/text-fit";

/** A line of text in a picture, with its edges computed from the width of bold Arial. */
export type DrawnText = {
	readonly text: string;
	readonly sizePx: number;
	readonly color: string;
	readonly leftX: number;
	readonly rightX: number;
	readonly topY: number;
	readonly baselineY: number;
};

const textPattern =
	/<text x="([\d.-]+)" y="([\d.-]+)" font-family="[^"]+" font-size="([\d.]+)" font-weight="bold" text-anchor="(\w+)"(?: textLength="[\d.]+" lengthAdjust="spacingAndGlyphs")? fill="(#\w+)">([^<]*)<\/text>/g;

export function drawnTexts(svg: string): readonly DrawnText[] {
	return Array.from(svg.matchAll(textPattern), ([, x, y, size, anchor, color = "", escaped = ""]) => {
		const text = unescapeXml(escaped);
		const sizePx = Number(size);
		const widthPx = textWidthPx({ text, sizePx });
		const leftX = Number(x) - (anchor === "middle" ? widthPx / 2 : anchor === "end" ? widthPx : 0);
		const baselineY = Number(y);
		const topY = baselineY - sizePx * 0.72;
		return { text, sizePx, color, leftX, rightX: leftX + widthPx, topY, baselineY };
	});
}

export function drawnWords(svg: string): readonly string[] {
	return drawnTexts(svg).map(({ text }) => text);
}

export function titleOf(svg: string): string {
	return unescapeXml(/^<svg [^>]*><title>([^<]*)<\/title>/.exec(svg)?.[1] ?? "no title");
}

/** Returns the lines of the picture's description. */
export function factsOf(svg: string): readonly string[] {
	const description = /^<svg [^>]*><title>[^<]*<\/title><desc>([^<]*)<\/desc>/.exec(svg)?.[1];
	return description === undefined ? [] : unescapeXml(description).split("\n");
}

/** Returns why a picture is not well-formed, plain SVG; undefined if it is. */
export function faultOf(svg: string): string | undefined {
	const strange = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(svg);
	if (strange) return `forbidden code point ${strange[0].codePointAt(0)?.toString(16) ?? ""}`;
	const elements = new Set(Array.from(svg.matchAll(/<([a-z]+)/gi), ([, name]) => name));
	for (const plain of ["svg", "title", "desc", "g", "rect", "path", "circle", "text"]) elements.delete(plain);
	if (elements.size > 0) return `elements ${[...elements].join(", ")}`;
	if (/NaN|undefined|Infinity|dominant-baseline|style=/.test(svg.replace(/>[^<]*</g, "><")))
		return "odd attribute";
	try {
		new Resvg(svg, { font: { loadSystemFonts: false } });
		return undefined;
	} catch (error) {
		return String(error);
	}
}

function unescapeXml(text: string): string {
	return text
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&amp;", "&");
}
