import type { Line, NumberFace } from "../face";
import { contrastColorOn, legible, palette } from "./palette";
import { keySizePx, rectElement } from "./svg";
import { fitLine, fitsWhole } from "./text-fit";
import { drawCentred, drawBackground, drawHeader, drawLine, drawTopBar, markColor } from "./parts";
import { drawGoalFrame } from "./goal-frame";

const maxFigurePx = 60;
const maxTwoFiguresPx = { 0: 34, 1: 28, 2: 24 };
const maxSingleFigurePx = { 0: maxFigurePx, 1: maxFigurePx, 2: 42 };
/** Two figures above two lines inside a goal frame. */
const tightFigures = { maxPx: 20, centreY: 63 };
/** Vertical centre of the figures, by the number of lines below them. */
const centreYByLines = { 0: 86, 1: 78, 2: 67 };
/** From this size on, period and footer share a line. */
const minSharedLinePx = 17;
/** Height of a bold digit in font sizes. */
const digitHeightEm = 0.72;
const framedWidthPx = 124;
const framedInsetPx = 9;

/** Draws the number as large as fits, with its label above and one or two lines below. */
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
		iconColor: contrastColor ?? (face.appearance === "dimmed" ? markColor(face.state) : legible(color)),
		textColor: contrastColor ?? palette.secondaryText,
		insetPx: isFramed ? framedInsetPx : 0,
	});
	const lines = footerLines(face);
	const { length: lineCount } = lines;
	return (
		background +
		frameOrBar +
		header +
		drawFigures(face, lineCount, textColor) +
		drawFooter(face, lines, contrastColor)
	);
}

function drawFigures(
	{ figures, figurePreferredMinPx, goalShare }: NumberFace,
	lineCount: 0 | 1 | 2,
	color: string,
): string {
	const isSingle = figures.length === 1;
	const isTight = figures.length > 1 && goalShare !== undefined && lineCount === 2;
	const centreY = isTight ? tightFigures.centreY : centreYByLines[lineCount];
	if (figures.length === 0) return drawMask(centreY, color);
	const widthPx = goalShare === undefined ? keySizePx : framedWidthPx;
	const maxPx = isTight ? tightFigures.maxPx : (isSingle ? maxSingleFigurePx : maxTwoFiguresPx)[lineCount];
	const fitted = figures.map((variants) =>
		fitLine(variants, {
			widthPx,
			maxPx,
			preferredMinPx: isSingle ? figurePreferredMinPx : Math.min(22, maxPx),
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

type FooterLines = readonly [] | readonly [Line] | readonly [Line, Line];

/** Returns footer and period on one line if that is easy to read, otherwise on two. */
function footerLines({ footer, period, goalShare, press }: NumberFace): FooterLines {
	if (!footer) return [];
	// The progress bar of a hold replaces the second line.
	if (!period || period.length === 0 || press?.progress !== undefined) return [footer];
	const widthPx = goalShare === undefined ? keySizePx : framedWidthPx;
	const shared = footer.variants
		.flatMap((text) => period.map((periodText) => `${text} · ${periodText}`))
		.find((text) => fitsWhole(text, { widthPx, maxPx: 20, minPx: minSharedLinePx }));
	if (shared !== undefined) return [{ variants: [shared], tone: footer.tone }];
	return [footer, { variants: period, tone: "second" }];
}

function drawFooter(
	{ color, goalShare }: NumberFace,
	lines: FooterLines,
	contrastColor: string | undefined,
): string {
	const isFramed = goalShare !== undefined;
	const widthPx = isFramed ? framedWidthPx : keySizePx;
	const lastY = isFramed ? 123 : lines.length === 2 ? 131 : 127;
	const maxPx = lines.length === 2 ? 18 : contrastColor === undefined ? 20 : 24;
	return lines
		.map((line, index) => {
			const baselineY = lastY - (lines.length - 1 - index) * 22;
			const layout = { baselineY, maxPx, widthPx };
			if (contrastColor === undefined) return drawLine(line, layout, color);
			return drawCentred(fitLine(line.variants, layout), baselineY, contrastColor);
		})
		.join("");
}
