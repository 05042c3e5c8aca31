import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
	amountFrom,
	countFrom,
	decimalFrom,
	entriesFrom,
	fieldsOf,
	idFrom,
	listFrom,
	numberFrom,
	textFrom,
	writtenTimeFrom,
} from "../../../../src/service/schemas/wire-scalars";

describe("entriesFrom", () => {
	it("drops invalid entries, and is undefined without a list", () => {
		expect(entriesFrom([1, "one", null, "2"], numberFrom)).toEqual([1, 2]);
		expect(entriesFrom(undefined, numberFrom)).toBeUndefined();
	});
});

describe("numberFrom", () => {
	it.each([
		[42276942, 42276942],
		["42276942", 42276942],
		["0", 0],
		[" 168 ", 168],
		["5.00", 5],
		["-1.5", -1.5],
		[".5", 0.5],
	])("parses %j as a number", (value, number) => {
		expect(numberFrom(value)).toBe(number);
	});

	it.each([
		"",
		" ",
		"abc",
		"12abc",
		"1e5",
		"0x10",
		"Infinity",
		"NaN",
		null,
		undefined,
		true,
		{},
		[],
		[5],
		NaN,
		Infinity,
	])("treats %j as missing", (value) => {
		expect(numberFrom(value)).toBeUndefined();
	});

	it("never returns a made-up zero or NaN", () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				const number = numberFrom(value);
				if (number === undefined) return;
				expect(number).not.toBeNaN();
				expect(Number(value)).toBe(number);
			}),
		);
	});
});

describe("countFrom", () => {
	it("treats a negative number as missing", () => {
		expect(countFrom(-1)).toBeUndefined();
		expect(countFrom("0")).toBe(0);
	});
});

describe("decimalFrom", () => {
	it("keeps the digits unchanged", () => {
		expect(decimalFrom("0.10")).toBe("0.10");
		expect(decimalFrom(5)).toBe(5);
		expect(decimalFrom("5,50")).toBeUndefined();
		expect([decimalFrom("+7."), decimalFrom("-.25"), decimalFrom(" 12 ")]).toEqual(["+7.", "-.25", "12"]);
	});

	it.each([Infinity, NaN, ".", "+", "1.2.3", "", true, "9".repeat(101)])("treats %j as missing", (value) => {
		expect([decimalFrom(value), amountFrom(value)]).toEqual([undefined, undefined]);
	});

	it("parses up to a hundred digits", () => {
		expect(decimalFrom("9".repeat(100))).toBe("9".repeat(100));
	});
});

describe("amountFrom", () => {
	it("parses up to a hundred characters", () => {
		expect(amountFrom(`${" ".repeat(97)}5 €`)).toBe("5");
		expect(amountFrom(`${" ".repeat(98)}5 €`)).toBeUndefined();
	});

	it.each([
		[5.5, 5.5],
		[0, 0],
		["5.50", "5.50"],
		["5,50", "5.50"],
		["5,5", "5.5"],
		["5,", "5"],
		["1234,5", "1234.5"],
		["1,234.56", "1234.56"],
		["1.234,56", "1234.56"],
		["12,345,678.9", "12345678.9"],
		["1.234.567,8", "1234567.8"],
		["1 234,50 €", "1234.50"],
		["1’234.50", "1234.50"],
		["1'234.50", "1234.50"],
		["€ 5,50", "5.50"],
		["EUR 5,50", "5.50"],
		["$5", "5"],
		["5 USD", "5"],
		["5,50 euros", "5.50"],
		["1e2", 100],
		["1.5E+1", 15],
		["25e-1", 2.5],
		[" 1e2 ", 100],
		["1234,567", "1234.567"],
	])("parses %j as %j", (value, amount) => {
		expect(amountFrom(value)).toBe(amount);
	});

	it.each([
		...[-1, "-5", "-5,50", "1,234", "12,345", "123,456", "1,23,456.7", "1234,567.8", "1,2345.6", ",50", "€"],
		...["5 5 x 5", "1e2x", "x1e2x5", "1e123", "1.e2", "5;50", null, {}, ["5"], "1.2,3,4", "1,234,56"],
	])("treats %j as missing", (value) => {
		expect(amountFrom(value)).toBeUndefined();
	});
});

describe("textFrom", () => {
	it.each([
		["  bob ", "bob"],
		[12, "12"],
		["", undefined],
		[" \n", undefined],
		[null, undefined],
		[false, undefined],
		[NaN, undefined],
		[Infinity, undefined],
		[-1.5, "-1.5"],
		["x".repeat(2_001), "x".repeat(2_000)],
		[`${"x".repeat(1_999)}😀`, "x".repeat(1_999)],
		[`${"x".repeat(1_998)}😀`, `${"x".repeat(1_998)}😀`],
	])("parses %j as %j", (value, text) => {
		expect(textFrom(value)).toBe(text);
	});
});

describe("idFrom", () => {
	it.each([
		[42276942, "42276942"],
		["42276942", "42276942"],
		["007", "7"],
		[0, "0"],
		["000", "0"],
		[2 ** 53, undefined],
		["9007199254740993", "9007199254740993"],
		["x7", undefined],
		["7x", undefined],
		[-7, undefined],
		[1.5, undefined],
		[null, undefined],
	])("parses %j as %j", (value, id) => {
		expect(idFrom(value)).toBe(id);
	});
});

describe("listFrom", () => {
	it("parses an array, and the object that PHP prints for one with gaps", () => {
		expect(listFrom([1, 2])).toEqual([1, 2]);
		expect(listFrom({ 0: "a", 2: "b" })).toEqual(["a", "b"]);
		expect(listFrom({ 10: "a", 12: "b" })).toEqual(["a", "b"]);
	});

	it("returns at most ten thousand entries", () => {
		const entries = Array.from({ length: 10_001 }, () => 1);
		expect(listFrom(entries)).toHaveLength(10_000);
		expect(listFrom(Object.fromEntries(entries.entries()))).toHaveLength(10_000);
	});

	it.each([null, undefined, {}, { a: 1 }, { 0: 1, a: 1 }, { "1a": 1 }, { a1: 1 }, "ab", 3])(
		"returns undefined for %j",
		(value) => {
			expect(listFrom(value)).toBeUndefined();
		},
	);
});

describe("fieldsOf", () => {
	it.each([[[]], [null], [undefined], ["x"]])("returns no fields for %j", (value) => {
		expect(fieldsOf(value)).toEqual({});
	});
});

describe("writtenTimeFrom", () => {
	const momentMs = Date.UTC(2026, 0, 31, 10, 0, 0);

	it.each([
		"2026-01-31T12:00:00+0200",
		"2026-01-31T12:00:00+02:00",
		"2026-01-31T12:00:00+02",
		"2026-01-31T10:00:00Z",
		"2026-01-31T10:00:00.000Z",
		"2026-01-31T05:30:00-0430",
		"2026-01-31 10:00:00",
		" 2026-01-31T10:00:00z ",
		"2026-01-31T10:00",
		"2026-01-31T10:00:00 +0000",
		"2026-01-31T10:00:00+00",
		"Sat, 31 Jan 2026 10:00:00 GMT",
		"Sat, 31 Jan 2026 10:00:00 UTC",
		"Sat, 31 Jan 2026 12:00:00 +0200",
		1_769_853_600,
		"1769853600",
		1_769_853_600_000,
		"1769853600000",
		1_769_853_600_000_000,
		"1769853600000000",
		"1769853600.0",
	])("parses %s", (text) => {
		expect(writtenTimeFrom(text)?.ms).toBe(momentMs);
	});

	it("parses fractions of a second", () => {
		expect(writtenTimeFrom("2026-01-31T10:00:00.25Z")?.ms).toBe(momentMs + 250);
		expect(writtenTimeFrom("1769853600.25")?.ms).toBe(momentMs + 250);
		expect(writtenTimeFrom(1_769_853_600_250_400)?.ms).toBe(momentMs + 250);
		expect(writtenTimeFrom("Sat, 3 Jan 2026 10:00:00 GMT")?.ms).toBe(Date.UTC(2026, 0, 3, 10));
	});

	it("distinguishes seconds, milliseconds and microseconds by their size", () => {
		expect(writtenTimeFrom(99_999_999_999)?.ms).toBe(99_999_999_999_000);
		expect(writtenTimeFrom(100_000_000_000)?.ms).toBe(100_000_000_000);
		expect(writtenTimeFrom(99_999_999_999_999)?.ms).toBe(99_999_999_999_999);
		expect(writtenTimeFrom(100_000_000_000_000)?.ms).toBe(100_000_000_000);
		expect(writtenTimeFrom(100_000_000)?.ms).toBe(100_000_000_000);
		expect([writtenTimeFrom(99_999_999)?.ms, writtenTimeFrom("12345678901234567")?.ms]).toEqual([
			undefined,
			undefined,
		]);
	});

	it.each([
		...["", "yesterday", "2026-13-01T00:00:00Z", "-0001-11-30T00:00:00+0000", null, false, {}, 5],
		...[
			"2026-01-31",
			"x2026-01-31T10:00:00Z",
			"2026-01-31T10:00:00Zx",
			"2026-01-31T10:00:00+0",
			"2026-1-31T10:00:00Z",
		],
		...["2026-01-31_10:00:00", "2026-01-31T1:00:00", "2026-01-31T10:00:00.Z", "2026-01-31T10:00:00+02:0"],
		...[
			"31 Jan 2026 10:00:00 GMT",
			"Sat, 31 Jan 2026 10:00:00",
			"Sat, 31 Jan 2026 10:00:00 CET",
			"Sat, 31 Jan 26 10:00:00 GMT",
		],
		...[
			"xSat, 31 Jan 2026 10:00:00 GMT",
			"Sat, 31 Jan 2026 10:00:00 GMT+1",
			"1769853600x",
			"x1769853600",
			"1769853600.",
		],
	])("treats %j as missing", (value) => {
		expect(writtenTimeFrom(value)?.ms).toBeUndefined();
	});
});
