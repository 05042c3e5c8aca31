/**
 * Draws the pictures of the Marketplace listing, in its sizes, from real faces: `store/images/`. The README uses the
 * same pictures.
 *
 * Usage: tsx scripts/pictures/store-pictures.ts
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Face } from "../../src/key-face/face";
import { palette } from "../../src/key-face/drawing/palette";
import { caption, keyGroup, renderPng } from "./drawing";
import { projectFolder } from "../paths";
import { iconPng } from "../plugin-folder/shipped-images";
import { storeScenes, type StoreScene } from "./store-scenes";

const folder = join(projectFolder, "store", "images");
const width = 1_920;
const height = 960;
const textLeft = 110;
const deckRight = width - 80;
const deckPaddingPx = 34;
const gapShare = 0.16;
const maxDeckWidth = 1_060;
const maxDeckHeight = 800;
const maxKeyPx = 290;

await mkdir(folder, { recursive: true });
await writeFile(join(folder, "icon.png"), iconPng(288));
for (const scene of storeScenes)
	await writeFile(join(folder, `${scene.file}.png`), renderPng(pictureOf(scene)));
console.log(`${storeScenes.length + 1} pictures drawn`);

function pictureOf({ title, lines, keys }: StoreScene): string {
	const text = [
		...title.map((line, index) => caption(line, textLeft, 340 + index * 92, 80, palette.text, "start")),
		...lines.map((line, index) =>
			caption(line, textLeft, 340 + title.length * 92 + 10 + index * 54, 38, palette.secondaryText, "start"),
		),
	];
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
		`<rect width="${width}" height="${height}" fill="${palette.background}"/>` +
		`<rect width="${width}" height="10" fill="${palette.subscription}"/>` +
		`${text.join("")}${deck(keys)}</svg>`
	);
}

/** Draws a deck with its keys, as large as fits. */
function deck(keys: StoreScene["keys"]): string {
	const columns = Math.max(...keys.map((row) => row.length));
	const rows = keys.length;
	const across = (count: number) => count + (count - 1) * gapShare;
	const sizePx = Math.floor(
		Math.min(
			(maxDeckWidth - 2 * deckPaddingPx) / across(columns),
			(maxDeckHeight - 2 * deckPaddingPx) / across(rows),
			maxKeyPx,
		),
	);
	const deckWidth = across(columns) * sizePx + 2 * deckPaddingPx;
	const deckHeight = across(rows) * sizePx + 2 * deckPaddingPx;
	const [left, top] = [deckRight - (maxDeckWidth + deckWidth) / 2, (height - deckHeight) / 2];
	const step = sizePx * (1 + gapShare);
	const drawn = keys.flatMap((row, rowIndex) =>
		row.map((face, column) =>
			placed(face, left + deckPaddingPx + column * step, top + deckPaddingPx + rowIndex * step, sizePx),
		),
	);
	const body = `<rect x="${left}" y="${top}" width="${deckWidth}" height="${deckHeight}" rx="36" fill="#05070a" stroke="${palette.track}" stroke-width="3"/>`;
	return body + drawn.join("");
}

function placed(face: Face, x: number, y: number, sizePx: number): string {
	const frame = `<rect x="-2" y="-2" width="${sizePx + 4}" height="${sizePx + 4}" rx="14" fill="none" stroke="${palette.track}" stroke-width="4"/>`;
	return `<g transform="translate(${x} ${y})">${keyGroup(face, sizePx)}${frame}</g>`;
}
