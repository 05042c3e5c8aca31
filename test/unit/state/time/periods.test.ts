import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import {
	hasBegun,
	nextPeriodStartMs,
	periodStartMs,
	sessionStartMs,
	weekStarts,
	type CalendarPeriod,
} from "../../../../src/state/time/periods";

const periods: readonly CalendarPeriod[] = ["today", "week", "month", "year"];
const zones = [
	"UTC",
	"Europe/Paris",
	"America/New_York",
	"Australia/Lord_Howe",
	"Asia/Kathmandu",
	"Africa/Cairo",
];
const dayMs = 86_400_000;

const zoneBefore = process.env["TZ"];

beforeEach(() => {
	process.env["TZ"] = "Europe/Paris";
});

afterEach(() => {
	if (zoneBefore === undefined) delete process.env["TZ"];
	else process.env["TZ"] = zoneBefore;
});

const at = (iso: string) => new Date(iso).getTime();
const start = (period: CalendarPeriod, iso: string) => new Date(periodStartMs(period, at(iso))).toISOString();

describe("a period", () => {
	it("begins in the user's calendar, not in the service's", () => {
		expect(start("today", "2026-03-03T23:30:00Z")).toBe("2026-03-03T23:00:00.000Z");
		process.env["TZ"] = "America/New_York";
		expect(start("today", "2026-03-03T23:30:00Z")).toBe("2026-03-03T05:00:00.000Z");
	});

	it("of a week begins on Monday, also on a Sunday", () => {
		expect(start("week", "2026-03-08T22:59:59Z")).toBe("2026-03-01T23:00:00.000Z");
		expect(start("week", "2026-03-08T23:00:00Z")).toBe("2026-03-08T23:00:00.000Z");
	});

	it("may begin last year", () => {
		expect(start("week", "2026-01-01T12:00:00Z")).toBe("2025-12-28T23:00:00.000Z");
		expect(start("year", "2025-12-31T23:00:00Z")).toBe("2025-12-31T23:00:00.000Z");
		expect(start("month", "2026-01-01T12:00:00Z")).toBe("2025-12-31T23:00:00.000Z");
	});

	it("has 23 or 25 hours when the clocks change", () => {
		expect(
			nextPeriodStartMs("today", at("2026-03-29T12:00Z")) - periodStartMs("today", at("2026-03-29T12:00Z")),
		).toBe(23 * 3_600_000);
		expect(
			nextPeriodStartMs("today", at("2026-10-25T12:00Z")) - periodStartMs("today", at("2026-10-25T12:00Z")),
		).toBe(25 * 3_600_000);
		expect(start("week", "2026-03-29T12:00:00Z")).toBe("2026-03-22T23:00:00.000Z");
		expect(start("month", "2026-03-29T12:00:00Z")).toBe("2026-02-28T23:00:00.000Z");
	});

	it("begins at its first instant if midnight is skipped", () => {
		process.env["TZ"] = "Africa/Cairo";
		expect(start("today", "2026-04-24T12:00:00Z")).toBe("2026-04-23T22:00:00.000Z");
	});

	it("begins at the chosen hour and weekday", () => {
		const calendar = { weekStartsOn: "sunday", dayStartHour: 6 } as const;
		const startOf = (period: CalendarPeriod, iso: string) =>
			new Date(periodStartMs(period, at(iso), calendar)).toISOString();
		// 05:59 and 06:00 on a Sunday in Paris.
		expect(startOf("today", "2026-03-01T04:59:59Z")).toBe("2026-02-28T05:00:00.000Z");
		expect(startOf("today", "2026-03-01T05:00:00Z")).toBe("2026-03-01T05:00:00.000Z");
		expect(startOf("week", "2026-03-01T04:59:59Z")).toBe("2026-02-22T05:00:00.000Z");
		expect(startOf("week", "2026-03-01T05:00:00Z")).toBe("2026-03-01T05:00:00.000Z");
		expect(startOf("month", "2026-03-01T04:59:59Z")).toBe("2026-02-01T05:00:00.000Z");
		expect(startOf("year", "2026-01-01T04:59:59Z")).toBe("2025-01-01T05:00:00.000Z");
		expect(nextPeriodStartMs("year", at("2026-01-01T04:59:59Z"), calendar)).toBe(at("2026-01-01T05:00:00Z"));
	});

	it("contains its time, and the next one begins where it ends", () => {
		const moments = fc.integer({ min: at("2020-01-01T00:00Z"), max: at("2035-01-01T00:00Z") });
		const calendars = fc.record({
			weekStartsOn: fc.constantFrom(...weekStarts),
			dayStartHour: fc.integer({ min: 0, max: 12 }),
		});
		fc.assert(
			fc.property(
				fc.constantFrom(...zones),
				fc.constantFrom(...periods),
				moments,
				calendars,
				(zone, period, nowMs, calendar) => {
					process.env["TZ"] = zone;
					const [startMs, nextMs] = [
						periodStartMs(period, nowMs, calendar),
						nextPeriodStartMs(period, nowMs, calendar),
					];
					expect(startMs).toBeLessThanOrEqual(nowMs);
					expect(nextMs).toBeGreaterThan(nowMs);
					expect(periodStartMs(period, nextMs, calendar)).toBe(nextMs);
					expect(periodStartMs(period, nextMs - 1, calendar)).toBe(startMs);
					expect(nextMs - startMs).toBeGreaterThan(dayMs * 0.9);
				},
			),
		);
	});
});

describe("a started session", () => {
	const secondMs = at("2026-03-04T12:00:00Z");
	const nowMs = secondMs + 400;

	it.each([
		["no event is stored", undefined, secondMs],
		["the last event was a second before", secondMs - 1, secondMs],
		["an event of this second, without milliseconds, arrived", secondMs, nowMs],
		["an event arrived just now", nowMs + 100, nowMs + 101],
		["an event has a clock that is two seconds ahead", nowMs + 2_000, nowMs + 2_001],
		["an event is dated in the future", nowMs + 2_001, secondMs],
	] as const)("counts from the right time if %s", (_when, newestEventMs, startMs) => {
		expect(sessionStartMs(nowMs, newestEventMs)).toBe(startMs);
	});

	it("is running from its start, with a clock that may be two seconds behind", () => {
		expect(
			[undefined, nowMs, nowMs + 2_000, nowMs + 2_001].map((startMs) => hasBegun(startMs, nowMs)),
		).toEqual([...[false, true, true, false]]);
	});
});
