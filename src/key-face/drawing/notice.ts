import type { NoticeFace } from "../face";
import { iconElement } from "../icons";
import { palette } from "../palette";
import { keySizePx } from "../svg";
import { drawBackground, drawLine, toneColor } from "./parts";

const iconPx = 46;

/** One big pictogram and two short lines. */
export function drawNotice({ icon, tone, lines: [first, second], press }: NoticeFace): string {
	const color = toneColor(tone, palette.secondaryText);
	return (
		drawBackground(color, press) +
		iconElement(icon, { x: (keySizePx - iconPx) / 2, y: 17, sizePx: iconPx, color }) +
		drawLine(first, { baselineY: 95, maxPx: 23 }, palette.secondaryText) +
		drawLine(second, { baselineY: 123, maxPx: 18 }, palette.secondaryText)
	);
}
