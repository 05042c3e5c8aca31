// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";

import { Combobox, type SelectOption } from "../../../../ui/fields/combobox";
import { translator } from "../../../../ui/strings";

const options: readonly SelectOption[] = Array.from({ length: 200 }, (_, index) => ({
	label: `Number ${index}`,
	value: String(index),
}));

let chosen: string[];
let combobox: Combobox;

beforeEach(() => {
	chosen = [];
	combobox = new Combobox({
		id: "item",
		placeholder: "Choose",
		text: translator("en"),
		onChoose: (value) => chosen.push(value),
	});
	document.body.replaceChildren(combobox.root);
	combobox.show(options, "");
	combobox.input.focus();
});

function type(text: string): void {
	combobox.input.value = text;
	combobox.input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Presses a key. @returns Whether the browser's default action follows, such as moving the focus. */
function press(key: string): boolean {
	return combobox.input.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
}

function leave(): void {
	combobox.input.dispatchEvent(new Event("blur"));
}

function active(): string | null | undefined {
	const id = combobox.input.getAttribute("aria-activedescendant");
	return id === null ? undefined : document.getElementById(id)?.textContent;
}

describe("a combobox", () => {
	it("chooses with Tab the option reached by arrow keys, and lets the focus move on", () => {
		type("number 173");
		press("ArrowDown");
		expect(active()).toBe("Number 173");
		expect(press("Tab")).toBe(true);
		leave();
		expect(chosen).toEqual(["173"]);
		expect(combobox.value).toBe("173");
	});

	it("chooses nothing with Tab after typing only", () => {
		type("number 173");
		press("Tab");
		leave();
		expect(chosen).toEqual([]);
		expect(combobox.input.value).toBe("");
	});

	it("chooses nothing with Tab after Escape, or after typing that followed an arrow key", () => {
		type("number 17");
		press("ArrowDown");
		press("Escape");
		press("Tab");
		type("number 17");
		press("ArrowDown");
		type("number 173");
		press("Tab");
		leave();
		expect(chosen).toEqual([]);
	});

	it("keeps typed text and the option reached by arrow keys when the list changes", () => {
		type("number 1");
		press("ArrowDown");
		press("ArrowDown");
		const reached = active();
		combobox.show([{ label: "Number 1000", value: "new" }, ...options], "");
		expect(combobox.input.value).toBe("number 1");
		expect(active()).toBe(reached);
		press("Tab");
		expect(chosen).toEqual([options.find(({ label }) => label === reached)?.value]);
	});

	it("does not choose an option that was reached but removed", () => {
		type("number 173");
		press("ArrowDown");
		combobox.show(options.slice(0, 100), "");
		press("Tab");
		leave();
		expect(chosen).toEqual([]);
	});

	it("displays the chosen option again when it is left without a choice", () => {
		combobox.show(options, "5");
		type("zzz");
		leave();
		expect([combobox.input.value, combobox.value]).toEqual(["Number 5", "5"]);
	});

	it("skips disabled options", () => {
		combobox.show(
			[
				{ label: "A", value: "a" },
				{ label: "B", value: "b", disabled: true },
				{ label: "C", value: "c" },
			],
			"a",
		);
		press("ArrowDown");
		press("ArrowDown");
		expect(active()).toBe("C");
		press("Enter");
		expect(chosen).toEqual(["c"]);
	});
});
