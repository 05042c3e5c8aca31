import type { NumberFace } from "../face";
import { inkOn, legible, palette } from "../palette";
import { keySizePx, rectElement } from "../svg";
import { fitLine } from "../text-fit";
import { drawCentred, drawGround, drawHeader, drawLine, drawTopBar } from "./ground";
import { drawGoalFrame } from "./goal-frame";

const maxFigurePx = 60;
const maxOfTwoPx = { withFoot: 28, alone: 34 };
/** Height of a bold digit in font sizes. */
const digitHeightEm = 0.72;
const framedWidthPx = 124;
const framedInsetPx = 9;

/** The biggest number that fits, its label above, one line below. */
export function drawNumber(face: NumberFace): string {
	const { color, press, goalShare } = face;
	const isFlash = face.look === "flash";
	const isFramed = goalShare !== undefined;
	const ink = isFlash ? inkOn(color) : undefined;
	const textColor = ink ?? (face.look === "dimmed" ? palette.secondText : palette.text);

	const ground = isFlash
		? rectElement({ x: 0, y: 0, width: keySizePx, height: keySizePx, color })
		: drawGround(color, press);
	const mark = isFramed
		? drawGoalFrame(goalShare, ink ?? (face.look === "dimmed" ? palette.secondText : legible(color)))
		: isFlash
			? ""
			: drawTopBar(face.look === "dimmed" ? palette.track : color);
	const header = drawHeader(face.icon, face.header, {
		iconColor: ink ?? (face.look === "dimmed" ? palette.warning : legible(color)),
		textColor: ink ?? palette.secondText,
		insetPx: isFramed ? framedInsetPx : 0,
	});
	return ground + mark + header + drawFigures(face, textColor) + drawFoot(face, ink);
}

function drawFigures({ figures, figureComfortPx, foot, goalShare }: NumberFace, color: string): string {
	const centreY = foot ? 78 : 86;
	if (figures.length === 0) return drawMask(centreY, color);
	const widthPx = goalShare === undefined ? keySizePx : framedWidthPx;
	const isSingle = figures.length === 1;
	const fitted = figures.map((wordings) =>
		fitLine(wordings, {
			widthPx,
			maxPx: isSingle ? maxFigurePx : maxOfTwoPx[foot ? "withFoot" : "alone"],
			comfortPx: isSingle ? figureComfortPx : 22,
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

function drawFoot({ foot, color, goalShare }: NumberFace, ink: string | undefined): string {
	if (!foot) return "";
	const isFramed = goalShare !== undefined;
	const widthPx = isFramed ? framedWidthPx : keySizePx;
	const place = { baselineY: isFramed ? 123 : 127, maxPx: ink === undefined ? 20 : 24, widthPx };
	if (ink === undefined) return drawLine(foot, place, color);
	return drawCentred(fitLine(foot.wordings, place), place.baselineY, ink);
}
