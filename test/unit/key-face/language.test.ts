import { describe, expect, it } from "vitest";

import { fitsWhole } from "../../../src/key-face/text-fit";
import { wordsFor } from "../../../src/key-face/language";
import { languages } from "../../../src/state/language";
import type { Words } from "../../../src/key-face/words";

const key = { widthPx: 144, maxPx: 20 };
const header = { widthPx: 105, maxPx: 20 };
const framedHeader = { widthPx: 89, maxPx: 20 };

/** Every line that stands on a key alone. */
function linesOf(words: Words): readonly string[] {
	return [
		...Object.values(words.scopes),
		...words.notSetUp,
		...words.nobodyYet,
		...Object.values(words.troubles).flat(),
		...Object.values(words.missing),
		...Object.values(words.failures),
		...[1, 59].map((count) => words.minutesAgo(count)),
		...[1, 23].map((count) => words.hoursAgo(count)),
		...[1, 365].map((count) => words.daysAgo(count)),
		...[words.justNow, words.connecting, words.offline, words.updating, words.noChart, words.anonymous],
		...[words.sendTest, words.resetting, words.pressUndoes, words.connected, words.scenesOffline],
		words.away("+23"),
		words.toThank("12"),
		words.viewers("42", 42),
		words.viewers("1", 1),
		words.renewals("12"),
	];
}

describe("the words", () => {
	it.each(languages)("of %s fit the key at a legible size", (language) => {
		expect(linesOf(wordsFor(language)).filter((line) => !fitsWhole(line, key))).toEqual([]);
	});

	it.each(languages)("of %s have short forms that fit beside a pictogram", (language) => {
		const { metrics, eventTypes, latestEvent, ranges, test } = wordsFor(language);
		const named = [metrics, eventTypes, ranges].flatMap((names) => Object.values(names));
		const shorts = [...named, latestEvent].map(({ short }) => short);
		expect([...shorts, test].filter((short) => !fitsWhole(short, header))).toEqual([]);
		const framed = Object.values(metrics).map(({ short }) => short);
		expect(framed.filter((short) => !fitsWhole(short, framedHeader))).toEqual([]);
	});

	it.each(languages)("of %s are all there", (language) => {
		expect(linesOf(wordsFor(language)).filter((line) => line.trim() === "")).toEqual([]);
	});

	it.each(languages)("of %s tell the troubles apart", (language) => {
		const matters = Object.values(wordsFor(language).troubles).map(([matter]) => matter);
		expect(new Set(matters).size).toBe(matters.length);
	});

	it("are French in French", () => {
		const english = new Set(linesOf(wordsFor("en")));
		expect(linesOf(wordsFor("fr")).filter((line) => english.has(line))).toEqual([]);
	});

	it.each([
		["fr", "fr"],
		["fr-CA", "fr"],
		["zh_CN", "zh-CN"],
		["zh-TW", "zh-TW"],
		["zh", "zh-CN"],
		["pt", "en"],
		["", "en"],
	])("asked for as %j are those of %s", (language, locale) => {
		expect(wordsFor(language).locale).toBe(locale);
	});

	it("agree in number", () => {
		const { viewers, daysAgo } = wordsFor("en");
		expect([viewers("1", 1), viewers("2", 2), daysAgo(1), daysAgo(2)]).toEqual([
			"1 viewer",
			"2 viewers",
			"1 day ago",
			"2 days ago",
		]);
		expect(wordsFor("fr").viewers("0", 0)).toBe("0 spectateur");
	});
});
