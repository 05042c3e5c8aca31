import { palette } from "./palette";
import { keySizePx, round } from "./svg";

const lineWidthPx = 8;
const insetPx = 8;
/** Minimum length of the filled part, and of the gap until the goal is reached, as a share of the frame. */
const minVisibleShare = 0.015;

const near = insetPx;
const far = keySizePx - insetPx;
const middle = keySizePx / 2;

/** The frame's corners clockwise from the middle of its top, and back. */
const corners: readonly (readonly [number, number])[] = [
	[middle, near],
	[far, near],
	[far, far],
	[near, far],
	[near, near],
	[middle, near],
];

/** Draws a frame that fills clockwise from the top and closes only when the goal is reached. */
export function drawGoalFrame(share: number, color: string): string {
	const filledShare = share >= 1 ? 1 : share <= 0 ? 0 : clamp(share, minVisibleShare, 1 - minVisibleShare);
	const track = frame(`M${middle} ${near}H${far}V${far}H${near}V${near}Z`, palette.track);
	if (filledShare === 0) return track;
	return (
		track +
		frame(
			filledShare === 1 ? `M${middle} ${near}H${far}V${far}H${near}V${near}Z` : partialFramePath(filledShare),
			color,
		)
	);
}

function partialFramePath(share: number): string {
	let remainingPx = share * 4 * (far - near);
	let path = `M${middle} ${near}`;
	for (let index = 1; index < corners.length && remainingPx > 0; index += 1) {
		const [fromX = 0, fromY = 0] = corners[index - 1] ?? [];
		const [toX = 0, toY = 0] = corners[index] ?? [];
		const lengthPx = Math.abs(toX - fromX) + Math.abs(toY - fromY);
		const part = Math.min(1, remainingPx / lengthPx);
		path += `L${round(fromX + (toX - fromX) * part)} ${round(fromY + (toY - fromY) * part)}`;
		remainingPx -= lengthPx;
	}
	return path;
}

function frame(path: string, color: string): string {
	return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${lineWidthPx}"/>`;
}

function clamp(value: number, low: number, high: number): number {
	return Math.min(high, Math.max(low, value));
}
