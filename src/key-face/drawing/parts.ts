import type { FaceState, Line, PressIndicator, Tone } from "../face";
import type { TextVariants } from "../text/format";
import { type IconName, iconElement } from "./icons";
import { legible, palette } from "./palette";
import { keySizePx, rectElement, textElement } from "./svg";
import { fitLine, fitsWhole, fitTwoLines, type FittedText, type TextBox } from "./text-fit";

const topBarPx = 6;
const holdBarPx = 8;
const pressFramePx = 4;
const capitalHeightEm = 0.72;

/** Draws the background. During a press, adds a frame, or the progress bar of a hold at the bottom. */
export function drawBackground(color: string, press: PressIndicator | undefined): string {
	const base = rectElement({
		x: 0,
		y: 0,
		width: keySizePx,
		height: keySizePx,
		color: press ? palette.pressed : palette.background,
	});
	if (!press) return base;
	return base + (press.progress === undefined ? drawFrame(color) : drawHoldProgress(color, press.progress));
}

export function drawFrame(color: string): string {
	const inset = pressFramePx / 2;
	const edge = keySizePx - inset;
	return (
		`<path d="M${inset} ${inset}H${edge}V${edge}H${inset}Z" fill="none" stroke="${legible(color)}"` +
		` stroke-width="${pressFramePx}"/>`
	);
}

function drawHoldProgress(color: string, progress: number): string {
	const bar = { x: 0, y: keySizePx - holdBarPx, height: holdBarPx };
	return (
		rectElement({ ...bar, width: keySizePx, color: palette.track }) +
		rectElement({ ...bar, width: keySizePx * Math.min(1, Math.max(0, progress)), color: legible(color) })
	);
}

/** Draws the bar at the top, in the colour of the metric or event type. */
export function drawTopBar(color: string): string {
	return rectElement({ x: 0, y: 0, width: keySizePx, height: topBarPx, color });
}

export type HeaderStyle = {
	readonly iconColor: string;
	readonly textColor: string;
	readonly insetPx?: number;
};

export function drawHeader(
	icon: IconName,
	variants: TextVariants,
	{ iconColor, textColor, insetPx = 0 }: HeaderStyle,
): string {
	const iconPx = insetPx > 0 ? 20 : 22;
	const iconX = 10 + insetPx;
	const textX = iconX + iconPx + 7;
	const box = { widthPx: keySizePx - insetPx - textX, maxPx: 20, preferredMinPx: 17 };
	if (!variants.some((variant) => fitsWhole(variant, box))) {
		// The label is longer than any of the plugin's, so the user entered it. It is drawn without the pictogram.
		const label = fitLine(variants, { widthPx: keySizePx - 2 * insetPx, maxPx: 18 });
		return drawCentred(label, 36 + insetPx / 4, textColor);
	}
	const label = fitLine(variants, box);
	return (
		iconElement(icon, { x: iconX, y: 29 + insetPx / 4 - iconPx / 2, sizePx: iconPx, color: iconColor }) +
		textElement(label, { x: textX, baselineY: 36 + insetPx / 4, color: textColor, anchor: "start" })
	);
}

/** Draws a centred line in the colour of its tone. */
export function drawLine(
	{ variants, tone }: Line,
	layout: { readonly baselineY: number; readonly maxPx: number; readonly widthPx?: number },
	accent: string,
): string {
	const { baselineY, maxPx, widthPx = keySizePx } = layout;
	return drawCentred(fitLine(variants, { widthPx, maxPx }), baselineY, toneColor(tone, accent));
}

/** Draws a name on up to two lines around a vertical centre. */
export function drawName(
	name: string,
	box: Omit<TextBox, "widthPx">,
	centreY: number,
	color: string,
): string {
	const { lines, sizePx } = fitTwoLines(name, { widthPx: keySizePx, ...box });
	const stepPx = sizePx * 1.1;
	const firstY = centreY + (sizePx * capitalHeightEm) / 2 - (stepPx * (lines.length - 1)) / 2;
	return lines.map((text, index) => drawCentred({ text, sizePx }, firstY + index * stepPx, color)).join("");
}

export function drawCentred(text: FittedText, baselineY: number, color: string): string {
	return textElement(text, { x: keySizePx / 2, baselineY, color });
}

/** Returns the colour of the pictogram that marks a state. */
export function markColor(state: FaceState): string {
	return state === "stale" || state === "connecting" ? palette.warning : palette.fault;
}

/** Returns the text colour of a tone. `accent` is the colour of the face. */
export function toneColor(tone: Tone, accent: string): string {
	switch (tone) {
		case "text":
			return palette.text;
		case "second":
			return palette.secondaryText;
		case "accent":
			return legible(accent);
		case "warning":
			return palette.warning;
		case "fault":
			return palette.fault;
	}
}
