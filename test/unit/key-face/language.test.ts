import { describe, expect, it } from "vitest";

import { renderFace } from "../../../src/key-face/drawing/image";
import { fitsWhole, type TextBox, usableWidthPx } from "../../../src/key-face/drawing/text-fit";
import { stringsFor } from "../../../src/key-face/language";
import { languages } from "../../../src/state/language";
import type { FaceStrings } from "../../../src/key-face/strings";
import { drawnWords } from "./drawn";
import { control } from "./gallery/control";
import { counter } from "./gallery/counter";
import { latest } from "./gallery/latest-event";
import { count, money, next, streamEvent } from "./gallery/shared";

const key: TextBox = { widthPx: 144, maxPx: 20 };
const goalFrame: TextBox = { widthPx: 124, maxPx: 20 };
const header: TextBox = { widthPx: 105, maxPx: 20 };
const framedHeader: TextBox = { widthPx: 89, maxPx: 20 };
/** The large line of a dial's layout. */
const dialValue: TextBox = { widthPx: 184 / usableWidthPx(1), maxPx: 25, minPx: 25 };

/** One text in several lengths, longest first. */
type Lengths = string | readonly string[];

/** Returns the texts whose shortest variant does not fit. */
function tooLongFor(box: TextBox, texts: readonly Lengths[]): readonly string[] {
	return texts
		.map((lengths) => [lengths].flat().at(-1) ?? "")
		.filter((shortest) => !fitsWhole(shortest, box));
}

function agesOf(strings: FaceStrings): readonly string[] {
	return [
		...[1, 59].map((count) => strings.minutesAgo(count)),
		...[1, 23].map((count) => strings.hoursAgo(count)),
		...[1, 365].map((count) => strings.daysAgo(count)),
		strings.justNow,
	];
}

/** Returns the footers of a counter with a goal. */
function goalFootersOf(strings: FaceStrings): readonly Lengths[] {
	return [
		...agesOf(strings),
		...[
			strings.resetting,
			strings.pressUndoes,
			strings.goalReached,
			strings.updating,
			strings.troubles.unreachable[0],
		],
		[...strings.away("+23"), "+23"],
	];
}

/** Returns the first lines of notices. */
function headlinesOf(strings: FaceStrings): readonly string[] {
	return [
		...[strings.notSetUp, strings.noneYet, ...Object.values(strings.troubles)].map(([matter]) => matter),
		strings.noChart,
		strings.connecting,
	];
}

/** Returns the texts that have a line of their own on a key. */
function linesOf(strings: FaceStrings): readonly Lengths[] {
	return [
		...goalFootersOf(strings),
		...headlinesOf(strings),
		...Object.values(strings.scopes),
		...[strings.notSetUp, strings.noneYet, ...Object.values(strings.troubles)].map(([, hint]) => hint),
		...Object.values(strings.missing),
		...Object.values(strings.failures),
		...[
			...Object.values(strings.setUpSteps),
			strings.anonymous,
			strings.sendTest,
			strings.holdToSend,
			strings.connected,
			strings.scenesOffline,
		],
		...[strings.numbersHidden, strings.numbersShown],
		strings.toThank("12"),
		strings.nextToThank("Ada"),
		strings.noneToThank,
		...[1, 42, 1_234, 12_345, 123_456].map((viewers) =>
			strings.viewers(new Intl.NumberFormat(strings.locale).format(viewers), viewers),
		),
		strings.renewals("12"),
		strings.place(10),
		// An age in days may be displayed without the other words.
		...[strings.minutesAgo(59), strings.hoursAgo(23)].map((age) => strings.lastEvent(age)),
	];
}

describe("large numbers", () => {
	const sums = money(["EUR", 123_456_789], ["BHD", 123_456_789], ["JPY", 50_000]);
	const waiting = { waitingCount: 20_000, next };

	it.each(languages)("are never cut in %s", (language) => {
		const words = stringsFor(language);
		const faces = [
			counter({ value: sums, away: sums }, { metric: "donationAmount", scope: "session", goal: 5e7 }, words),
			counter({ value: count(123_456_789) }, { goal: 1 }, words),
			latest({ ...waiting, event: streamEvent({ type: "hosting", viewers: 1_234_567 }) }, {}, words),
			latest(
				{ event: streamEvent({ amount: { minorUnits: 99_999_999_999, currency: "ABCDEF" } }) },
				{},
				words,
			),
			control("thankAll", waiting, words),
		];
		const drawn = faces.flatMap((face) => drawnWords(renderFace(face)));
		expect(drawn.filter((text) => /[^+ ] ?…$/.test(text))).toEqual([]);
	});
});

describe("the texts", () => {
	it.each(languages)("of %s fit the key at a legible size", (language) => {
		expect(tooLongFor(key, linesOf(stringsFor(language)))).toEqual([]);
	});

	it.each(languages)("of %s fit inside a goal's frame", (language) => {
		expect(tooLongFor(goalFrame, goalFootersOf(stringsFor(language)))).toEqual([]);
	});

	it.each(languages)("of %s fit the large line of a dial", (language) => {
		expect(tooLongFor(dialValue, headlinesOf(stringsFor(language)))).toEqual([]);
	});

	it.each(languages)("of %s have short forms that fit beside a pictogram", (language) => {
		const { metrics, eventTypes, latestEvent, topSupporter, ranges, test, thanking } = stringsFor(language);
		const named = [metrics, eventTypes, topSupporter, ranges].flatMap((names) => Object.values(names));
		const shorts = [...named, latestEvent].map(({ short }) => short);
		expect(tooLongFor(header, [...shorts, test, thanking])).toEqual([]);
		const framed = Object.values(metrics).map(({ short }) => short);
		expect(tooLongFor(framedHeader, framed)).toEqual([]);
	});

	it.each(languages)("of %s are complete", (language) => {
		const lines = linesOf(stringsFor(language)).flat();
		expect(lines.filter((line) => line.trim() === "")).toEqual([]);
	});

	it.each(languages)("of %s distinguish the problems", (language) => {
		const matters = Object.values(stringsFor(language).troubles).map(([matter]) => matter);
		expect(new Set(matters).size).toBe(matters.length);
	});

	it("are French in French", () => {
		const english = new Set(linesOf(stringsFor("en")).flat());
		const lines = linesOf(stringsFor("fr")).flat();
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
	])("requested as %j are those of %s", (language, locale) => {
		expect(stringsFor(language).locale).toBe(locale);
	});

	it("agree in number", () => {
		const { viewers, daysAgo } = stringsFor("en");
		expect([viewers("1", 1), viewers("2", 2), daysAgo(1), daysAgo(2)]).toEqual([
			...[["1 viewer"], ["2 viewers"]],
			...["1 day ago", "2 days ago"],
		]);
		expect(stringsFor("fr").viewers("0", 0)[0]).toBe("0 spectateur");
	});

	it.each([
		["en", "Followers today", "Top supporter this week"],
		["de", "Follower heute", "Top-Unterstützer diese Woche"],
		["ja", "今日のフォロワー", "今週のトップ支援者"],
		["ko", "오늘 팔로워", "이번 주 최고 후원자"],
		["zh_CN", "今日关注者", "本周打赏榜首"],
		["zh_TW", "今日追隨者", "本週贊助榜首"],
	])("of %s have a name and its period in the language's order", (language, counter, supporter) => {
		const { inPeriod, metrics, scopes, topSupporter } = stringsFor(language);
		expect(inPeriod(metrics.followers.full, scopes.today)).toBe(counter);
		expect(inPeriod(topSupporter.total.full, scopes.week)).toBe(supporter);
	});

	it.each([
		["en", "Test: Follow", "#2"],
		["fr", "Test\u00a0: Follow", "N°\u00a02"],
		["ja", "テスト：フォロー", "2位"],
		["zh_CN", "测试：关注", "第2名"],
	])("of %s have the language's colon and ranks", (language, labelled, place) => {
		const strings = stringsFor(language);
		expect(strings.labelled(strings.test, strings.eventTypes.follow.full)).toBe(labelled);
		expect(strings.place(2)).toBe(place);
	});
});
