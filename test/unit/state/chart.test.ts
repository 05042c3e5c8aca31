import { describe, expect, it } from "vitest";

import { chartSeries, eventTypeOfSeries, nextChartTurnMs } from "../../../src/state/chart";

const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime();

describe("nextChartTurnMs", () => {
	it.each([
		["day", at(2026, 2, 4, 12, 34), at(2026, 2, 4, 13)],
		["day", at(2026, 2, 4, 12), at(2026, 2, 4, 13)],
		["day", at(2026, 11, 31, 23, 59), at(2027, 0, 1)],
		["week", at(2026, 2, 4, 12, 34), at(2026, 2, 5)],
		["month", at(2026, 1, 28, 12), at(2026, 2, 1)],
		["year", at(2026, 11, 31), at(2027, 0, 1)],
	] as const)("of a %s is still to come", (range, nowMs, turnMs) => {
		expect(nextChartTurnMs(range, nowMs)).toBe(turnMs);
	});
});

describe("eventTypeOfSeries", () => {
	it("names what moves each series", () => {
		expect(chartSeries.map(eventTypeOfSeries)).toEqual(["follow", "subscription", "donation", "donation"]);
	});
});
