import { describe, expect, it } from "vitest";

import {
	ageOf,
	flashMs,
	isFlashing,
	isActive,
	earliestAfter,
	pressDisplayAt,
} from "../../../src/key-face/face-timing";
import { stringsFor } from "../../../src/key-face/language";

const now = 1_000_000_000;
const words = stringsFor("en");
const minuteMs = 60_000;

describe("earliestAfter", () => {
	it("returns the next time in the future", () => {
		expect(earliestAfter(now, now - 1, undefined, now + 5, now + 3)).toBe(now + 3);
		expect(earliestAfter(now, now, undefined)).toBeUndefined();
	});
});

describe("an age", () => {
	it.each([
		[0, "just now", minuteMs],
		[59_999, "just now", minuteMs],
		[minuteMs, "1 min ago", 2 * minuteMs],
		[59 * minuteMs, "59 min ago", 60 * minuteMs],
		[60 * minuteMs, "1 h ago", 120 * minuteMs],
		[47 * 60 * minuteMs, "1 day ago", 48 * 60 * minuteMs],
		[-5000, "just now", minuteMs],
	])("of %d ms is displayed as %s until it is outdated", (elapsedMs, text, validForMs) => {
		const { variants, nextChangeAtMs } = ageOf(now - elapsedMs, now, words);
		expect(variants).toEqual([text]);
		expect(nextChangeAtMs - now).toBe(validForMs - Math.max(0, elapsedMs));
	});
});

describe("a flash", () => {
	it("lasts a second and is not repeated by a clock set back", () => {
		expect(isFlashing({ atMs: now }, now)).toBe(true);
		expect(isFlashing({ atMs: now }, now + flashMs - 1)).toBe(true);
		expect(isFlashing({ atMs: now }, now + flashMs)).toBe(false);
		expect(isFlashing({ atMs: now }, now - 1)).toBe(false);
		expect(isFlashing(undefined, now)).toBe(false);
	});
});

describe("press feedback", () => {
	it("is empty without a press", () => {
		expect(pressDisplayAt({}, now)).toEqual({
			press: undefined,
			reason: undefined,
			nextChangeAtMs: undefined,
		});
	});

	it("displays a press immediately, without a timer if a hold has no other function", () => {
		expect(pressDisplayAt({ press: { sinceMs: now } }, now)).toMatchObject({ press: {} });
		expect(pressDisplayAt({ press: { sinceMs: now } }, now).nextChangeAtMs).toBeUndefined();
	});

	it("displays a hold in steps until it is complete", () => {
		const press = { sinceMs: now, holdMs: 500 };
		expect(pressDisplayAt({ press }, now)).toMatchObject({
			press: { progress: 0 },
			nextChangeAtMs: now + 100,
		});
		expect(pressDisplayAt({ press }, now + 450)).toMatchObject({
			press: { progress: 0.9 },
			nextChangeAtMs: now + 500,
		});
		expect(pressDisplayAt({ press }, now + 900)).toMatchObject({ press: { progress: 1 } });
		expect(pressDisplayAt({ press }, now + 900).nextChangeAtMs).toBeUndefined();
	});

	it("displays the reason for a failure for its duration only", () => {
		const notice = { text: "Offline", untilMs: now + 3000 };
		expect(pressDisplayAt({ notice }, now)).toMatchObject({
			reason: { variants: ["Offline"], tone: "fault" },
			nextChangeAtMs: now + 3000,
		});
		expect(pressDisplayAt({ notice }, now + 3000).reason).toBeUndefined();
		expect(isActive(notice, now + 3000)).toBe(false);
	});
});
