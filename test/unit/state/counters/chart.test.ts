import { describe, expect, it, onTestFinished, vi } from "vitest";

import { nextChartRolloverMs } from "../../../../src/state/counters/chart";

const at = (...parts: [number, number, number, number?, number?, number?, number?]) =>
	new Date(...parts).getTime();

describe("nextChartRolloverMs", () => {
	it.each([
		["day", at(2026, 2, 4, 12, 34), at(2026, 2, 4, 13)],
		["day", at(2026, 2, 4, 12, 34, 56, 789), at(2026, 2, 4, 13)],
		["day", at(2026, 2, 4, 12), at(2026, 2, 4, 13)],
		["day", at(2026, 11, 31, 23, 59), at(2027, 0, 1)],
		["week", at(2026, 2, 4, 12, 34), at(2026, 2, 5)],
		["month", at(2026, 1, 28, 12), at(2026, 2, 1)],
		["year", at(2026, 11, 31), at(2027, 0, 1)],
	] as const)("of a %s is in the future", (range, nowMs, turnMs) => {
		expect(nextChartRolloverMs(range, nowMs)).toBe(turnMs);
	});

	it.each(["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"])(
		"of a day is within an hour and on the hour in %s, across clock changes",
		(zone) => {
			vi.stubEnv("TZ", zone);
			onTestFinished(() => void vi.unstubAllEnvs());
			const yearMs = Date.UTC(2026, 0, 1);
			for (let nowMs = yearMs; nowMs < yearMs + 366 * 24 * 3_600_000; nowMs += 7 * 60_000) {
				const turnMs = nextChartRolloverMs("day", nowMs);
				const minutes = new Date(turnMs).getMinutes();
				// If the clocks change by half an hour, an hour of that day begins or ends at half past.
				const isOnHour = minutes === 0 || (zone === "Australia/Lord_Howe" && minutes === 30);
				const isSoon = turnMs > nowMs && turnMs <= nowMs + 3_600_000;
				if (!isOnHour || !isSoon)
					expect.fail(`${new Date(nowMs).toISOString()}: ${new Date(turnMs).toISOString()}`);
			}
		},
	);
});
