import { existsSync } from "node:fs";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";

import { svgOf } from "./face";

const bitmap = /^data:image\/(png|jpeg|jpg|webp);base64,[A-Za-z0-9+/]+=*$/;
const beyondPlainSvg =
	/<(foreignObject|filter|style|mask|image|use|script|svg(?=[^>]*>[\s\S]*<svg))|dominant-baseline|(href|src)\s*=/i;

/**
 * Returns why a host would not draw a pixmap of a dial's layout; undefined if it would. It accepts a data URI in base64, raw
 * SVG or a file of the plugin. A percent-encoded data URI, as used for keys, is dropped without a message.
 */
export function faultOfPixmap(image: string, pluginDir: string): string | undefined {
	if (/^\s*<svg\b/.test(image)) return faultOfSvg(image);
	if (!image.startsWith("data:")) return faultOfImage(image, pluginDir);
	if (!/^data:[^,]*;base64,/.test(image))
		return `A pixmap's data address must say base64: ${image.slice(0, 40)}`;
	const svg = /^data:image\/svg\+xml;base64,(.*)$/s.exec(image)?.[1];
	return svg === undefined
		? faultOfImage(image, pluginDir)
		: faultOfSvg(Buffer.from(svg, "base64").toString());
}

/**
 * Returns why the app would not draw an image of `setImage`; undefined if it would.
 * The rules for SVG are those of its renderer, which is not a browser.
 */
export function faultOfImage(image: string, pluginDir: string): string | undefined {
	if (!image.startsWith("data:")) {
		const files = [image, `${image}.svg`, `${image}.png`, `${image}@2x.png`];
		return files.some((file) => existsSync(join(pluginDir, file)))
			? undefined
			: `No such image in the plugin: ${image.slice(0, 80)}`;
	}
	if (!image.startsWith("data:image/svg+xml"))
		return bitmap.test(image) ? undefined : `Not an image the app knows: ${image.slice(0, 40)}`;
	const svg = svgOf(image);
	if (svg === undefined || /[<>"\s#]/.test(image))
		return `SVG must follow "data:image/svg+xml," percent-encoded: ${image.slice(0, 40)}`;
	return faultOfSvg(svg);
}

function faultOfSvg(svg: string): string | undefined {
	const tags = svg.match(/<[^>]*>/g)?.join("") ?? "";
	const beyond = beyondPlainSvg.exec(tags)?.[0];
	if (beyond) return `The app's renderer does not know ${beyond}`;
	try {
		new Resvg(svg, { font: { loadSystemFonts: false } });
		return undefined;
	} catch (error) {
		return `SVG is not well-formed: ${error instanceof Error ? error.message : String(error)}`;
	}
}
