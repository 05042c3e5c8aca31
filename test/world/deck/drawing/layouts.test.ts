import { describe, expect, it } from "vitest";

import { fakePluginDir } from "../fixtures/fake-plugin";
import { applyFeedback, loadLayout, type LayoutItem } from "./layouts";

const layout = loadLayout(fakePluginDir, "layouts/dial.json");
const valueOf = (items: readonly LayoutItem[], key: string) => items.find((item) => item.key === key)?.value;

describe("loadLayout", () => {
	it("contains the app's own layouts", () => {
		expect(loadLayout(fakePluginDir, "$B1").items.map(({ key }) => key)).toEqual([
			"title",
			"icon",
			"value",
			"indicator",
		]);
	});

	it("refuses a layout the app would not draw", () => {
		expect(() => loadLayout(fakePluginDir, "layouts/too-wide.json")).toThrow(/beyond 200×100/);
		expect(() => loadLayout(fakePluginDir, "$Z9")).toThrow(/no layout/);
		expect(() => loadLayout(fakePluginDir, "layouts/none.json")).toThrow(/ENOENT/);
	});
});

describe("applyFeedback", () => {
	it("merges values and properties, and keeps the rest", () => {
		const { items, problems } = applyFeedback(layout.items, {
			value: "12",
			level: { value: 3, bar_fill_c: "#fff" },
		});
		expect(problems).toEqual([]);
		expect(valueOf(items, "title")).toBe("Dial");
		expect(valueOf(items, "value")).toBe("12");
		expect(items.find(({ key }) => key === "level")).toMatchObject({
			value: 3,
			bar_fill_c: "#fff",
			range: { max: 10 },
		});
	});

	it.each([
		["an item the layout does not have", { nothing: 1 }, /no item "nothing"/],
		["a place that can't change", { value: { rect: [0, 0, 1, 1] } }, /can't be changed/],
		["words for a bar", { level: "much" }, /needs a number/],
	])("reports %s", (_, feedback, fault) => {
		expect(applyFeedback(layout.items, feedback).problems.join()).toMatch(fault);
	});
});
