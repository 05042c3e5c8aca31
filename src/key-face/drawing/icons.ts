import { round } from "./svg";

/** A part of a pictogram, on a 24 × 24 grid: a line if it has a width, otherwise a filled outline. */
type Shape = { readonly path: string; readonly lineWidth?: number };

const disc = "M12 1.5a10.5 10.5 0 1 0 0 21a10.5 10.5 0 1 0 0-21Z";

const shapesByIcon = {
	heart: [
		{
			path: "M12 21.5C5.5 16.3 1.8 12.6 1.8 8.3A5.4 5.4 0 0 1 12 6A5.4 5.4 0 0 1 22.2 8.3C22.2 12.6 18.5 16.3 12 21.5Z",
		},
	],
	star: [
		{ path: "M12 1.8L14.7 9.1L22.5 9.4L16.4 14.2L18.5 21.7L12 17.4L5.5 21.7L7.6 14.2L1.5 9.4L9.3 9.1Z" },
	],
	diamond: [{ path: "M12 1L19.5 12L12 23L4.5 12Z" }],
	megaphone: [
		{ path: "M2 9H6.5L16 3.5V20.5L10 17V21.5H6.5V15H2Z" },
		{ path: "M19 8.2Q21.8 12 19 15.8", lineWidth: 2.6 },
	],
	eye: [{ path: "M1 12Q12-1.5 23 12Q12 25.5 1 12ZM12 7.6a4.4 4.4 0 1 0 0 8.8a4.4 4.4 0 1 0 0-8.8Z" }],
	"eye-off": [
		{ path: "M1 12Q12-1.5 23 12Q12 25.5 1 12ZM12 7.6a4.4 4.4 0 1 0 0 8.8a4.4 4.4 0 1 0 0-8.8Z" },
		{ path: "M3.5 21.5L20.5 2.5", lineWidth: 3 },
	],
	bolt: [{ path: "M14 1L4 14H10.5L9.5 23L20 9.5H13Z" }],
	reset: [{ path: "M7.2 6.8A7.6 7.6 0 1 1 4.4 13.4", lineWidth: 3.2 }, { path: "M11.2 0.6V10.8L3.6 5.7Z" }],
	sync: [
		{ path: "M4.5 12A7.5 7.5 0 0 1 16.6 6.1", lineWidth: 3 },
		{ path: "M19.5 12A7.5 7.5 0 0 1 7.4 17.9", lineWidth: 3 },
		{ path: "M14.4 1.6L21 8.6L12.6 9.6Z" },
		{ path: "M9.6 22.4L3 15.4L11.4 14.4Z" },
	],
	clock: [{ path: `${disc}M10.6 5.5H13.4V11.3L17.2 14.6L15.4 16.7L10.6 12.6Z` }],
	plug: [
		{
			path: "M7.2 1H10.2V6.5H13.8V1H16.8V6.5H19V12.2A6.6 6.2 0 0 1 13.6 18V23H10.4V18A6.6 6.2 0 0 1 5 12.2V6.5H7.2Z",
		},
	],
	key: [
		{
			path: "M15.6 1.6a6.8 6.8 0 1 0 0 13.6a6.8 6.8 0 1 0 0-13.6ZM17.6 4.6a2.3 2.3 0 1 1 0 4.6a2.3 2.3 0 1 1 0-4.6Z",
		},
		{ path: "M9.2 10.6L13.6 15L11.4 17.2H9V19.6H6.6V22H2V17.8Z" },
	],
	gear: [
		{
			path:
				"M19.9 9.9L22.8 10.1L22.8 13.9L19.9 14.1L19.1 16.1L21 18.4L18.4 21L16.1 19.1L14.1 19.9L13.9 22.8L10.1 22.8" +
				"L9.9 19.9L7.9 19.1L5.6 21L3 18.4L4.9 16.1L4.1 14.1L1.2 13.9L1.2 10.1L4.1 9.9L4.9 7.9L3 5.6L5.6 3L7.9 4.9" +
				"L9.9 4.1L10.1 1.2L13.9 1.2L14.1 4.1L16.1 4.9L18.4 3L21 5.6L19.1 7.9ZM12 8.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 1 0 0-7.6Z",
		},
	],
	lock: [
		{ path: "M4 10.5H20V22.5H4ZM10.6 14V19H13.4V14Z" },
		{ path: "M7.5 10.5V7A4.5 4.5 0 0 1 16.2 5.4", lineWidth: 3 },
	],
	seal: [
		{
			path: "M12 1A8 8 0 1 0 12 17A8 8 0 1 0 12 1ZM12 5A4 4 0 1 1 12 13A4 4 0 1 1 12 5ZM6.6 17.2L5.6 23.6L12 20.8L18.4 23.6L17.4 17.2Q12 20.4 6.6 17.2Z",
		},
	],
	question: [
		{ path: "M7.4 8.2A4.7 4.7 0 1 1 12 12.6V16", lineWidth: 3.6 },
		{ path: "M12 18.4a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 1 0 0-4.4Z" },
	],
	alert: [{ path: "M12 1.5L23.5 22H0.5ZM10.6 8.5V15H13.4V8.5ZM10.6 16.8V19.4H13.4V16.8Z" }],
	person: [
		{ path: "M12 2a5 5 0 1 0 0 10a5 5 0 1 0 0-10Z" },
		{ path: "M2.5 22.5C2.5 17 6.5 14 12 14C17.5 14 21.5 17 21.5 22.5Z" },
	],
	check: [{ path: "M3.5 12.8L9.4 18.7L20.5 6.2", lineWidth: 4 }],
	send: [{ path: "M1.5 3L23 12L1.5 21L4.6 13.6L14 12L4.6 10.4Z" }],
	plus: [{ path: "M12 3V21M3 12H21", lineWidth: 4.4 }],
	minus: [{ path: "M3 12H21", lineWidth: 4.4 }],
	play: [{ path: "M5 2L21.5 12L5 22Z" }],
	pause: [{ path: "M4.5 3H10V21H4.5ZM14 3H19.5V21H14Z" }],
	stop: [{ path: "M4 4H20V20H4Z" }],
	skip: [{ path: "M2.5 3L11 12L2.5 21ZM11 3L19.5 12L11 21ZM19 3H22V21H19Z" }],
	target: [
		{ path: `${disc}M12 5a7 7 0 1 0 0 14a7 7 0 1 0 0-14Z` },
		{ path: "M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7Z" },
	],
	crown: [
		{ path: "M1.5 6.5L7.2 11L12 3L16.8 11L22.5 6.5L20.4 17H3.6Z" },
		{ path: "M3.6 18.6H20.4V21.6H3.6Z" },
	],
	/** Two sliders. */
	command: [
		{ path: "M1.5 7H22.5M1.5 17H22.5", lineWidth: 2.6 },
		{ path: "M16 3a4 4 0 1 0 0 8a4 4 0 1 0 0-8ZM8 13a4 4 0 1 0 0 8a4 4 0 1 0 0-8Z" },
	],
	bars: [{ path: "M2 13H7V22H2ZM9.5 7H14.5V22H9.5ZM17 2H22V22H17Z" }],
	flask: [{ path: "M8 1.5H16V4H14.8V9.5L21 20A1.8 1.8 0 0 1 19.4 22.5H4.6A1.8 1.8 0 0 1 3 20L9.2 9.5V4H8Z" }],
} as const satisfies Record<string, readonly Shape[]>;

export type IconName = keyof typeof shapesByIcon;

export type IconLayout = {
	readonly x: number;
	readonly y: number;
	readonly sizePx: number;
	readonly color: string;
};

/** Draws a pictogram with its top left corner at `x`, `y`. */
export function iconElement(name: IconName, { x, y, sizePx, color }: IconLayout): string {
	const shapes: readonly Shape[] = shapesByIcon[name];
	const paths = shapes.map(({ path, lineWidth }) =>
		lineWidth === undefined
			? `<path d="${path}" fill="${color}" fill-rule="evenodd"/>`
			: `<path d="${path}" fill="none" stroke="${color}" stroke-width="${lineWidth}"/>`,
	);
	return `<g transform="translate(${round(x)} ${round(y)}) scale(${round(sizePx / 24)})">${paths.join("")}</g>`;
}
