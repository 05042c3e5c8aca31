import { Resvg } from "@resvg/resvg-js";

import { iconElement } from "../../src/key-face/drawing/icons";
import { palette } from "../../src/key-face/drawing/palette";
import { rectElement } from "../../src/key-face/drawing/svg";
import { actionTable, icon, type ActionRow } from "./action-table";

/**
 * Returns the shipped images: icons of the app's lists, and the pictures of keys that the plugin has not drawn yet.
 * @returns The text of an SVG or the bytes of a PNG, by name under `imgs/`.
 */
export function shippedImages(): ReadonlyMap<string, string | Uint8Array> {
	const images = new Map<string, string | Uint8Array>();
	for (const [name, { pictogram, color, dial }] of Object.entries<ActionRow>(actionTable)) {
		images.set(`actions/${name}/icon.svg`, svg(20, pictogram({ x: 1, y: 1, sizePx: 18, color: "#ffffff" })));
		const content = pictogram({ x: 18, y: 18, sizePx: 36, color });
		images.set(`actions/${name}/key.svg`, svg(72, background(72) + content));
		if (dial) images.set(`actions/${name}/dial.svg`, svg(72, content));
	}
	images.set("plugin/category.svg", svg(28, categoryIcon()));
	images.set("plugin/icon.png", iconPng(256));
	images.set("plugin/icon@2x.png", iconPng(512));
	return images;
}

function background(sizePx: number): string {
	return rectElement({ x: 0, y: 0, width: sizePx, height: sizePx, color: palette.background });
}

/** A key with a heart on it. */
function categoryIcon(): string {
	const frame = `<rect x="3" y="3" width="22" height="22" rx="5" fill="none" stroke="#ffffff" stroke-width="2"/>`;
	return frame + iconElement("heart", { x: 7.5, y: 7.5, sizePx: 13, color: "#ffffff" });
}

/** Draws a corner of a deck with event types and a remote action. */
function pluginIcon(): string {
	const keys = [
		{ x: 28, y: 28, pictogram: icon("heart"), color: palette.follow },
		{ x: 134, y: 28, pictogram: icon("star"), color: palette.subscription },
		{ x: 28, y: 134, pictogram: icon("diamond"), color: palette.donation },
		{ x: 134, y: 134, pictogram: icon("bolt"), color: palette.warning },
	];
	const drawn = keys.map(
		({ x, y, pictogram, color }) =>
			rectElement({ x, y, width: 94, height: 94, color: palette.pressed, radius: 20 }) +
			pictogram({ x: x + 20, y: y + 20, sizePx: 54, color }),
	);
	return (
		rectElement({ x: 0, y: 0, width: 256, height: 256, color: palette.background, radius: 48 }) +
		drawn.join("")
	);
}

/** Returns the plugin's icon as a square PNG of this size. */
export function iconPng(sizePx: number): Uint8Array {
	return new Resvg(svg(256, pluginIcon()), { fitTo: { mode: "width", value: sizePx } }).render().asPng();
}

function svg(sizePx: number, content: string): string {
	const size = String(sizePx);
	const root = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">`;
	return `${root}${content}</svg>\n`;
}
