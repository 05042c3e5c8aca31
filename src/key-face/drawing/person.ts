import type { PersonFace } from "../face";
import { contrastColorOn, legible, palette } from "../palette";
import { keySizePx, rectElement } from "../svg";
import { fitLine, fitTwoLines } from "../text-fit";
import { drawCentred, drawBackground, drawHeader, drawTopBar, toneColor } from "./parts";

const capitalHeightEm = 0.72;
const dashPx = 12;

/** Who it was, what they gave, and how many wait to be thanked. */
export function drawPerson(face: PersonFace): string {
	const { color, appearance, detail, footer, press } = face;
	const isFlash = appearance === "flash";
	const contrastColor = isFlash ? contrastColorOn(color) : undefined;
	const isDimmed = appearance === "dimmed";
	const background = isFlash
		? rectElement({ x: 0, y: 0, width: keySizePx, height: keySizePx, color })
		: drawBackground(color, press) + drawBar(face, isDimmed ? palette.track : color);
	const header = drawHeader(face.icon, face.header, {
		iconColor: contrastColor ?? (isDimmed ? palette.warning : legible(color)),
		textColor: contrastColor ?? palette.secondaryText,
	});
	const lines = [detail, footer].filter((line) => line !== undefined);
	const lineElements = lines.map((line, index) => {
		const isDetail = line === detail;
		const fitted = fitLine(line.variants, {
			widthPx: keySizePx,
			maxPx: isDetail && line.tone === "accent" ? 23 : 18,
		});
		const baselineY = 132 - (lines.length - 1 - index) * 24;
		return drawCentred(fitted, baselineY, contrastColor ?? toneColor(line.tone, color));
	});
	const nameColor = contrastColor ?? (isDimmed ? palette.secondaryText : palette.text);
	return background + header + drawName(face.name, lines.length, nameColor) + lineElements.join("");
}

function drawName(name: string, lineCountBelow: number, color: string): string {
	const bottomY = 138 - lineCountBelow * 24;
	const hasSpaceForTwoLines = lineCountBelow < 2;
	const box = { widthPx: keySizePx, maxPx: hasSpaceForTwoLines ? 44 : 30, minPx: 18 };
	const { lines, sizePx } = hasSpaceForTwoLines
		? fitTwoLines(name, { ...box, preferredMinPx: 24 })
		: oneLine(fitLine([name], { ...box, minPx: 16 }));
	const stepPx = sizePx * 1.1;
	const firstY = (44 + bottomY) / 2 + (sizePx * capitalHeightEm) / 2 - (stepPx * (lines.length - 1)) / 2;
	return lines.map((text, index) => drawCentred({ text, sizePx }, firstY + index * stepPx, color)).join("");
}

function oneLine({ text, sizePx }: { readonly text: string; readonly sizePx: number }) {
	return { lines: [text], sizePx };
}

function drawBar({ isTest }: PersonFace, color: string): string {
	if (!isTest) return drawTopBar(color);
	const dashes = [];
	for (let x = 0; x < keySizePx; x += dashPx * 2) {
		dashes.push(rectElement({ x, y: 0, width: dashPx, height: 6, color }));
	}
	return dashes.join("");
}
