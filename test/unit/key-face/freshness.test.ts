import { describe, expect, it } from "vitest";

import { asOfFact } from "../../../src/key-face/text/facts";
import { freshnessNoteOf, staleFact, valueState } from "../../../src/key-face/freshness";
import { stringsFor } from "../../../src/key-face/language";
import { connecting, down, failed, live, notSetUp, nowMs } from "./gallery/shared";

const words = stringsFor("en");
const idle = { phase: "idle" } as const;

describe("the state of a face with a value", () => {
	it.each([
		["live and confirmed", { link: live }, "live"],
		["live but in doubt", { link: live, staleSinceMs: nowMs }, "stale"],
		["read again after a drop", { link: live, isConfirming: true, staleSinceMs: nowMs }, "connecting"],
		["down", { link: down }, "stale"],
		["down during a refresh", { link: down, isConfirming: true }, "stale"],
		["unreachable", { link: failed("unreachable") }, "stale"],
		["idle", { link: idle }, "stale"],
		["connecting", { link: connecting }, "connecting"],
		["refused", { link: failed("refused") }, "refused"],
		["refused after a drop", { link: { ...down, trouble: "refused" } }, "refused"],
		["not set up", { link: notSetUp }, "not set up"],
	] as const)("is, when %s, %s", (_name, trust, state) => {
		expect(valueState(trust, true)).toBe(state);
	});
});

describe("the state of a face with a number of an earlier run", () => {
	const rememberedAtMs = nowMs - 3 * 60_000;
	it.each([
		["connecting", { link: connecting }, "connecting"],
		["idle", { link: idle }, "connecting"],
		["live, before the first sync", { link: live }, "connecting"],
		["live, when the first sync failed", { link: live, staleSinceMs: nowMs }, "stale"],
		["down", { link: down }, "stale"],
		["unreachable", { link: failed("unreachable") }, "stale"],
		["a web page", { link: failed("not-this-service") }, "wrong address"],
		["refused", { link: failed("refused") }, "refused"],
		["not set up", { link: notSetUp }, "not set up"],
	] as const)("is, when %s, %s", (_name, trust, state) => {
		expect(valueState({ ...trust, rememberedAtMs }, true)).toBe(state);
	});

	it.each(["connecting", "stale"] as const)("has the number's age in its description when %s", (state) => {
		const input = { link: down, staleSinceMs: nowMs, rememberedAtMs };
		expect(freshnessNoteOf(input, state, nowMs, words)).toMatchObject({
			line: { variants: ["3 min ago"] },
			nextChangeAtMs: nowMs + 60_000,
		});
		expect(staleFact(input, state)).toBe(asOfFact(rememberedAtMs));
	});
});

describe("the state of a face without a value", () => {
	it.each([
		["live", { link: live }, "connecting"],
		["down", { link: down }, "connecting"],
		["unreachable", { link: failed("unreachable") }, "connecting"],
		["insecure", { link: failed("insecure") }, "wrong address"],
		["a web page", { link: failed("not-this-service") }, "wrong address"],
		["idle", { link: idle }, "connecting"],
		["refused", { link: failed("refused") }, "refused"],
		["not set up", { link: notSetUp }, "not set up"],
	] as const)("is, when %s, %s", (_name, trust, state) => {
		expect(valueState(trust, false)).toBe(state);
	});
});

describe("the note about an outdated value", () => {
	it("displays since when, from the lost connection if nothing else is known", () => {
		expect(freshnessNoteOf({ link: down }, "stale", nowMs, words)?.line.variants).toEqual(["4 min ago"]);
		const staleSinceMs = nowMs - 2 * 3_600_000;
		expect(freshnessNoteOf({ link: down, staleSinceMs }, "stale", nowMs, words)?.line.variants).toEqual([
			"2 h ago",
		]);
	});

	it('is "offline" for the first minute, and changes at its end', () => {
		const link = { phase: "down", sinceMs: nowMs - 10_000 } as const;
		expect(freshnessNoteOf({ link }, "stale", nowMs, words)).toEqual({
			line: { variants: ["Offline"], tone: "warning" },
			nextChangeAtMs: nowMs + 50_000,
		});
	});

	it.each(["not-this-service", "insecure", "certificate"] as const)(
		"has the word of its cause, the same as on the Connection key: %s",
		(trouble) => {
			const link = failed(trouble);
			expect(freshnessNoteOf({ link }, "stale", nowMs, words)?.line.variants).toEqual([
				words.troubles[trouble][0],
			]);
		},
	);

	it('is "offline" if the time is unknown', () => {
		expect(freshnessNoteOf({ link: idle }, "stale", nowMs, words)?.line.variants).toEqual(["Offline"]);
	});

	it("does not exist while the value is up to date", () => {
		expect(freshnessNoteOf({ link: live }, "live", nowMs, words)).toBeUndefined();
	});
});
