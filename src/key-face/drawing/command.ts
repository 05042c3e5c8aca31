import type { CommandFace } from "../face";
import { iconElement } from "./icons";
import { contrastColorOn, legible, palette } from "./palette";
import { keySizePx, rectElement } from "./svg";
import { fitLine } from "./text-fit";
import { drawCentred, drawBackground, drawName, toneColor } from "./parts";

const iconPx = 32;

/** Draws the pictogram, the name of the target on up to two lines, and the footer. */
export function drawCommand({ icon, color, name, appearance, footer, press }: CommandFace): string {
	const isDone = appearance === "done";
	const contrastColor = isDone ? contrastColorOn(color) : undefined;
	const background = isDone
		? rectElement({ x: 0, y: 0, width: keySizePx, height: keySizePx, color })
		: drawBackground(color, press);
	const footerColor = contrastColor ?? toneColor(footer.tone, color);
	const nameColor = contrastColor ?? (appearance === "dimmed" ? palette.secondaryText : palette.text);
	const iconColor = contrastColor ?? (appearance === "dimmed" ? footerColor : legible(color));
	return (
		background +
		iconElement(icon, { x: (keySizePx - iconPx) / 2, y: 13, sizePx: iconPx, color: iconColor }) +
		drawName(name, { maxPx: 30, preferredMinPx: 24, minPx: 18 }, 78, nameColor) +
		drawCentred(fitLine(footer.variants, { widthPx: keySizePx, maxPx: 20 }), 129, footerColor)
	);
}
