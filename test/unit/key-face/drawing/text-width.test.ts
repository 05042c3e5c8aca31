import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { measureGraphemes, textWidthEm } from "../../../../src/key-face/drawing/text-width";

describe("the width of bold text", () => {
	it.each([
		["7", 0.556],
		["12,408", 5 * 0.556 + 0.278],
		["W", 0.944],
		["é", 0.556],
		["’", 0.278],
		["¡¿", 0.333 + 0.611],
		["°º", 0.4 + 0.365],
		["e\u0301", 0.556],
		["漢字", 2],
		["각", 1],
		["👩‍🚀", 1.25],
		["👨‍👩‍👧‍👦", 1.25],
		["🇫🇷", 1.6],
		["1️⃣", 1.25],
		["", 0],
		["\u200b", 0],
	])("%j is %d font sizes wide", (text, widthEm) => {
		expect(textWidthEm(text)).toBeCloseTo(widthEm, 5);
	});

	it("treats each character as separate, as a segmenter does", () => {
		const ranges = [
			[0x20, 0x7e],
			[0xa0, 0x2ff],
			[0x2010, 0x2027],
			[0x2030, 0x205e],
			[0x20a0, 0x20c0],
			[0x2212, 0x2212],
		];
		const signs = ranges.flatMap(([from = 0, to = 0]) =>
			Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
		);
		const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
		fc.assert(
			fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 40 }), (chosen) => {
				const text = chosen.join("");
				const segments = Array.from(segmenter.segment(text), ({ segment }) => segment);
				expect(measureGraphemes(text).map(({ grapheme }) => grapheme)).toEqual(segments);
			}),
		);
	});

	it("estimates unknown characters as wide", () => {
		expect(textWidthEm("ש")).toBeGreaterThanOrEqual(0.7);
		expect(textWidthEm("Ж")).toBeGreaterThanOrEqual(0.85);
		expect(textWidthEm("﷽")).toBeGreaterThan(10);
		expect(textWidthEm("𒐫")).toBeGreaterThan(5);
	});
});
