import { describe, expect, it } from "vitest";

import { ignoredNamesFrom, isIgnored } from "../../../../src/state/events/ignored-names";
import { someEvent } from "../../ledger/some-events";

const ignores = (text: string, person: string | undefined, nameKey?: string) =>
	isIgnored(someEvent(1, { person, nameKey }), ignoredNamesFrom(text));

describe("ignored names", () => {
	it.each([
		["Nightbot", "nightbot"],
		[" ann ,, NIGHTBOT,", "Nightbot"],
		["安娜，小明", "小明"],
		["アンナ、ユキ", "ユキ"],
		["Zoe\u0308", "zo\u00EB"],
		["STRASSE", "Straße"],
	])("in %j match %j, without case", (text, person) => {
		expect(ignores(text, person)).toBe(true);
	});

	it.each([
		["Nightbot", "Night"],
		["Night", "Nightbot"],
		["", "Ann"],
		[" , ", ""],
		["Ann Lee", "Ann"],
	])("in %j do not match %j", (text, person) => {
		expect(ignores(text, person)).toBe(false);
	});

	it("match all anonymous users if they contain one of the anonymous names", () => {
		for (const person of ["", undefined, "匿名", "\u3164"]) expect(ignores("Anonymous", person)).toBe(true);
		expect(ignores("Anonymous", "Ann")).toBe(false);
		expect(ignores("Anonymous", undefined, "hash")).toBe(false);
	});
});
