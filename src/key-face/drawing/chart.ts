import type { ChartFace } from "../face";
import { iconElement } from "../icons";
import { legible, mix, palette } from "../palette";
import { keySizePx, rectElement, textElement } from "../svg";
import { fitLine, textWidthPx, usableWidthPx } from "../text-fit";
import { drawGround, drawLine, drawTopBar } from "./ground";

const sidePx = 10;
const iconPx = 22;
const gapPx = 7;
const widestStepPx = 22;
/** So that a period without events still has its place. */
const leastBarPx = 2;

/** The range, the total, and one bar per period, the newest in full colour. */
export function drawChart(face: ChartFace): string {
	const isDimmed = face.look === "dimmed";
	const color = legible(face.color);
	const labelX = sidePx + iconPx + gapPx;
	const figure = fitLine(face.figure, { widthPx: 88, largestPx: 26, comfortPx: 20 });
	const label = fitLine(face.header, {
		widthPx: (keySizePx - sidePx - gapPx - labelX - textWidthPx(figure)) / usableWidthPx(1),
		largestPx: 20,
		comfortPx: 18,
	});
	const figureColor = isDimmed ? palette.secondText : palette.text;
	const barsPlace = {
		x: sidePx,
		y: 52,
		width: keySizePx - 2 * sidePx,
		height: (face.foot ? 110 : 134) - 52,
		color: isDimmed ? palette.secondText : color,
	};
	return (
		drawGround(face.color, face.press) +
		drawTopBar(isDimmed ? palette.track : face.color) +
		iconElement(face.icon, { x: sidePx, y: 18, sizePx: iconPx, color: isDimmed ? palette.warning : color }) +
		textElement(label, { x: labelX, baselineY: 36, color: palette.secondText, anchor: "start" }) +
		textElement(figure, { x: keySizePx - sidePx, baselineY: 38, color: figureColor, anchor: "end" }) +
		drawBars(face.bars, barsPlace) +
		(face.foot ? drawLine(face.foot, { baselineY: 133, largestPx: 18 }, face.color) : "")
	);
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
	const stepPx = Math.min(widestStepPx, width / Math.max(1, shares.length));
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
