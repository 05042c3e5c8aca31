import { describe, expect, it } from "vitest";

import { passingNotice, pressFailureOf } from "../../../../src/actions/keys/press-failure";
import { stringsFor } from "../../../../src/key-face/language";
import type { LinkTrouble } from "../../../../src/state/link-status";

describe("the reason for a failed press", () => {
	it.each([
		["refused", "refused"],
		["insecure", "not-set-up"],
		["certificate", "certificate"],
		["not-this-service", "service-error"],
		["service-error", "service-error"],
		["unreachable", "offline"],
	] as const)("is, with the connection %s, %s", (trouble, failure) => {
		expect(pressFailureOf(trouble, { phase: "connecting" })).toBe(failure);
	});

	it("has the same text as the problem on every key", () => {
		const words = stringsFor("en");
		const said = (trouble: LinkTrouble, phase: "failed" | "live") =>
			passingNotice(
				pressFailureOf(trouble, phase === "live" ? { phase, sinceMs: 0 } : { phase, trouble }),
				0,
				words,
			);
		expect(said("service-error", "live")).toMatchObject({
			text: "Service down",
			fact: "failed: service down",
		});
		expect(said("not-this-service", "failed").text).toBe("Wrong address");
		expect(said("not-this-service", "live").text).toBe("Service down");
		expect(said("certificate", "live").text).toBe("Bad certificate");
	});

	it("is, without an account, that there is none", () => {
		expect(pressFailureOf("unreachable", { phase: "not-set-up" })).toBe("not-set-up");
	});

	it.each(["en", "fr", "zh_CN"])("is displayed for three seconds in the app's language (%s)", (language) => {
		const words = stringsFor(language);
		expect(passingNotice("missing", 10_000, words)).toEqual({
			text: words.failures.missing,
			untilMs: 13_000,
			fact: "failed: not found",
		});
	});
});
