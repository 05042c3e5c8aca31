/**
 * Draws every face in every state for visual review: a page and pictures in `dist/faces/`, at the sizes of the largest
 * and the smallest keys.
 *
 * Usage: tsx scripts/pictures/faces.ts [language]
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { faceTitle } from "../../src/key-face/face";
import { toDataUrl, renderFace } from "../../src/key-face/drawing/image";
import { stripFeedback } from "../../src/key-face/drawing/strip";
import { wrapText } from "../../src/key-face/drawing/text-fit";
import { escapeXml, keySizePx } from "../../src/key-face/drawing/svg";
import { galleryOf } from "../../test/unit/key-face/gallery";
import type { Exhibit } from "../../test/unit/key-face/gallery/shared";
import { caption, keyGroup, renderPng } from "./drawing";
import { pluginFolder, projectFolder } from "../paths";

const outputFolder = path.join(projectFolder, "dist", "faces");

const language = process.argv[2] ?? "en";
const columns = 10;
const gapPx = 20;
const captionPx = { size: 11, line: 13, lines: 3 };
/** Height of the caption below a picture, with a gap. */
const captionHeightPx = (captionPx.lines + 1) * captionPx.line;
const sheetColor = "#2b2b2b";
const stripSize = { width: 200, height: 100 };

type LayoutItem = {
	readonly key: string;
	readonly type: string;
	readonly rect: readonly [number, number, number, number];
	readonly color?: string;
	readonly font?: { readonly size: number };
	readonly opacity?: number;
	readonly alignment?: string;
};

const exhibits = galleryOf(language);
const valueLayout = await readLayout("dial.json");
const commandLayout = await readLayout("dial-command.json");

await mkdir(outputFolder, { recursive: true });
await writeFile(path.join(outputFolder, "faces.html"), page(exhibits));
for (const sizePx of [keySizePx, keySizePx / 2]) {
	await writeFile(path.join(outputFolder, `faces-${sizePx}.png`), renderPng(sheetOfKeys(exhibits, sizePx)));
}
await writeFile(path.join(outputFolder, "strips.png"), renderPng(sheetOfStrips(exhibits)));
console.log(`${exhibits.length} faces drawn in ${path.relative(process.cwd(), outputFolder)}`);

async function readLayout(name: string): Promise<{ readonly items: readonly LayoutItem[] }> {
	const text = await readFile(path.join(pluginFolder, "layouts", name), "utf8");
	return JSON.parse(text) as { readonly items: readonly LayoutItem[] };
}

function sheetOfKeys(shown: readonly Exhibit[], sizePx: number): string {
	const cell = { width: sizePx + gapPx, height: sizePx + captionHeightPx };
	return sheet(shown, cell, ({ face }) => {
		return keyGroup(face, sizePx);
	});
}

function sheetOfStrips(shown: readonly Exhibit[]): string {
	const onDials = shown.filter(({ face }) => face.kind !== "connection");
	return sheet(
		onDials,
		{ width: stripSize.width + gapPx, height: stripSize.height + captionHeightPx },
		stripPicture,
	);
}

function stripPicture({ face }: Exhibit): string {
	const feedback: Readonly<Record<string, unknown>> = stripFeedback(face);
	const background = `<rect width="${stripSize.width}" height="${stripSize.height}" fill="#000000"/>`;
	const layout = face.kind === "command" ? commandLayout : valueLayout;
	return background + layout.items.map((item) => stripItem(item, feedback[item.key])).join("");
}

function stripItem(
	{ type, rect: [x, y, width, height], color, font, opacity, alignment }: LayoutItem,
	sent: unknown,
): string {
	const settings = (typeof sent === "object" ? sent : { value: sent }) as {
		readonly value: string | number;
		readonly enabled?: boolean;
		readonly bar_fill_c?: string;
	};
	if (settings.enabled === false || opacity === 0) return "";
	const box = `x="${x}" y="${y}" width="${width}" height="${height}"`;
	if (type === "pixmap") {
		return `<image ${box} href="data:image/svg+xml,${encodeURIComponent(String(settings.value))}"/>`;
	}
	if (type === "bar") {
		const filledPx = (width * Number(settings.value)) / 100;
		return (
			`<rect ${box} fill="#333b47"/>` +
			`<rect x="${x}" y="${y}" width="${filledPx}" height="${height}" fill="${settings.bar_fill_c ?? ""}"/>`
		);
	}
	const sizePx = font?.size ?? 16;
	const isRight = alignment === "right";
	return caption(
		String(settings.value),
		isRight ? x + width : x,
		y + height / 2 + sizePx * 0.36,
		sizePx,
		color ?? "#ffffff",
		isRight ? "end" : "start",
	);
}

function sheet(
	shown: readonly Exhibit[],
	cell: { readonly width: number; readonly height: number },
	draw: (exhibit: Exhibit) => string,
): string {
	const rows = Math.ceil(shown.length / columns);
	const cells = shown.map((exhibit, index) => {
		const x = gapPx + (index % columns) * cell.width;
		const y = gapPx + Math.floor(index / columns) * cell.height;
		const lines = wrapText(exhibit.name, { widthPx: cell.width, maxPx: captionPx.size }, captionPx.lines);
		const topY = cell.height - captionHeightPx + captionPx.line;
		const name = lines.map((line, row) =>
			caption(
				line,
				(cell.width - gapPx) / 2,
				topY + row * captionPx.line,
				captionPx.size,
				"#c8c8c8",
				"middle",
			),
		);
		return `<g transform="translate(${x} ${y})">${draw(exhibit)}${name.join("")}</g>`;
	});
	const width = gapPx + columns * cell.width;
	const height = gapPx + rows * cell.height;
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
		`<rect width="${width}" height="${height}" fill="${sheetColor}"/>${cells.join("")}</svg>`
	);
}

function page(shown: readonly Exhibit[]): string {
	const figures = shown.map(({ name, face }) => {
		const picture = (sizePx: number) =>
			`<img src="${toDataUrl(renderFace(face))}" width="${sizePx}" height="${sizePx}" alt="${escapeXml(faceTitle(face))}">`;
		return (
			`<figure>${picture(144)}${picture(72)}<figcaption><b>${escapeXml(name)}</b><br>` +
			`${escapeXml(faceTitle(face))}</figcaption></figure>`
		);
	});
	return (
		`<!doctype html><html lang="${language.replace("_", "-")}"><meta charset="utf-8"><title>Faces</title><style>` +
		`body{background:${sheetColor};color:#c8c8c8;font:12px sans-serif;display:flex;flex-wrap:wrap}` +
		`figure{width:240px}img{margin-right:8px}</style>${figures.join("")}</html>`
	);
}
