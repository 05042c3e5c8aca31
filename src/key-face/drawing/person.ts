import type { PersonFace } from "../face";
import { contrastColorOn, legible, palette } from "./palette";
import { keySizePx, rectElement } from "./svg";
import { fitLine } from "./text-fit";
import {
	drawCentred,
	drawBackground,
	drawFrame,
	drawHeader,
	drawName,
	drawTopBar,
	markColor,
	toneColor,
} from "./parts";

const dashPx = 12;

/** Draws the person, the amount, and the footer, such as the number of people to thank. */
export function drawPerson(face: PersonFace): string {
	const { color, appearance, detail, footer, press } = face;
	const isFlash = appearance === "flash";
	const contrastColor = isFlash ? contrastColorOn(color) : undefined;
	const isDimmed = appearance === "dimmed";
	const background = isFlash
		? rectElement({ x: 0, y: 0, width: keySizePx, height: keySizePx, color })
		: drawBackground(color, press) + drawBar(face, isDimmed ? palette.track : color);
	const header = drawHeader(face.icon, face.header, {
		iconColor: contrastColor ?? (isDimmed ? markColor(face.state) : legible(color)),
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
		// On a dimmed face, the accent colour is dimmed too.
		const lineColor =
			isDimmed && line.tone === "accent" ? palette.secondaryText : toneColor(line.tone, color);
		return drawCentred(fitted, baselineY, contrastColor ?? lineColor);
	});
	const nameColor = contrastColor ?? (isDimmed ? palette.secondaryText : palette.text);
	const frame = face.isThanking === true ? drawFrame(color) : "";
	// Two lines are preferred to one line that is hard to read.
	const box =
		lines.length < 2
			? { maxPx: 44, preferredMinPx: 24, minPx: 18 }
			: { maxPx: 30, preferredMinPx: 20, minPx: 16 };
	const name = drawName(face.name, box, (44 + 138 - lines.length * 24) / 2, nameColor);
	return background + header + name + lineElements.join("") + frame;
}

function drawBar({ isTest }: PersonFace, color: string): string {
	if (!isTest) return drawTopBar(color);
	const dashes = [];
	for (let x = 0; x < keySizePx; x += dashPx * 2) {
		dashes.push(rectElement({ x, y: 0, width: dashPx, height: 6, color }));
	}
	return dashes.join("");
}
