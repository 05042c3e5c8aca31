import { describe, expect, it } from "vitest";

import { textWidthEm } from "../../../src/key-face/text-width";

describe("the width of bold text", () => {
	it.each([
		["7", 0.556],
		["12,408", 5 * 0.556 + 0.278],
		["W", 0.944],
		["é", 0.556],
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

	it("takes signs without a measure for wide ones", () => {
		expect(textWidthEm("ש")).toBeGreaterThanOrEqual(0.7);
		expect(textWidthEm("Ж")).toBeGreaterThanOrEqual(0.85);
		expect(textWidthEm("﷽")).toBeGreaterThan(10);
		expect(textWidthEm("𒐫")).toBeGreaterThan(5);
	});
});
