import { describe, expect, it } from "vitest";

import { fillTemplate } from "../../../src/text-files/template";

describe("a template", () => {
	it("is filled in, at every placeholder", () => {
		expect(fillTemplate("{name}: {amount}!\n{name}", { name: "Ada", amount: "€5" })).toBe("Ada: €5!\nAda");
	});

	it("does not replace placeholders in values", () => {
		expect(fillTemplate("{name} {amount}", { name: "{amount}", amount: "€5" })).toBe("{amount} €5");
	});

	it.each([
		["{name} {amount}", "Ada"],
		["{name} {amount} {viewers}", "Ada"],
		["{name} {amount} – {message}", "Ada – hi"],
	])("has no blanks around what is empty: %j", (template, text) => {
		expect(fillTemplate(template, { name: "Ada", amount: "", viewers: "", message: "hi" })).toBe(text);
	});

	it("keeps unknown placeholders unchanged", () => {
		expect(fillTemplate("{nmae} {constructor} {}", { name: "Ada" })).toBe("{nmae} {constructor} {}");
	});
});
