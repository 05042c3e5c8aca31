import type { ChartFace } from "../face";
import { legible, mix, palette } from "./palette";
import { keySizePx, rectElement } from "./svg";
import { fitLine } from "./text-fit";
import { drawCentred, drawBackground, drawHeader, drawLine, drawTopBar, markColor } from "./parts";

const marginPx = 10;
const barsTopY = 84;
/** Limits the width of bars: fewer bars than this are as wide as this number of bars. */
const minSlots = 6;
/** A period without events still has a visible bar. */
const minBarHeightPx = 2;

/** Draws the range, the total, one bar per period, and the first and the last label. */
export function drawChart(face: ChartFace): string {
	const isDimmed = face.appearance === "dimmed";
	const color = legible(face.color);
	const figure = fitLine(face.figure, { widthPx: keySizePx, maxPx: 38, preferredMinPx: 28 });
	const barsLayout = {
		x: marginPx,
		y: barsTopY,
		width: keySizePx - 2 * marginPx,
		height: (face.footer ? 112 : face.axis ? 118 : 136) - barsTopY,
		color: isDimmed ? palette.secondaryText : color,
	};
	return (
		drawBackground(face.color, face.press) +
		drawTopBar(isDimmed ? palette.track : face.color) +
		drawHeader(face.icon, face.header, {
			iconColor: isDimmed ? markColor(face.state) : color,
			textColor: palette.secondaryText,
		}) +
		drawCentred(figure, 61 + figure.sizePx * 0.36, isDimmed ? palette.secondaryText : palette.text) +
		drawBars(face.bars, barsLayout) +
		(face.footer ? drawLine(face.footer, { baselineY: 133, maxPx: 18 }, face.color) : "") +
		(face.axis && !face.footer
			? drawLine({ variants: face.axis, tone: "second" }, { baselineY: 136, maxPx: 16 }, face.color)
			: "")
	);
}

export type BarsLayout = {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly color: string;
};

/** Draws bars aligned to the lower edge. The newest has the full colour, the others are darker. */
export function drawBars(shares: readonly number[], { x, y, width, height, color }: BarsLayout): string {
	const stepPx = width / Math.max(minSlots, shares.length);
	const barPx = stepPx > 6 ? stepPx * 0.75 : stepPx - 1;
	const startX = x + (width - stepPx * shares.length + (stepPx - barPx)) / 2;
	const pastColor = mix(palette.background, color, 0.5);
	return shares
		.map((share, index) => {
			const barHeightPx = Math.max(minBarHeightPx, share * height);
			return rectElement({
				x: startX + index * stepPx,
				y: y + height - barHeightPx,
				width: barPx,
				height: barHeightPx,
				color: index === shares.length - 1 ? color : pastColor,
				radius: Math.min(2, barPx / 4),
			});
		})
		.join("");
}
