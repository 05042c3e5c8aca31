import { describe, expect, it } from "vitest";

import { stringsFor } from "../../../src/key-face/language";
import { stripFeedback } from "../../../src/key-face/drawing/strip";
import { type Face, faceTitle } from "../../../src/key-face/face";
import { renderFace } from "../../../src/key-face/drawing/image";
import { drawnWords, faultOf } from "./drawn";
import { chart } from "./gallery/chart";
import { connecting, down, failed, notSetUp } from "./gallery/shared";

const words = (face: Face) => drawnWords(renderFace(face));
const chartOf = (values: readonly number[], total: number) => ({
	labels: values.map(String),
	series: { followers: { values, total } },
});
const unlabelled = (values: readonly number[], total: number) => ({ ...chartOf(values, total), labels: [] });
const barsOf = (values: readonly number[]) => {
	const face = chart({ chart: chartOf(values, 1) });
	return face.kind === "chart" ? face.bars : [];
};

describe("a chart", () => {
	it.each([
		["Followers · 148 · live", chart({})],
		["Followers · 148 · stale", chart({ link: down })],
		["Followers · 1234.5 · live", chart({ chart: chartOf([1], 1234.5) })],
		["Followers · hidden · live", chart({ isHidden: true })],
		["Donation amount · – · live", chart({}, { series: "donationAmount" })],
		["Followers · – · connecting", chart({ chart: undefined, link: connecting })],
		["Followers · – · refused", chart({ chart: undefined, link: failed("refused") })],
		["Followers · – · not set up", chart({ chart: undefined, link: notSetUp })],
		["Followers · – · live", chart({ chart: chartOf([1], NaN) })],
	])("has the title %s", (title, face) => {
		expect(faceTitle(face)).toBe(title);
	});

	it.each([
		["the range and the total", chart({}), ["Week", "+148"]],
		["a long total in short", chart({ chart: unlabelled([1], 1_234_567) }), ["Week", "+1.2M"]],
		["zero as zero", chart({ chart: unlabelled([0], 0) }, { range: "day" }), ["Day", "0"]],
		["since when it is stale", chart({ link: down }), ["Week", "+148", "4 min ago"]],
		["a mask", chart({ isHidden: true }), ["Week", "•••"]],
		["that the series is missing", chart({}, { series: "donations" }), ["Donations", "No data yet"]],
	])("displays %s", (_what, face, lines) => {
		expect(words(face).slice(0, lines.length)).toEqual(lines);
	});

	it("draws a bar per period, the highest to the top", () => {
		expect(barsOf([1, 4, 2])).toEqual([0.25, 1, 0.5]);
	});

	it("ignores invalid values", () => {
		expect(barsOf([NaN, -5, 2, Infinity])).toEqual([0, 0, 1, 0]);
		expect(barsOf([0, 0])).toEqual([0, 0]);
		expect(barsOf([])).toEqual([]);
	});

	it("adds up neighbours if there are too many to draw, with a complete newest bar", () => {
		const bars = barsOf(Array.from({ length: 63 }, () => 1));
		expect(bars).toHaveLength(21);
		expect(bars.at(-1)).toBe(1);
		expect(barsOf(Array.from({ length: 10_000 }, () => 1)).length).toBeLessThanOrEqual(31);
	});

	it("is well-formed with any number of bars", () => {
		for (const length of [0, 1, 2, 7, 12, 24, 31, 366]) {
			const values = Array.from({ length }, (_, index) => index);
			expect(faultOf(renderFace(chart({ chart: chartOf(values, 1) })))).toBeUndefined();
		}
	});

	it.each([
		["fr", ["Monday", "Sunday"], "lundi – dimanche"],
		["de", ["Mon", "Sun"], "Mo – So"],
		["ja", ["January", "December"], "1月 – 12月"],
		["es", ["1 Jan", "31 Jan"], "1 ene – 31 ene"],
		["zh_TW", ["Mon", "SUN"], "週一 – 週日"],
		["ko", ["0:00", "23:00"], "0:00 – 23:00"],
		["en", ["Monday", "Sunday"], "Monday – Sunday"],
	])("displays the service's weekdays and months in %s", (language, labels, axis) => {
		const { series } = chartOf([1, 2], 3);
		const face = chart({ chart: { labels, series } }, {}, stringsFor(language));
		expect(face).toMatchObject({ axis: [axis, expect.anything()] });
		expect(stripFeedback(face).detail).toContain(axis);
	});
});
