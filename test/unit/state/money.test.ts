import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
	applyMoney,
	minorUnitDigits,
	moneyDigits,
	moneyFromDecimal,
	plainDecimal,
	toCurrency,
} from "../../../src/state/money";

describe("an amount", () => {
	it.each([
		["12.5", "EUR", 1250, "12.50"],
		[5, "EUR", 500, "5.00"],
		["5.00", "EUR", 500, "5.00"],
		["1500", "JPY", 1500, "1500"],
		["1.234", "BHD", 1234, "1.234"],
		["1.005", "EUR", 101, "1.01"],
		["-1.005", "EUR", -101, "-1.01"],
		["0.1", "ZZZ", 10_000_000, "0.10"],
		["0.00012345", "BTC", 12_345, "0.00012345"],
		["3", "", 30_000, "3.00"],
		["9007199254740.99", "ZZZ", 9007199254740.99e8, "9007199254740.99"],
		[".5", "EUR", 50, "0.50"],
		["7.", "EUR", 700, "7.00"],
		[1e-7, "EUR", 0, "0.00"],
		["-0", "EUR", 0, "0.00"],
		["1499.5", "JPY", 1500, "1500"],
	])("parses %s %s exactly", (decimal, currency, minorUnits, digits) => {
		const money = moneyFromDecimal(decimal, currency);
		expect(money).toEqual({ minorUnits, currency });
		expect(money && moneyDigits(money)).toBe(digits);
	});

	it.each(["", ".", "abc", "1,5", "1e3", "NaN", "--1", "99999999999999999", Number.NaN, Infinity])(
		"is undefined for %s",
		(decimal) => {
			expect(moneyFromDecimal(decimal, "EUR")).toBeUndefined();
		},
	);

	it("is equal to its own digits parsed again, in every currency", () => {
		const currencies = fc.constantFrom("EUR", "USD", "JPY", "BHD", "ZZZ", "");
		fc.assert(
			fc.property(fc.maxSafeInteger(), currencies, (minorUnits, currency) => {
				const money = { minorUnits: minorUnits === 0 ? 0 : minorUnits, currency };
				expect(moneyFromDecimal(moneyDigits(money), currency)).toEqual(money);
			}),
		);
	});

	it("has the decimals of each currency", () => {
		expect(["EUR", "JPY", "BHD", "ZZZ"].map(minorUnitDigits)).toEqual([2, 0, 3, 8]);
	});
});

describe("an amount in another currency", () => {
	it.each([
		[{ minorUnits: 50_000, currency: "" }, "EUR", 500],
		[{ minorUnits: 50_000, currency: "" }, "JPY", 5],
		[{ minorUnits: 12_345, currency: "" }, "BHD", 1_235],
		[{ minorUnits: 12_345, currency: "" }, "BTC", 123_450_000],
		[{ minorUnits: -125, currency: "EUR" }, "JPY", -1],
	])("is %o in %s", (money, currency, minorUnits) => {
		expect(toCurrency(money, currency)).toEqual({ minorUnits, currency });
	});
});

describe("sums", () => {
	it("are exact: a thousand times 0.10 is 100.00, and 0.1 plus 0.2 is 0.30", () => {
		const sums = new Map<string, number>();
		for (let count = 0; count < 1_000; count++) {
			const amount = moneyFromDecimal(0.1, "EUR");
			if (amount) applyMoney(sums, amount);
		}
		expect(moneyDigits({ minorUnits: sums.get("EUR") ?? 0, currency: "EUR" })).toBe("100.00");
		const few = new Map<string, number>();
		for (const decimal of [0.1, 0.2]) {
			const amount = moneyFromDecimal(decimal, "USD");
			if (amount) applyMoney(few, amount);
		}
		expect(moneyDigits({ minorUnits: few.get("USD") ?? 0, currency: "USD" })).toBe("0.30");
	});

	it("are separate for each currency", () => {
		const sums = new Map<string, number>();
		applyMoney(sums, { minorUnits: 100, currency: "EUR" });
		applyMoney(sums, { minorUnits: 100, currency: "JPY" });
		expect([...sums]).toEqual([["EUR", 100], ["JPY", 100]]); // prettier-ignore
	});
});

describe("a plain decimal", () => {
	it.each([
		[1234, "1234"],
		[12.5, "12.5"],
		[1e21, "1000000000000000000000"],
		[1e-7, "0.0000001"],
	])("of %s is %s", (value, text) => {
		expect(plainDecimal(value)).toBe(text);
	});
});
