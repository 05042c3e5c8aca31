/** Colours of every face. Each text colour reaches 4.5 : 1 on `background` and on `pressed`. */
export const palette = {
	background: "#14171c",
	/** The background while the key is pressed. */
	pressed: "#28303c",
	/** The unfilled part of a frame or bar. */
	track: "#333b47",
	text: "#f4f6f8",
	secondaryText: "#9aa4b2",
	warning: "#ffcf5c",
	fault: "#ff6b6b",
	follow: "#4cc2ff",
	subscription: "#b18cff",
	donation: "#4fd18b",
	hosting: "#ffb454",
	viewers: "#5ad6d0",
	supporter: "#f2c14e",
} as const;

/** Minimum contrast of text and background (WCAG AA). */
export const minContrast = 4.5;

const white = "#ffffff";
const black = "#000000";
const lightenStep = 0.05;
/** Cache size, above the number of colours in use. Picking a colour produces many. */
const maxCachedColors = 1_000;

/**
 * Returns the contrast of two `#rrggbb` colours, from 1 to 21.
 * Source: WCAG 2, relative luminance.
 */
export function contrast(a: string, b: string): number {
	const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

/** Caches the results, because every picture requires the same colours. */
function memoized(compute: (color: string) => string): (color: string) => string {
	const cache = new Map<string, string>();
	return (color) => {
		const result = cache.get(color) ?? compute(color);
		if (cache.size < maxCachedColors) cache.set(color, result);
		return result;
	};
}

/** Returns the colour if it is readable on both backgrounds, else the nearest lighter one that is. */
export const legible = memoized((color) => {
	for (let share = 0; share < 1; share += lightenStep) {
		const candidate = mix(color, white, share);
		if (contrast(candidate, palette.pressed) >= minContrast) return candidate;
	}
	return white;
});

/** Returns black or white, the one with the higher contrast. One of them always reaches 4.5 : 1. */
export const contrastColorOn = memoized((color) =>
	contrast(color, black) >= contrast(color, white) ? black : white,
);

/** Mixes two colours. `share` 0 returns the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
	const from = channels(first);
	const to = channels(second);
	return `#${from
		.map((channel, index) => Math.round(channel + ((to[index] ?? channel) - channel) * share))
		.map((channel) => channel.toString(16).padStart(2, "0"))
		.join("")}`;
}

function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
		const share = channel / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): readonly number[] {
	return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) || 0);
}
