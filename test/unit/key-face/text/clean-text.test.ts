import { describe, expect, it } from "vitest";

import { cleanText } from "../../../../src/key-face/text/clean-text";

describe("cleaned text", () => {
	it.each([
		["a\u0000b\u001fc\u007fd\uffff", "abcd"],
		["one\ntwo\r\n\tthree", "one two three"],
		["  padded   out ", "padded out"],
		["lone \ud800 and \udc00", "lone \ufffd and \ufffd"],
		["\u202eoverride\u202c \u2067isolate\u2069", "override isolate"],
		["👩‍🚀 🇫🇷", "👩‍🚀 🇫🇷"],
		["שלום", "שלום"],
	])("of %j is %j", (text, cleaned) => {
		expect(cleanText(text)).toBe(cleaned);
	});

	it("keeps a few combining marks and drops the others", () => {
		expect(cleanText("e\u0301")).toBe("e\u0301");
		expect(cleanText(`e${"\u0301".repeat(50)}!`)).toBe(`e${"\u0301".repeat(3)}!`);
	});

	it("has a maximum length, and does not end within an emoji", () => {
		expect(cleanText("x".repeat(5000))).toHaveLength(1000);
		expect(cleanText(`${"x".repeat(999)}👩`)).toBe(`${"x".repeat(999)}\ufffd`);
	});
});
