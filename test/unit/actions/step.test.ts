import { describe, expect, it } from "vitest";

import { step } from "../../../src/actions/step";

describe("step", () => {
	it.each([
		["a", 1, "b"],
		["c", 1, "a"],
		["a", -1, "c"],
		["b", 7, "c"],
		["b", -7, "a"],
		["a", 0, "a"],
	])("goes from %s by %i to %s", (from, ticks, to) => {
		expect(step(["a", "b", "c"], from, ticks)).toBe(to);
	});
});
