import type { NoticeFace } from "../face";
import { iconElement } from "./icons";
import { palette } from "./palette";
import { keySizePx } from "./svg";
import { fitLine } from "./text-fit";
import { drawBackground, drawCentred, drawLine, toneColor } from "./parts";

const iconPx = 46;
const labelledIconPx = 38;

/** Draws a large pictogram and two short lines, below the key's label if there is one. */
export function drawNotice(face: NoticeFace): string {
	const { icon, tone, press, header } = face;
	const [first, second] = face.lines;
	const color = toneColor(tone, palette.secondaryText);
	if (header) {
		return (
			drawBackground(color, press) +
			drawCentred(fitLine(header, { widthPx: keySizePx, maxPx: 20 }), 30, palette.secondaryText) +
			iconElement(icon, { x: (keySizePx - labelledIconPx) / 2, y: 42, sizePx: labelledIconPx, color }) +
			drawLine(first, { baselineY: 106, maxPx: 21 }, palette.secondaryText) +
			drawLine(second, { baselineY: 131, maxPx: 18 }, palette.secondaryText)
		);
	}
	return (
		drawBackground(color, press) +
		iconElement(icon, { x: (keySizePx - iconPx) / 2, y: 17, sizePx: iconPx, color }) +
		drawLine(first, { baselineY: 95, maxPx: 23 }, palette.secondaryText) +
		drawLine(second, { baselineY: 123, maxPx: 18 }, palette.secondaryText)
	);
}
