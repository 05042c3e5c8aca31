import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { goalAbove, highestReachedGoal } from "../../../../src/state/counters/goals";

describe("the displayed goal", () => {
	it.each([
		[0, { goal: 100 }, 100],
		[250, { goal: 100 }, 100],
		[99, { goal: 100, goalStep: 50 }, 100],
		[100, { goal: 100, goalStep: 50 }, 150],
		[149, { goal: 100, goalStep: 50 }, 150],
		[1_000, { goal: 100, goalStep: 50 }, 1_050],
		[-5, { goal: 100, goalStep: 50 }, 100],
		[0.3, { goal: 0.1, goalStep: 0.1 }, 0.4],
		[12, { goalStep: 50 }, undefined],
	])("with %d reached of %o is %s", (reached, goals, shown) => {
		expect(goalAbove(reached, goals)).toBe(shown);
	});

	it("is always above the reached number, by at most one step", () => {
		const cents = fc.integer({ min: 1, max: 1_000_000 }).map((value) => value / 100);
		fc.assert(
			fc.property(cents, cents, cents, (reached, goal, goalStep) => {
				const shown = goalAbove(reached, { goal, goalStep }) ?? NaN;
				expect(shown).toBeGreaterThan(reached);
				expect(shown - Math.max(reached, goal - goalStep)).toBeLessThanOrEqual(goalStep * 1.000001);
			}),
		);
	});
});

describe("the reached goal", () => {
	it.each([
		[99, { goal: 100 }, undefined],
		[250, { goal: 100 }, 100],
		[149, { goal: 100, goalStep: 50 }, 100],
		[150, { goal: 100, goalStep: 50 }, 150],
		[0.3, { goal: 0.1, goalStep: 0.1 }, 0.3],
	])("with %d of %o is %s", (reached, goals, expected) => {
		expect(highestReachedGoal(reached, goals)).toBe(expected);
	});
});
