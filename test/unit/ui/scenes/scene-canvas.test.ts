import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { canvasOf, percentOf } from "../../../../ui/scenes/scene-canvas";

function place(left: number, top: number, width: number, height: number) {
	return { left, top, width, height };
}

describe("the canvas of a scene", () => {
	it.each([
		["percent", [place(0, 0, 50, 50), place(60, 80, 40, 20)], 100, 100],
		["1280 × 720", [place(0, 0, 1280, 720)], 1280, 720],
		["1280 × 720 from one item just outside 100 × 100", [place(90, 0, 10.5, 10)], 1280, 720],
		["1920 × 1080", [place(1500, 900, 420, 180)], 1920, 1080],
		["1920 × 1080 because of the height alone", [place(0, 700, 100, 100)], 1920, 1080],
		["2560 × 1440", [place(2000, 0, 560, 10)], 2560, 1440],
		["3840 × 2160", [place(3000, 2000, 840, 160)], 3840, 2160],
	])("is %s", (_, places, width, height) => {
		expect(canvasOf(places)).toMatchObject({ left: 0, top: 0, width, height, aspectRatio: 16 / 9 });
	});

	it("is the bounding box if no common canvas contains everything", () => {
		expect(canvasOf([place(0, 0, 5000, 1000)])).toMatchObject({ left: 0, width: 5000, height: 1000 });
		expect(canvasOf([place(-100, 20, 300, 100), place(50, 10, 50, 40)])).toEqual({
			left: -100,
			top: 10,
			width: 300,
			height: 110,
			aspectRatio: 300 / 110,
		});
	});

	it("contains every item, for any places", () => {
		const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
		const size = fc.double({ min: 0.01, max: 1e6, noNaN: true });
		const places = fc.array(fc.record({ left: number, top: number, width: size, height: size }), {
			minLength: 1,
		});
		fc.assert(
			fc.property(places, (all) => {
				const canvas = canvasOf(all);
				for (const each of all) {
					const { left, top, width, height } = percentOf(each, canvas);
					expect(left).toBeGreaterThanOrEqual(-0.001);
					expect(top).toBeGreaterThanOrEqual(-0.001);
					expect(left + width).toBeLessThanOrEqual(100.001);
					expect(top + height).toBeLessThanOrEqual(100.001);
				}
			}),
		);
	});
});
