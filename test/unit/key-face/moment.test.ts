import { describe, expect, it } from "vitest";

import { ageOf, flashMs, isFlashing, isGoingOn, soonest, touchLook } from "../../../src/key-face/moment";
import { wordsFor } from "../../../src/key-face/language";

const now = 1_000_000_000;
const words = wordsFor("en");
const minuteMs = 60_000;

describe("the soonest moment", () => {
	it("is the next that is still to come", () => {
		expect(soonest(now, now - 1, undefined, now + 5, now + 3)).toBe(now + 3);
		expect(soonest(now, now, undefined)).toBeUndefined();
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
	])("of %d ms reads %s until it is out of date", (elapsedMs, text, validForMs) => {
		const { wordings, nextChangeAtMs } = ageOf(now - elapsedMs, now, words);
		expect(wordings).toEqual([text]);
		expect(nextChangeAtMs - now).toBe(validForMs - Math.max(0, elapsedMs));
	});
});

describe("a flash", () => {
	it("lasts a second and is not revived by a clock set back", () => {
		expect(isFlashing({ atMs: now }, now)).toBe(true);
		expect(isFlashing({ atMs: now }, now + flashMs - 1)).toBe(true);
		expect(isFlashing({ atMs: now }, now + flashMs)).toBe(false);
		expect(isFlashing({ atMs: now }, now - 1)).toBe(false);
		expect(isFlashing(undefined, now)).toBe(false);
	});
});

describe("a touch", () => {
	it("leaves no mark without a finger", () => {
		expect(touchLook({}, now)).toEqual({ press: undefined, reason: undefined, nextChangeAtMs: undefined });
	});

	it("shows a press at once, and needs no timer where a hold does nothing else", () => {
		expect(touchLook({ press: { sinceMs: now } }, now)).toMatchObject({ press: {} });
		expect(touchLook({ press: { sinceMs: now } }, now).nextChangeAtMs).toBeUndefined();
	});

	it("grows a hold in steps until it is full", () => {
		const press = { sinceMs: now, holdMs: 500 };
		expect(touchLook({ press }, now)).toMatchObject({ press: { progress: 0 }, nextChangeAtMs: now + 100 });
		expect(touchLook({ press }, now + 450)).toMatchObject({
			press: { progress: 0.9 },
			nextChangeAtMs: now + 500,
		});
		expect(touchLook({ press }, now + 900)).toMatchObject({ press: { progress: 1 } });
		expect(touchLook({ press }, now + 900).nextChangeAtMs).toBeUndefined();
	});

	it("tells the reason of a failure for its moment only", () => {
		const notice = { text: "Offline", untilMs: now + 3000 };
		expect(touchLook({ notice }, now)).toMatchObject({
			reason: { wordings: ["Offline"], tone: "fault" },
			nextChangeAtMs: now + 3000,
		});
		expect(touchLook({ notice }, now + 3000).reason).toBeUndefined();
		expect(isGoingOn(notice, now + 3000)).toBe(false);
	});
});
