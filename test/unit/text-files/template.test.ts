import { describe, expect, it } from "vitest";

import { fillTemplate } from "../../../src/text-files/template";

describe("a template", () => {
	it("is filled in, as often as it asks", () => {
		expect(fillTemplate("{name}: {amount}!\n{name}", { name: "Ada", amount: "€5" })).toBe("Ada: €5!\nAda");
	});

	it("does not look again at what it filled in", () => {
		expect(fillTemplate("{name} {amount}", { name: "{amount}", amount: "€5" })).toBe("{amount} €5");
	});

	it("keeps what nobody knows, as it was typed", () => {
		expect(fillTemplate("{nmae} {constructor} {}", { name: "Ada" })).toBe("{nmae} {constructor} {}");
	});
});
