import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
	formatCompact,
	formatDelta,
	formatFull,
	formatGoal,
	formatMoneyCompact,
	formatMoneyFull,
	formatPercent,
	plainMoney,
	plainValue,
} from "../../../../src/key-face/text/format";
import { stringsFor } from "../../../../src/key-face/language";
import { languages } from "../../../../src/state/language";
import { count, money } from "../gallery/shared";

const eur = (minorUnits: number) => ({ minorUnits, currency: "EUR" });

describe("a number", () => {
	it.each([
		[0, "0", "0"],
		[999, "999", "999"],
		[1000, "1,000", "1K"],
		[9999, "9,999", "9.9K"],
		[182_207, "182,207", "182.2K"],
		[999_950, "999,950", "999.9K"],
		[999_999, "999,999", "999.9K"],
		[1_000_000, "1,000,000", "1M"],
		[999_999_999, "999,999,999", "999.9M"],
		[-1999, "-1,999", "-1.9K"],
		[312.57, "312.57", "312.57"],
	])("%d is %s in full and %s in short", (value, full, compact) => {
		expect(formatFull(value, "en")).toBe(full);
		expect(formatCompact(value, "en")).toBe(compact);
	});

	it("has the same format in every language below a thousand", () => {
		for (const language of languages) {
			const { locale } = stringsFor(language);
			const formatter = new Intl.NumberFormat(locale);
			for (let count = 0; count < 1_000; count++)
				expect(formatFull(count, locale)).toBe(formatter.format(count));
		}
	});

	it.each([
		["de", "182.207", "182.207", "1,2 Mio."],
		["es", "182.207", "182,2 mil", "1,2 M"],
		["fr", "182 207", "182,2 k", "1,2 M"],
		["ja", "182,207", "18.2万", "123.4万"],
		["ko", "182,207", "18.2만", "123.4만"],
		["zh_CN", "182,207", "18.2万", "123.4万"],
		["zh_TW", "182,207", "18.2萬", "123.4萬"],
	])("has the format of %s", (language, full, thousands, millions) => {
		const { locale } = stringsFor(language);
		const plainSpaces = (text: string) => text.replaceAll("\u00a0", " ");
		expect(plainSpaces(formatFull(182_207, locale))).toBe(full);
		expect(plainSpaces(formatCompact(182_207, locale))).toBe(thousands);
		expect(plainSpaces(formatCompact(1_234_567, locale))).toBe(millions);
	});

	it("is never rounded up when shortened", () => {
		const units: Record<string, number> = { "": 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 };
		fc.assert(
			fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (value) => {
				const [, digits = "", unit = ""] = /^([\d,.]+)([KMBT]?)$/.exec(formatCompact(value, "en")) ?? [];
				const shown = Number(digits.replaceAll(",", "")) * (units[unit] ?? NaN);
				expect(shown).toBeLessThanOrEqual(value * (1 + Number.EPSILON));
				expect(shown).toBeGreaterThan(value * 0.9);
			}),
		);
	});

	it.each(languages)("contains only spaces that every font has in %s", (language) => {
		const { locale } = stringsFor(language);
		const all =
			formatFull(1_234_567, locale) + formatCompact(1_234_567, locale) + formatMoneyFull(eur(1), locale);
		expect(all).not.toMatch(/[\u2000-\u200f\u202f]/);
	});
});

describe("percentages", () => {
	it.each([
		["en", "1,150%"],
		["de", "1.150 %"],
		["es", "1150 %"],
		["fr", "1 150 %"],
		["ja", "1,150%"],
		["ko", "1,150%"],
		["zh_CN", "1,150%"],
		["zh_TW", "1,150%"],
	])("have the format of %s", (language, expected) => {
		const [full] = formatPercent(1_150, stringsFor(language).locale);
		expect(full?.replaceAll("\u00a0", " ")).toBe(expected);
	});

	it("are exact", () => {
		for (let percent = 0; percent < 2_000; percent += 1) {
			expect(formatPercent(percent, "en")[0]?.replace(",", "")).toBe(`${percent}%`);
		}
	});

	it("have a shorter form", () => {
		expect(formatPercent(12_345_678_900, "en")).toEqual(["12,345,678,900%", "12.3B%"]);
	});
});

describe("an amount", () => {
	it.each([
		[eur(31_250), "€312.50", "€312.50"],
		[eur(0), "€0.00", "€0.00"],
		[eur(18_220_750), "€182,207.50", "€182.2K"],
		[eur(99_999_999), "€999,999.99", "€999.9K"],
		[{ minorUnits: 1500, currency: "JPY" }, "¥1,500", "¥1.5K"],
		[{ minorUnits: 1234, currency: "BHD" }, "BHD 1.234", "BHD 1.234"],
		[{ minorUnits: 1_234_000_000, currency: "ZZZ" }, "12.34 ZZZ", "12.34 ZZZ"],
		[{ minorUnits: 12_345, currency: "BTC" }, "0.00012345 BTC", "0.00012345 BTC"],
		[{ minorUnits: 1_250_000_000, currency: "ZZZ" }, "12.50 ZZZ", "12.50 ZZZ"],
		[{ minorUnits: 99_999_999_999, currency: "ZZZ" }, "999.99999999 ZZZ", "999.99 ZZZ"],
		[{ minorUnits: 123_400, currency: "" }, "12.34", "12.34"],
		[{ minorUnits: 1_234_000_000, currency: "<b>" }, "12.34", "12.34"],
		[eur(-500), "-€5.00", "-€5.00"],
	])("of %j is %s in full and %s in short", (amount, full, compact) => {
		expect(formatMoneyFull(amount, "en").replaceAll("\u00a0", " ")).toBe(full);
		expect(formatMoneyCompact(amount, "en").replaceAll("\u00a0", " ")).toBe(compact);
	});

	it("has no cents from a thousand if the language has no unit for it", () => {
		expect(formatMoneyCompact(eur(18_220_799), "de")).toBe("182.207\u00a0€");
	});

	it("is distinguished from other dollars", () => {
		expect(formatMoneyFull({ minorUnits: 100, currency: "CAD" }, "en")).toBe("CA$1.00");
	});

	it("is a goal without unnecessary decimals", () => {
		expect(formatGoal(500, eur(1), "en")).toEqual(["€500", "€500"]);
		expect(formatGoal(2500.5, eur(1), "en")).toEqual(["€2,500.50", "€2.5K"]);
		expect(formatGoal(10_000, 3, "en")).toEqual(["10,000", "10K"]);
	});
});

describe("a change", () => {
	it.each([
		[count(1), ["+1"]],
		[count(-3), ["-3"]],
		[count(12_345), ["+12,345", "+12.3K"]],
		[money(["EUR", 2000]), ["+€20.00"]],
		[money(["EUR", 2000], ["USD", -500]), ["+€20.00 -$5.00", "+€20.00 + …"]],
		[money(["EUR", 200_000], ["JPY", 5_000]), ["+€2,000.00 +¥5,000", "+€2K +¥5K", "+€2K + …"]],
	])("of %j is %j", (delta, variants) => {
		expect(formatDelta(delta, "en")).toEqual(variants);
	});
});

describe("a plain value", () => {
	it.each([
		[count(1_234_567), "1234567"],
		[count(-1), "-1"],
		[{ kind: "unknown" } as const, "–"],
		[{ kind: "figure", value: 1234.5 } as const, "1234.5"],
		[{ kind: "figure", value: NaN } as const, "–"],
		[money(["EUR", 1250]), "12.50 EUR"],
		[money(["EUR", 1250], ["JPY", 300]), "12.50 EUR + 300 JPY"],
		[money(), "0"],
	])("of %j is %s", (value, spoken) => {
		expect(plainValue(value)).toBe(spoken);
	});

	it("has no trailing space if the currency is unknown", () => {
		expect(plainMoney({ minorUnits: 125_000, currency: "" })).toBe("12.50");
	});
});
