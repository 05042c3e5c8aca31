import type { ChartFace, Line } from "../face";
import { legible, mix, palette } from "../palette";
import { keySizePx, rectElement } from "../svg";
import { fitLine } from "../text-fit";
import { drawCentred, drawGround, drawHeader, drawLine, drawTopBar } from "./ground";

const sidePx = 10;
const barsTopY = 84;
/** Few bars do not get wider than these many would. */
const minPlaces = 6;
/** So that a period without events still has its place. */
const leastBarPx = 2;

/** The range, the total, and one bar per period, the newest in full colour; below, the first and the last label. */
export function drawChart(face: ChartFace): string {
	const isDimmed = face.look === "dimmed";
	const color = legible(face.color);
	const figure = fitLine(face.figure, { widthPx: keySizePx, maxPx: 38, comfortPx: 28 });
	const barsPlace = {
		x: sidePx,
		y: barsTopY,
		width: keySizePx - 2 * sidePx,
		height: (face.foot ? 112 : face.axis ? 118 : 136) - barsTopY,
		color: isDimmed ? palette.secondText : color,
	};
	return (
		drawGround(face.color, face.press) +
		drawTopBar(isDimmed ? palette.track : face.color) +
		drawHeader(face.icon, face.header, {
			iconColor: isDimmed ? palette.warning : color,
			textColor: palette.secondText,
		}) +
		drawCentred(figure, 61 + figure.sizePx * 0.36, isDimmed ? palette.secondText : palette.text) +
		drawBars(face.bars, barsPlace) +
		(face.foot ? drawLine(face.foot, { baselineY: 133, maxPx: 18 }, face.color) : "") +
		(face.axis && !face.foot ? drawLine(axisLine(face.axis), { baselineY: 136, maxPx: 16 }, face.color) : "")
	);
}

function axisLine([first, last]: readonly [string, string]): Line {
	return { wordings: [`${first} – ${last}`, last], tone: "second" };
}

export type BarsPlace = {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly color: string;
};

/** Bars side by side, standing on the place's lower edge; all but the newest in half colour. */
export function drawBars(shares: readonly number[], { x, y, width, height, color }: BarsPlace): string {
	const stepPx = width / Math.max(minPlaces, shares.length);
	const barPx = stepPx > 6 ? stepPx * 0.75 : stepPx - 1;
	const startX = x + (width - stepPx * shares.length + (stepPx - barPx)) / 2;
	const past = mix(palette.background, color, 0.5);
	return shares
		.map((share, index) => {
			const barHeightPx = Math.max(leastBarPx, share * height);
			return rectElement({
				x: startX + index * stepPx,
				y: y + height - barHeightPx,
				width: barPx,
				height: barHeightPx,
				color: index === shares.length - 1 ? color : past,
				radius: Math.min(2, barPx / 4),
			});
		})
		.join("");
}
