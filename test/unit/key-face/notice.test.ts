import { describe, expect, it } from "vitest";

import { noticeOf, troubleOf } from "../../../src/key-face/notice";
import { wordsFor } from "../../../src/key-face/language";
import { connecting, down, failed, live, notSetUp } from "./gallery";

const words = wordsFor("en");

describe("a notice", () => {
	it.each([
		["unreachable", "Offline", "Retrying…"],
		["refused", "Key refused", "Check settings"],
		["not-this-service", "Wrong address", "Check settings"],
		["insecure", "Not secure", "Use https"],
		["service-error", "Service down", "Retrying…"],
	] as const)("of a link that is %s says so", (trouble, matter, hint) => {
		expect(noticeOf(failed(trouble), words)).toMatchObject({ matter, hint: [hint] });
	});

	it("has a pictogram of its own for every trouble", () => {
		const troubles = ["unreachable", "refused", "not-this-service", "insecure", "service-error"] as const;
		const icons = troubles.map((trouble) => noticeOf(failed(trouble), words).icon);
		expect(new Set(icons).size).toBe(troubles.length);
	});

	it("takes a drop without a reason for unreachable", () => {
		expect(troubleOf(down)).toBe("unreachable");
		expect(troubleOf(live)).toBeUndefined();
	});

	it("says what is being waited for", () => {
		expect(noticeOf(connecting, words, ["Followers"])).toMatchObject({
			matter: "Connecting…",
			hint: ["Followers"],
		});
	});

	it("asks for the settings while there is no account", () => {
		expect(noticeOf(notSetUp, words)).toMatchObject({ matter: "Set up", hint: ["Open settings"] });
	});
});
