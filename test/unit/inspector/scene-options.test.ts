import { describe, expect, it } from "vitest";

import { itemOptionsOf, sceneOptionsOf } from "../../../src/inspector/scene-options";
import type { SceneItem } from "../../../src/state/scenes/scenes";

const trigger = { code: "trigger", name: "Play", description: "Once" };

function item(id: number, name: string, type = "widget", remoteActions = [trigger]): SceneItem {
	return { id, name, type, remoteActions };
}

describe("scene options", () => {
	it("have tokens as values and names as labels", () => {
		expect(sceneOptionsOf([{ token: "a1", name: "Play" }])).toEqual([
			{ label: "Play", value: "a1", name: "Play" },
		]);
	});

	it("distinguish equal names", () => {
		const [first, second] = sceneOptionsOf([
			{ token: "a1", name: "Play" },
			{ token: "b2", name: "Play" },
		]);
		expect([first?.label, second?.label]).toEqual(["Play (1) · a1", "Play (2) · b2"]);
	});
});

describe("item options", () => {
	it("have ids as values, and their remote actions", () => {
		expect(itemOptionsOf([item(3, "Horn")])).toEqual([
			{
				label: "Horn",
				value: "3",
				name: "Horn",
				type: "widget",
				disabled: undefined,
				actions: [{ label: "Play", value: "trigger", description: "Once" }],
			},
		]);
	});

	it("distinguish equal names", () => {
		const options = itemOptionsOf([item(3, "Goal"), item(4, "Horn"), item(323, "Goal")]);
		expect(options.map(({ label }) => label)).toEqual(["Goal (1) · #3", "Horn", "Goal (2) · #323"]);
		expect(options.map(({ name }) => name)).toEqual(["Goal", "Horn", "Goal"]);
	});

	it("include all items, disabled if they accept no remote action", () => {
		const options = itemOptionsOf([item(1, "Odd", "hologram"), item(2, "Mute", "text", [])]);
		expect(options.map(({ disabled }) => disabled)).toEqual([undefined, true]);
	});
});
