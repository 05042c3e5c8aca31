import type { ItemOption } from "../../src/inspector/message-parts";

export type Place = NonNullable<ItemOption["place"]>;

/** Common canvas sizes of streaming software, smallest first. */
const usualCanvases = [
	{ width: 1280, height: 720 },
	{ width: 1920, height: 1080 },
	{ width: 2560, height: 1440 },
	{ width: 3840, height: 2160 },
] as const;
const percent = { width: 100, height: 100 } as const;
const percentAspectRatio = 16 / 9;

/** The canvas that contains the places, and its aspect ratio on the screen. */
export type Canvas = Place & { readonly aspectRatio: number };

/**
 * Guesses the canvas of a scene, because the unit of places is not documented: percent if all places fit into
 * 100 × 100, else pixels of the smallest common canvas that contains them, else their bounding box.
 */
export function canvasOf(places: readonly Place[]): Canvas {
	const left = Math.min(...places.map((place) => place.left));
	const top = Math.min(...places.map((place) => place.top));
	const right = Math.max(...places.map((place) => place.left + place.width));
	const bottom = Math.max(...places.map((place) => place.top + place.height));
	const holdsAll = ({ width, height }: { readonly width: number; readonly height: number }) =>
		left >= 0 && top >= 0 && right <= width && bottom <= height;
	if (holdsAll(percent)) return { left: 0, top: 0, ...percent, aspectRatio: percentAspectRatio };
	const { width, height } = usualCanvases.find(holdsAll) ?? { width: right - left, height: bottom - top };
	const isUsual = usualCanvases.some((canvas) => canvas.width === width && canvas.height === height);
	return { ...(isUsual ? { left: 0, top: 0 } : { left, top }), width, height, aspectRatio: width / height };
}

/** Returns a place in percent of the canvas. */
export function percentOf(place: Place, canvas: Canvas): Place {
	return {
		left: ((place.left - canvas.left) / canvas.width) * 100,
		top: ((place.top - canvas.top) / canvas.height) * 100,
		width: (place.width / canvas.width) * 100,
		height: (place.height / canvas.height) * 100,
	};
}
