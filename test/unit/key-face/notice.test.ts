import { describe, expect, it } from "vitest";

import { blockingStateOf, linkNotice, linkTroubleOf } from "../../../src/key-face/notice";
import { stringsFor } from "../../../src/key-face/language";
import { connecting, down, failed, live, notSetUp } from "./gallery/shared";

const words = stringsFor("en");

describe("a notice", () => {
	it.each([
		["unreachable", "Offline", "Retrying…"],
		["refused", "Key refused", "Check settings"],
		["not-this-service", "Wrong address", "Check settings"],
		["insecure", "Not secure", "Use https"],
		["certificate", "Bad certificate", "Check settings"],
		["service-error", "Service down", "Retrying…"],
	] as const)("of a connection that is %s displays it", (trouble, headline, hint) => {
		expect(linkNotice({ link: failed(trouble) }, "connecting", words)).toMatchObject({
			headline,
			hint: [hint],
		});
	});

	it("has a separate pictogram for every problem", () => {
		const troubles = [
			"unreachable",
			"refused",
			"not-this-service",
			"insecure",
			"certificate",
			"service-error",
		] as const;
		const icons = troubles.map((trouble) => linkNotice({ link: failed(trouble) }, "connecting", words).icon);
		expect(new Set(icons).size).toBe(troubles.length);
	});

	it("treats a drop without a reason as unreachable", () => {
		expect(linkTroubleOf(down)).toBe("unreachable");
		expect(linkTroubleOf(live)).toBeUndefined();
	});

	it("treats a web page in place of the service as a service error, not as a wrong address", () => {
		const replaced = { ...down, trouble: "not-this-service" } as const;
		expect(linkTroubleOf(replaced)).toBe("service-error");
		expect(blockingStateOf(replaced)).toBeUndefined();
		expect(blockingStateOf(failed("not-this-service"))).toBe("wrong address");
		expect(blockingStateOf(failed("unreachable"))).toBeUndefined();
		expect(blockingStateOf({ phase: "down", sinceMs: 0, trouble: "certificate" })).toBe("not trusted");
	});

	it("displays what is being loaded", () => {
		expect(linkNotice({ link: connecting }, "connecting", words, ["Followers"])).toMatchObject({
			headline: "Connecting…",
			hint: ["Followers"],
		});
	});

	it("requests the settings while there is no account", () => {
		expect(linkNotice({ link: notSetUp }, "not set up", words)).toMatchObject({
			headline: "Set up",
			hint: ["Open settings"],
		});
		const unsafe = { phase: "not-set-up", trouble: "insecure" } as const;
		expect(linkNotice({ link: unsafe }, "not set up", words)).toMatchObject({
			headline: "Set up",
			hint: ["Not secure"],
		});
	});
});
