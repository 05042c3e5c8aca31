import { describe, expect, it } from "vitest";

import { drawGoalFrame } from "../../../../src/key-face/drawing/goal-frame";

const color = "#4cc2ff";
const filledPath = (share: number) =>
	new RegExp(`d="([^"]+)" fill="none" stroke="${color}"`).exec(drawGoalFrame(share, color))?.[1];

describe("a goal's frame", () => {
	it("is an empty track at zero", () => {
		expect(filledPath(0)).toBeUndefined();
		expect(filledPath(-1)).toBeUndefined();
	});

	it("fills clockwise from the middle of the top", () => {
		expect(filledPath(0.0625)).toBe("M72 8L104 8");
		expect(filledPath(0.25)).toBe("M72 8L136 8L136 72");
		expect(filledPath(0.5)).toBe("M72 8L136 8L136 136L72 136");
		expect(filledPath(0.75)).toBe("M72 8L136 8L136 136L8 136L8 72");
	});

	it("closes only when the goal is reached", () => {
		expect(filledPath(0.9999)).not.toMatch(/Z$/);
		expect(filledPath(0.9999)).not.toMatch(/L72 8$/);
		expect(filledPath(1)).toMatch(/Z$/);
		expect(filledPath(3)).toBe(filledPath(1));
	});

	it("displays the first progress", () => {
		expect(filledPath(0.00001)).toBeDefined();
	});
});
