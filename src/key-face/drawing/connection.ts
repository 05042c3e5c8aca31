import type { ConnectionFace } from "../face";
import { iconElement } from "./icons";
import { palette } from "./palette";
import { keySizePx } from "./svg";
import { fitLine } from "./text-fit";
import { drawCentred, drawBackground, drawLine, toneColor } from "./parts";

const iconPx = 36;

/** Draws the account's name, the service's host or the last event, and the connection status. */
export function drawConnection({ icon, tone, name, note, footer, press }: ConnectionFace): string {
	const color = toneColor(tone, palette.donation);
	return (
		drawBackground(color, press) +
		iconElement(icon, { x: (keySizePx - iconPx) / 2, y: 12, sizePx: iconPx, color }) +
		drawCentred(fitLine([name], { widthPx: keySizePx, maxPx: 30 }), 78, palette.text) +
		drawCentred(fitLine(note, { widthPx: keySizePx, maxPx: 18 }), 102, palette.secondaryText) +
		drawLine(footer, { baselineY: 129, maxPx: 19 }, color)
	);
}
