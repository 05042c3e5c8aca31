import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
	countFrom,
	decimalFrom,
	fieldsOf,
	idFrom,
	listFrom,
	numberFrom,
	textFrom,
	timestampMsFrom,
} from "../../../src/service/wire-scalars";

describe("numberFrom", () => {
	it.each([
		[42276942, 42276942],
		["42276942", 42276942],
		["0", 0],
		[" 168 ", 168],
		["5.00", 5],
		["-1.5", -1.5],
		[".5", 0.5],
	])("reads %j as a number", (value, number) => {
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
	])("takes %j for absent", (value) => {
		expect(numberFrom(value)).toBeUndefined();
	});

	it("never makes up a zero or a NaN", () => {
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
	it("takes a negative number for absent", () => {
		expect(countFrom(-1)).toBeUndefined();
		expect(countFrom("0")).toBe(0);
	});
});

describe("decimalFrom", () => {
	it("keeps the digits as they came", () => {
		expect(decimalFrom("0.10")).toBe("0.10");
		expect(decimalFrom(5)).toBe(5);
		expect(decimalFrom("5,50")).toBeUndefined();
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
	])("reads %j as %j", (value, text) => {
		expect(textFrom(value)).toBe(text);
	});
});

describe("idFrom", () => {
	it.each([
		[42276942, "42276942"],
		["42276942", "42276942"],
		["007", "7"],
		[0, "0"],
		["x7", undefined],
		[-7, undefined],
		[1.5, undefined],
		[null, undefined],
	])("reads %j as %j", (value, id) => {
		expect(idFrom(value)).toBe(id);
	});
});

describe("listFrom", () => {
	it("reads an array, and the object that PHP prints for one with gaps", () => {
		expect(listFrom([1, 2])).toEqual([1, 2]);
		expect(listFrom({ 0: "a", 2: "b" })).toEqual(["a", "b"]);
	});

	it.each([null, undefined, {}, { a: 1 }, "ab", 3])("finds no list in %j", (value) => {
		expect(listFrom(value)).toBeUndefined();
	});
});

describe("fieldsOf", () => {
	it.each([[[]], [null], [undefined], ["x"]])("finds no fields in %j", (value) => {
		expect(fieldsOf(value)).toEqual({});
	});
});

describe("timestampMsFrom", () => {
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
	])("reads %s", (text) => {
		expect(timestampMsFrom(text)).toBe(momentMs);
	});

	it.each(["", "yesterday", "2026-13-01T00:00:00Z", "-0001-11-30T00:00:00+0000", null, false, {}, 5])(
		"takes %j for absent",
		(value) => {
			expect(timestampMsFrom(value)).toBeUndefined();
		},
	);
});
