import { describe, expect, it } from "vitest";

import { parseFace } from "./face";

const imageOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
const titled = (title: string) =>
	imageOf(`<svg xmlns="http://www.w3.org/2000/svg"><title>${title}</title></svg>`);

describe("parseFace", () => {
	it("splits the title into label, value and state", () => {
		const face = parseFace(titled("Tips · 12.50 EUR + 300 JPY · stale"), 5);
		expect(face).toMatchObject({ at: 5, label: "Tips", value: "12.50 EUR + 300 JPY", state: "stale" });
	});

	it("leaves a separator inside the label to the label", () => {
		expect(parseFace(titled("Goal · tonight · 4/500 · live"))).toMatchObject({
			label: "Goal · tonight",
			value: "4/500",
			state: "live",
		});
	});

	it("undoes XML's own escapes, numbers included", () => {
		expect(parseFace(titled("a&lt;b&gt;&amp;&quot;&apos;&#233;&#x1F680; · 1 · live")).label).toBe(
			"a<b>&\"'é🚀",
		);
	});

	it("keeps a title of fewer parts whole", () => {
		const face = parseFace(titled("Offline"));
		expect(face.title).toBe("Offline");
		expect(face.label).toBeUndefined();
	});

	it("treats an image that is not SVG, or is broken, as an image only", () => {
		expect(parseFace("imgs/key", 1)).toEqual({ at: 1, image: "imgs/key" });
		expect(parseFace("data:image/svg+xml,%E0%A4%A", 1)).toEqual({
			at: 1,
			image: "data:image/svg+xml,%E0%A4%A",
		});
	});

	it("is empty for the manifest's image", () => {
		expect(parseFace(undefined, 1)).toEqual({ at: 1 });
	});
});
