import { describe, expect, it } from "vitest";

import { fitsWhole, type TextBox, usableWidthPx } from "../../../src/key-face/text-fit";
import { wordsFor } from "../../../src/key-face/language";
import { languages } from "../../../src/state/language";
import type { Words } from "../../../src/key-face/words";

const key: TextBox = { widthPx: 144, maxPx: 20 };
const goalFrame: TextBox = { widthPx: 124, maxPx: 20 };
const header: TextBox = { widthPx: 105, maxPx: 20 };
const framedHeader: TextBox = { widthPx: 89, maxPx: 20 };
/** The large line of a dial's layout. */
const dialValue: TextBox = { widthPx: 184 / usableWidthPx(1), maxPx: 25, minPx: 25 };

/** One text in several lengths, longest first. */
type Lengths = string | readonly string[];

/** The texts of which not even the shortest length fits. */
function tooLongFor(box: TextBox, texts: readonly Lengths[]): readonly string[] {
	return texts
		.map((lengths) => [lengths].flat().at(-1) ?? "")
		.filter((shortest) => !fitsWhole(shortest, box));
}

function agesOf(words: Words): readonly string[] {
	return [
		...[1, 59].map((count) => words.minutesAgo(count)),
		...[1, 23].map((count) => words.hoursAgo(count)),
		...[1, 365].map((count) => words.daysAgo(count)),
		words.justNow,
	];
}

/** What stands below a counter with a goal. */
function goalFeetOf(words: Words): readonly Lengths[] {
	return [
		...agesOf(words),
		...[words.resetting, words.pressUndoes, words.goalReached, words.updating, words.offline],
		[...words.away("+23"), "+23"],
	];
}

/** The first line of a notice. */
function mattersOf(words: Words): readonly string[] {
	return [
		...[words.notSetUp, words.nobodyYet, ...Object.values(words.troubles)].map(([matter]) => matter),
		words.noChart,
		words.connecting,
	];
}

/** Every line that stands on a key alone. */
function linesOf(words: Words): readonly Lengths[] {
	return [
		...goalFeetOf(words),
		...mattersOf(words),
		...Object.values(words.scopes),
		...[words.notSetUp, words.nobodyYet, ...Object.values(words.troubles)].map(([, hint]) => hint),
		...Object.values(words.missing),
		...Object.values(words.failures),
		...[words.anonymous, words.sendTest, words.holdToSend, words.connected, words.scenesOffline],
		words.numbersHidden,
		words.toThank("12"),
		...[1, 42, 1_234, 12_345, 123_456].map((viewers) =>
			words.viewers(new Intl.NumberFormat(words.locale).format(viewers), viewers),
		),
		words.renewals("12"),
		words.place(10),
		// Days may stand there without a word: not much has happened.
		...[words.minutesAgo(59), words.hoursAgo(23)].map((age) => words.lastEvent(age)),
	];
}

describe("the words", () => {
	it.each(languages)("of %s fit the key at a legible size", (language) => {
		expect(tooLongFor(key, linesOf(wordsFor(language)))).toEqual([]);
	});

	it.each(languages)("of %s fit inside a goal's frame", (language) => {
		expect(tooLongFor(goalFrame, goalFeetOf(wordsFor(language)))).toEqual([]);
	});

	it.each(languages)("of %s fit the large line of a dial", (language) => {
		expect(tooLongFor(dialValue, mattersOf(wordsFor(language)))).toEqual([]);
	});

	it.each(languages)("of %s have short forms that fit beside a pictogram", (language) => {
		const { metrics, eventTypes, latestEvent, topSupporter, ranges, test } = wordsFor(language);
		const named = [metrics, eventTypes, topSupporter, ranges].flatMap((names) => Object.values(names));
		const shorts = [...named, latestEvent].map(({ short }) => short);
		expect(tooLongFor(header, [...shorts, test])).toEqual([]);
		const framed = Object.values(metrics).map(({ short }) => short);
		expect(tooLongFor(framedHeader, framed)).toEqual([]);
	});

	it.each(languages)("of %s are all there", (language) => {
		const lines = linesOf(wordsFor(language)).flat();
		expect(lines.filter((line) => line.trim() === "")).toEqual([]);
	});

	it.each(languages)("of %s tell the troubles apart", (language) => {
		const matters = Object.values(wordsFor(language).troubles).map(([matter]) => matter);
		expect(new Set(matters).size).toBe(matters.length);
	});

	it("are French in French", () => {
		const english = new Set(linesOf(wordsFor("en")).flat());
		const lines = linesOf(wordsFor("fr")).flat();
		expect(lines.filter((line) => english.has(line) && line !== "+23")).toEqual([]);
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
			...[["1 viewer"], ["2 viewers"]],
			...["1 day ago", "2 days ago"],
		]);
		expect(wordsFor("fr").viewers("0", 0)[0]).toBe("0 spectateur");
	});

	it.each([
		["en", "Followers today", "Top supporter this week"],
		["de", "Follower heute", "Top-Unterstützer diese Woche"],
		["ja", "今日のフォロワー", "今週のトップ支援者"],
		["ko", "오늘 팔로워", "이번 주 최고 후원자"],
		["zh_CN", "今日关注者", "本周打赏榜首"],
		["zh_TW", "今日追隨者", "本週贊助榜首"],
	])("of %s put a name and its period in the language's order", (language, counter, supporter) => {
		const { inPeriod, metrics, scopes, topSupporter } = wordsFor(language);
		expect(inPeriod(metrics.followers.full, scopes.today)).toBe(counter);
		expect(inPeriod(topSupporter.total.full, scopes.week)).toBe(supporter);
	});

	it.each([
		["en", "Test: Follow", "#2"],
		["fr", "Test\u00a0: Follow", "N°\u00a02"],
		["ja", "テスト：フォロー", "2位"],
		["zh_CN", "测试：关注", "第2名"],
	])("of %s have the language's colon and ranks", (language, labelled, place) => {
		const words = wordsFor(language);
		expect(words.labelled(words.test, words.eventTypes.follow.full)).toBe(labelled);
		expect(words.place(2)).toBe(place);
	});
});
