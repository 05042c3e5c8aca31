import type { NumberFace } from "../face";
import { contrastColorOn, legible, palette } from "../palette";
import { keySizePx, rectElement } from "../svg";
import { fitLine } from "../text-fit";
import { drawCentred, drawBackground, drawHeader, drawLine, drawTopBar } from "./parts";
import { drawGoalFrame } from "./goal-frame";

const maxFigurePx = 60;
const maxTwoFiguresPx = { withFoot: 28, alone: 34 };
/** Height of a bold digit in font sizes. */
const digitHeightEm = 0.72;
const framedWidthPx = 124;
const framedInsetPx = 9;

/** The biggest number that fits, its label above, one line below. */
export function drawNumber(face: NumberFace): string {
	const { color, press, goalShare } = face;
	const isFlash = face.appearance === "flash";
	const isFramed = goalShare !== undefined;
	const contrastColor = isFlash ? contrastColorOn(color) : undefined;
	const textColor = contrastColor ?? (face.appearance === "dimmed" ? palette.secondaryText : palette.text);

	const background = isFlash
		? rectElement({ x: 0, y: 0, width: keySizePx, height: keySizePx, color })
		: drawBackground(color, press);
	const frameOrBar = isFramed
		? drawGoalFrame(
				goalShare,
				contrastColor ?? (face.appearance === "dimmed" ? palette.secondaryText : legible(color)),
			)
		: isFlash
			? ""
			: drawTopBar(face.appearance === "dimmed" ? palette.track : color);
	const header = drawHeader(face.icon, face.header, {
		iconColor: contrastColor ?? (face.appearance === "dimmed" ? palette.warning : legible(color)),
		textColor: contrastColor ?? palette.secondaryText,
		insetPx: isFramed ? framedInsetPx : 0,
	});
	return background + frameOrBar + header + drawFigures(face, textColor) + drawFooter(face, contrastColor);
}

function drawFigures(
	{ figures, figurePreferredMinPx, footer, goalShare }: NumberFace,
	color: string,
): string {
	const centreY = footer ? 78 : 86;
	if (figures.length === 0) return drawMask(centreY, color);
	const widthPx = goalShare === undefined ? keySizePx : framedWidthPx;
	const isSingle = figures.length === 1;
	const fitted = figures.map((variants) =>
		fitLine(variants, {
			widthPx,
			maxPx: isSingle ? maxFigurePx : maxTwoFiguresPx[footer ? "withFoot" : "alone"],
			preferredMinPx: isSingle ? figurePreferredMinPx : 22,
		}),
	);
	const sizePx = Math.min(...fitted.map((line) => line.sizePx));
	const stepPx = sizePx * 1.08;
	const firstY = centreY + (sizePx * digitHeightEm) / 2 - (stepPx * (fitted.length - 1)) / 2;
	return fitted
		.map((line, index) => drawCentred({ ...line, sizePx }, firstY + index * stepPx, color))
		.join("");
}

function drawMask(centreY: number, color: string): string {
	return [-34, 0, 34]
		.map((offset) => `<circle cx="${keySizePx / 2 + offset}" cy="${centreY}" r="8" fill="${color}"/>`)
		.join("");
}

function drawFooter({ footer, color, goalShare }: NumberFace, contrastColor: string | undefined): string {
	if (!footer) return "";
	const isFramed = goalShare !== undefined;
	const widthPx = isFramed ? framedWidthPx : keySizePx;
	const layout = { baselineY: isFramed ? 123 : 127, maxPx: contrastColor === undefined ? 20 : 24, widthPx };
	if (contrastColor === undefined) return drawLine(footer, layout, color);
	return drawCentred(fitLine(footer.variants, layout), layout.baselineY, contrastColor);
}
