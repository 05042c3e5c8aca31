import type { CommandFace } from "../face";
import { iconElement } from "../icons";
import { inkOn, legible, palette } from "../palette";
import { keySizePx, rectElement } from "../svg";
import { fitLine, fitTwoLines } from "../text-fit";
import { drawCentred, drawGround, toneColor } from "./ground";

const iconPx = 32;
const capitalHeightEm = 0.72;

/** Pictogram, the thing's name on up to two lines, and what the key does. */
export function drawCommand({ icon, color, name, look, foot, press }: CommandFace): string {
	const isDone = look === "done";
	const ink = isDone ? inkOn(color) : undefined;
	const ground = isDone
		? rectElement({ x: 0, y: 0, width: keySizePx, height: keySizePx, color })
		: drawGround(color, press);
	const footColor = ink ?? toneColor(foot.tone, color);
	const nameColor = ink ?? (look === "dimmed" ? palette.secondText : palette.text);
	const iconColor = ink ?? (look === "dimmed" ? footColor : legible(color));
	return (
		ground +
		iconElement(icon, { x: (keySizePx - iconPx) / 2, y: 13, sizePx: iconPx, color: iconColor }) +
		drawName(name, nameColor) +
		drawCentred(fitLine(foot.wordings, { widthPx: keySizePx, maxPx: 20 }), 129, footColor)
	);
}

function drawName(name: string, color: string): string {
	const { lines, sizePx } = fitTwoLines(name, {
		widthPx: keySizePx,
		maxPx: 30,
		comfortPx: 24,
		minPx: 18,
	});
	const stepPx = sizePx * 1.1;
	const firstY = 78 + (sizePx * capitalHeightEm) / 2 - (stepPx * (lines.length - 1)) / 2;
	return lines.map((text, index) => drawCentred({ text, sizePx }, firstY + index * stepPx, color)).join("");
}
