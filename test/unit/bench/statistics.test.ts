import { describe, expect, it } from "vitest";

import { growthExponent, median, quantile } from "../../bench/statistics";

describe("the bench's statistics", () => {
	it("return the median of an odd and of an even number of values", () => {
		expect(median([9, 1, 5])).toBe(5);
		expect(median([4, 1, 2, 3])).toBe(2.5);
	});

	it("return a quantile by the nearest rank", () => {
		const values = Array.from({ length: 100 }, (_, index) => index + 1);
		expect(quantile(values, 0.95)).toBe(95);
		expect(quantile([7], 0.95)).toBe(7);
		expect(quantile([], 0.5)).toBeNaN();
	});

	it.each([
		["nothing", 0],
		["as much as the size", 1],
		["its square", 2],
	])("detect growth by %s", (_, exponent) => {
		const points = [10, 100, 1_000].map((size) => [size, 3 * size ** exponent] as const);
		expect(growthExponent(points)).toBeCloseTo(exponent);
	});
});
