import { describe, expect, it } from "vitest";

import { parseCounterSettings } from "../../../src/settings/schemas/counter";
import { decimalFromTyped, numberFromTyped } from "../../../src/state/typed-number";

describe("a typed number", () => {
	it.each([
		["12", "12"],
		["12,5", "12.5"],
		["12.5", "12.5"],
		[" 1 000 ", "1000"],
		["1\u202f000,50", "1000.50"],
		["1,000", "1000"],
		["1.000", "1000"],
		["-1.000", "-1000"],
		["−5", "-5"],
		["+5", "5"],
		["1.000,50", "1000.50"],
		["1,000.50", "1000.50"],
		["1,234,567", "1234567"],
		["1.234.567,8", "1234567.8"],
		["1'000", "1000"],
		["0,125", "0.125"],
		["1000,125", "1000.125"],
		["1,0000", "1.0000"],
		[",5", "0.5"],
		["5,", "5"],
		["１２，５", "12.5"],
		["12345678901234567.89", "12345678901234567.89"],
	])("%j is %s", (typed, decimal) => {
		expect(decimalFromTyped(typed)).toBe(decimal);
		expect(numberFromTyped(typed)).toBe(Number(decimal));
	});

	it.each(["", " ", "abc", "1,00,000", "1.000.00", "1,2,3", "1e3", "0x10", "5 EUR", "--5", ".", "1,000,00"])(
		"%j is invalid",
		(typed) => {
			expect(decimalFromTyped(typed)).toBeUndefined();
			expect(numberFromTyped(typed)).toBeUndefined();
		},
	);

	it("is parsed the same way in every setting", () => {
		expect(parseCounterSettings({ goal: "1,000", goalStep: "1.000,50" })).toMatchObject({
			goal: 1_000,
			goalStep: 1_000.5,
		});
	});
});
