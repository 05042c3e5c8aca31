import { describe, expect, it } from "vitest";

import { blockOn, noticeOf, troubleOn } from "../../../src/key-face/notice";
import { wordsFor } from "../../../src/key-face/language";
import { connecting, down, failed, live, notSetUp } from "./gallery";

const words = wordsFor("en");

describe("a notice", () => {
	it.each([
		["unreachable", "Offline", "Retrying…"],
		["refused", "Key refused", "Check settings"],
		["not-this-service", "Wrong address", "Check settings"],
		["insecure", "Not secure", "Use https"],
		["certificate", "Bad certificate", "Check settings"],
		["service-error", "Service down", "Retrying…"],
	] as const)("of a link that is %s says so", (trouble, matter, hint) => {
		expect(noticeOf(failed(trouble), "connecting", words)).toMatchObject({ matter, hint: [hint] });
	});

	it("has a pictogram of its own for every trouble", () => {
		const troubles = [
			"unreachable",
			"refused",
			"not-this-service",
			"insecure",
			"certificate",
			"service-error",
		] as const;
		const icons = troubles.map((trouble) => noticeOf(failed(trouble), "connecting", words).icon);
		expect(new Set(icons).size).toBe(troubles.length);
	});

	it("takes a drop without a reason for unreachable", () => {
		expect(troubleOn(down)).toBe("unreachable");
		expect(troubleOn(live)).toBeUndefined();
	});

	it("takes a web page where the service was for a service that is down, not for a wrong address", () => {
		const replaced = { ...down, trouble: "not-this-service" } as const;
		expect(troubleOn(replaced)).toBe("service-error");
		expect(blockOn(replaced)).toBeUndefined();
		expect(blockOn(failed("not-this-service"))).toBe("wrong address");
		expect(blockOn(failed("unreachable"))).toBeUndefined();
		expect(blockOn({ phase: "down", sinceMs: 0, trouble: "certificate" })).toBe("not trusted");
	});

	it("says what is being waited for", () => {
		expect(noticeOf(connecting, "connecting", words, ["Followers"])).toMatchObject({
			matter: "Connecting…",
			hint: ["Followers"],
		});
	});

	it("asks for the settings while there is no account", () => {
		expect(noticeOf(notSetUp, "not set up", words)).toMatchObject({
			matter: "Set up",
			hint: ["Open settings"],
		});
		const unsafe = { phase: "not-set-up", trouble: "insecure" } as const;
		expect(noticeOf(unsafe, "not set up", words)).toMatchObject({ matter: "Set up", hint: ["Not secure"] });
	});
});
