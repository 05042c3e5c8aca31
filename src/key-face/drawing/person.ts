import type { PersonFace } from "../face";
import { inkOn, legible, palette } from "../palette";
import { keySizePx, rectElement } from "../svg";
import { fitLine, fitTwoLines } from "../text-fit";
import { drawCentred, drawGround, drawHeader, drawTopBar, toneColor } from "./ground";

const capitalHeightEm = 0.72;
const dashPx = 12;

/** Who it was, what they gave, and how many wait to be thanked. */
export function drawPerson(face: PersonFace): string {
	const { color, look, detail, foot, press } = face;
	const isFlash = look === "flash";
	const ink = isFlash ? inkOn(color) : undefined;
	const isDimmed = look === "dimmed";
	const ground = isFlash
		? rectElement({ x: 0, y: 0, width: keySizePx, height: keySizePx, color })
		: drawGround(color, press) + drawBar(face, isDimmed ? palette.track : color);
	const header = drawHeader(face.icon, face.header, {
		iconColor: ink ?? (isDimmed ? palette.warning : legible(color)),
		textColor: ink ?? palette.secondText,
	});
	const lines = [detail, foot].filter((line) => line !== undefined);
	const below = lines.map((line, index) => {
		const isDetail = line === detail;
		const fitted = fitLine(line.wordings, {
			widthPx: keySizePx,
			maxPx: isDetail && line.tone === "accent" ? 23 : 18,
		});
		const baselineY = 132 - (lines.length - 1 - index) * 24;
		return drawCentred(fitted, baselineY, ink ?? toneColor(line.tone, color));
	});
	const nameColor = ink ?? (isDimmed ? palette.secondText : palette.text);
	return ground + header + drawName(face.name, lines.length, nameColor) + below.join("");
}

function drawName(name: string, linesBelow: number, color: string): string {
	const bottomY = 138 - linesBelow * 24;
	const hasRoomForTwo = linesBelow < 2;
	const box = { widthPx: keySizePx, maxPx: hasRoomForTwo ? 44 : 30, minPx: 18 };
	const { lines, sizePx } = hasRoomForTwo
		? fitTwoLines(name, { ...box, comfortPx: 24 })
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
