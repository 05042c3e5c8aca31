// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";

import type { ItemOption } from "../../../../src/inspector/message-parts";
import { SceneMap } from "../../../../ui/scenes/scene-map";
import { translator } from "../../../../ui/strings";

const trigger = { label: "Trigger", value: "trigger" };

function item(value: string, left: number | undefined, extra: Partial<ItemOption> = {}): ItemOption {
	const place = left === undefined ? undefined : { left, top: 10, width: 20, height: 20 };
	return {
		label: `Item ${value}`,
		name: `Item ${value}`,
		value,
		type: "widget",
		actions: [trigger],
		place,
		...extra,
	};
}

const items = [
	item("1", 0),
	item("2", 30, { disabled: true, actions: [] }),
	item("3", 60),
	item("4", undefined),
];

let chosen: string[];
let map: SceneMap;

function open(): void {
	chosen = [];
	map = new SceneMap({ text: translator("en"), onChoose: (id) => chosen.push(id) });
	document.body.replaceChildren(map.root);
}

function box(name: string): HTMLElement {
	const found = [...map.root.querySelectorAll("[role=radio]")].find(({ ariaLabel }) =>
		ariaLabel?.startsWith(name),
	);
	if (!(found instanceof HTMLElement)) throw new Error(`there is no box ${name}`);
	return found;
}

function press(key: string): void {
	document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}

function focusedName(): string | null | undefined {
	return document.activeElement?.ariaLabel;
}

beforeEach(open);

describe("the map of a scene", () => {
	it("displays items at their places, and leaves out items without a place", () => {
		map.show({ items, chosen: "", image: undefined });
		expect(map.root.hidden).toBe(false);
		expect(map.root.querySelectorAll("[role=radio]")).toHaveLength(3);
		const { left, top, width, height } = box("Item 3").style;
		expect([left, top, width, height]).toEqual(["60%", "10%", "20%", "20%"]);
	});

	it("is hidden if no item has a place", () => {
		map.show({ items, chosen: "", image: undefined });
		map.show({ items: [item("4", undefined)], chosen: "", image: undefined });
		expect(map.root.hidden).toBe(true);
		map.show({ items: [], chosen: "", image: undefined });
		expect(map.root.hidden).toBe(true);
	});

	it("marks the chosen item, and items without remote actions", () => {
		map.show({ items, chosen: "3", image: undefined });
		expect([box("Item 1").ariaChecked, box("Item 3").ariaChecked]).toEqual(["false", "true"]);
		expect(box("Item 2").ariaDisabled).toBe("true");
		expect(box("Item 2").ariaLabel).toBe("Item 2 – no actions");
		expect(box("Item 3").tabIndex).toBe(0);
		expect(box("Item 1").tabIndex).toBe(-1);
	});

	it("chooses by click, except items without remote actions", () => {
		map.show({ items, chosen: "", image: undefined });
		box("Item 1").click();
		box("Item 2").click();
		expect(chosen).toEqual(["1"]);
	});

	it("chooses by keyboard: arrow keys move, Enter and the space bar choose", () => {
		map.show({ items, chosen: "", image: undefined });
		box("Item 1").focus();
		press("ArrowRight");
		expect(focusedName()).toBe("Item 2 – no actions");
		press("Enter");
		expect(chosen).toEqual([]);
		press("ArrowDown");
		press(" ");
		expect(chosen).toEqual(["3"]);
		press("ArrowRight");
		expect(focusedName()).toBe("Item 1");
		press("ArrowLeft");
		press("Enter");
		expect(chosen).toEqual(["3", "3"]);
	});

	it("keeps the focus when the list or the choice changes", () => {
		map.show({ items, chosen: "", image: undefined });
		box("Item 3").focus();
		map.show({ items: [...items, item("5", 80)], chosen: "3", image: undefined });
		expect(focusedName()).toBe("Item 3");
		expect([...map.root.querySelectorAll("[tabindex='0']")]).toHaveLength(1);
	});

	it("displays the scene's picture behind the items", () => {
		map.show({ items, chosen: "", image: "data:image/png;base64,AA" });
		const canvas = map.root.querySelector(".canvas");
		expect(canvas instanceof HTMLElement && canvas.style.backgroundImage).toContain(
			"data:image/png;base64,AA",
		);
	});

	it("lets a small item within a large one be clicked", () => {
		const large = item("large", 0, { place: { left: 0, top: 0, width: 90, height: 90 } });
		map.show({ items: [item("small", 10), large], chosen: "", image: undefined });
		expect(Number(box("Item small").style.zIndex)).toBeGreaterThan(Number(box("Item large").style.zIndex));
	});

	it("is open on a wide page, and collapsed on a narrow one", () => {
		expect(map.root.open).toBe(true);
		const { innerWidth } = window;
		Object.assign(window, { innerWidth: 300 });
		open();
		expect(map.root.open).toBe(false);
		Object.assign(window, { innerWidth });
	});
});
