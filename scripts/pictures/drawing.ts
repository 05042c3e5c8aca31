import { Resvg } from "@resvg/resvg-js";

import type { Face } from "../../src/key-face/face";
import { renderFace } from "../../src/key-face/drawing/image";
import { isWidthExact, textWidthEm } from "../../src/key-face/drawing/text-width";
import { escapeXml, keySizePx } from "../../src/key-face/drawing/svg";

/** Returns a key's picture as a group of a larger picture, with its corner at the origin. */
export function keyGroup(face: Face, sizePx: number): string {
	const content = renderFace(face).replace(/^<svg[^>]*>|<\/svg>$/g, "");
	return `<g transform="scale(${sizePx / keySizePx})">${content}</g>`;
}

/** Draws a line of bold text as wide as in Arial, with any font. */
export function caption(
	text: string,
	x: number,
	y: number,
	sizePx: number,
	color: string,
	anchor: string,
): string {
	const width = isWidthExact(text) && text !== "" ? textWidthEm(text) * sizePx : undefined;
	const length = width === undefined ? "" : ` textLength="${width}" lengthAdjust="spacingAndGlyphs"`;
	return (
		`<text x="${x}" y="${y}" font-family="Arial, Helvetica, sans-serif" font-size="${sizePx}" font-weight="bold"` +
		`${length} text-anchor="${anchor}" fill="${color}">${escapeXml(text)}</text>`
	);
}

/** Fonts to draw with, the first that is installed. The renderer does not know that Liberation Sans replaces Arial. */
const fontFamilies = "Arial, Liberation Sans, DejaVu Sans, sans-serif";

/** Renders an SVG with the system's fonts. */
export function renderPng(svg: string): Uint8Array {
	const drawn = svg.replaceAll("Arial, Helvetica, sans-serif", fontFamilies);
	return new Resvg(drawn, { font: { loadSystemFonts: true, defaultFontFamily: "Liberation Sans" } })
		.render()
		.asPng();
}
