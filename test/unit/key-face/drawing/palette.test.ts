import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
	contrast,
	contrastColorOn,
	minContrast,
	legible,
	mix,
	palette,
} from "../../../../src/key-face/drawing/palette";

const { background, pressed, track, ...textColors } = palette;
const anyColor = fc
	.integer({ min: 0, max: 0xffffff })
	.map((number) => `#${number.toString(16).padStart(6, "0")}`);

describe("the palette", () => {
	it("measures contrast as WCAG does", () => {
		expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
		expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
		expect(contrast(background, track)).toBeGreaterThan(1.5);
	});

	it.each(Object.entries(textColors))("has %s readable on both backgrounds", (_name, color) => {
		expect(contrast(color, background)).toBeGreaterThanOrEqual(minContrast);
		expect(contrast(color, pressed)).toBeGreaterThanOrEqual(minContrast);
	});

	it("makes any colour readable, and does not change readable ones", () => {
		fc.assert(
			fc.property(anyColor, (color) => {
				expect(contrast(legible(color), background)).toBeGreaterThanOrEqual(minContrast);
				expect(contrast(legible(color), pressed)).toBeGreaterThanOrEqual(minContrast);
				expect(contrast(contrastColorOn(color), color)).toBeGreaterThanOrEqual(minContrast);
			}),
		);
		expect(legible(palette.follow)).toBe(palette.follow);
	});

	it("mixes colours by channel", () => {
		expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
		expect(mix("#102030", "#ffffff", 0)).toBe("#102030");
	});
});
