import { describe, expect, it } from "vitest";

import { passingNotice, pressFailureOf } from "../../../src/actions/press-failure";
import { stringsFor } from "../../../src/key-face/language";

describe("why a press did nothing", () => {
	it.each([
		["refused", "refused"],
		["insecure", "not-set-up"],
		["certificate", "offline"],
		["not-this-service", "rejected"],
		["service-error", "rejected"],
		["unreachable", "offline"],
	] as const)("is, when the link is %s, that it was %s", (trouble, failure) => {
		expect(pressFailureOf(trouble, { phase: "connecting" })).toBe(failure);
	});

	it("is, without an account, that there is none", () => {
		expect(pressFailureOf("unreachable", { phase: "not-set-up" })).toBe("not-set-up");
	});

	it.each(["en", "fr", "zh_CN"])("is said for three seconds in the app's language (%s)", (language) => {
		const words = stringsFor(language);
		expect(passingNotice("missing", 10_000, words)).toEqual({
			text: words.failures.missing,
			untilMs: 13_000,
			fact: "failed: not found",
		});
	});
});
