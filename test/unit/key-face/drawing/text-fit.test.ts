import { describe, expect, it } from "vitest";

import { fitLine, fitsWhole, fitTwoLines, textWidthPx } from "../../../../src/key-face/drawing/text-fit";

const key = { widthPx: 144, maxPx: 60 };

describe("one line", () => {
	it("is as large as fits with a tenth to spare", () => {
		expect(fitLine(["7"], key)).toEqual({ text: "7", sizePx: 60 });
		const fitted = fitLine(["12,408"], key);
		expect(textWidthPx(fitted)).toBeLessThanOrEqual(144 * 0.9);
		expect(textWidthPx({ ...fitted, sizePx: fitted.sizePx + 1 })).toBeGreaterThan(144 * 0.9);
	});

	it("uses the first variant that is comfortable to read", () => {
		const box = { ...key, preferredMinPx: 32 };
		expect(fitLine(["182,207", "182.2K"], box).text).toBe("182,207");
		expect(fitLine(["1,182,207", "1.1M"], box).text).toBe("1.1M");
	});

	it("uses the variant that can be largest if none is comfortable", () => {
		expect(fitLine(["1,182,207", "1,182K"], { ...key, preferredMinPx: 50 }).text).toBe("1,182K");
	});

	it("is truncated at a whole character if nothing fits", () => {
		const family = "👨‍👩‍👧‍👦";
		expect(fitLine([family.repeat(20)], key)).toEqual({ text: `${family.repeat(5)}…`, sizePx: 16 });
	});

	it("displays the start of a text of any length", () => {
		expect(fitLine(["W".repeat(500)], key).text).toBe("WWWWWWW…");
	});

	it("is empty without text", () => {
		expect(fitLine([], key).text).toBe("");
		expect(fitLine([""], key).text).toBe("");
	});

	it("reports whether a text fits completely", () => {
		expect(fitsWhole("Followers", key)).toBe(true);
		expect(fitsWhole("Followers since the beginning", key)).toBe(false);
	});
});

describe("a name on up to two lines", () => {
	const box = { widthPx: 144, maxPx: 30, preferredMinPx: 24, minPx: 18 };

	it("stays on one line if it can be large", () => {
		expect(fitTwoLines("Alerts", box).lines).toEqual(["Alerts"]);
	});

	it("breaks between words", () => {
		expect(fitTwoLines("Follower goal", box).lines).toEqual(["Follower", "goal"]);
		expect(fitTwoLines("Wheel of fortune", box).lines).toEqual(["Wheel of", "fortune"]);
	});

	it("breaks anywhere in scripts without spaces, but not before a small character", () => {
		expect(fitTwoLines("フォロワー目標達成カウンター", box).lines.join("")).toBe(
			"フォロワー目標達成カウンター",
		);
		expect(fitTwoLines("フォロワー目標達成カウンター", box).lines).toHaveLength(2);
		expect(fitTwoLines("ああああああーああああああ", box).lines[1]).not.toMatch(/^ー/);
	});

	it("breaks a single long word and truncates the rest", () => {
		const { lines } = fitTwoLines("Xx_TheVeryLongNameOfAViewer_xX", box);
		expect(lines).toHaveLength(2);
		expect(lines[1]).toMatch(/…$/);
	});

	it("truncates many words at the end of the second line", () => {
		const { lines, sizePx } = fitTwoLines("one two three four five six seven eight nine", box);
		expect(lines[0]).toBe("one two three");
		expect(lines[1]).toMatch(/…$/);
		expect(sizePx).toBe(18);
	});
});
