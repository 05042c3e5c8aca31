import { describe, expect, it } from "vitest";

import type { ListedScene } from "../../../src/connection/inquiries";
import { sceneGroupsOf } from "../../../src/inspector/scene-options";
import type { SceneItem } from "../../../src/state/scenes";

const trigger = { code: "trigger", name: "Play", description: "Once" };

function scene(token: string, name: string, ...items: readonly SceneItem[]): ListedScene {
	return { token, name, items: { kind: "answer", answer: items } };
}

function item(id: number, name: string, type = "widget", remoteActions = [trigger]): SceneItem {
	return { id, name, type, remoteActions };
}

describe("scenes as a page lists them", () => {
	it("carry ids as values and names as labels", () => {
		expect(sceneGroupsOf([scene("a1", "Play", item(3, "Horn"))])).toEqual([
			{
				...{ label: "Play", value: "a1", name: "Play" },
				children: [
					{
						...{ label: "Horn", value: "3", name: "Horn", type: "widget", disabled: undefined },
						actions: [{ label: "Play", value: "trigger", description: "Once" }],
					},
				],
			},
		]);
	});

	it("tell namesakes apart, scenes and items alike", () => {
		const [first, second] = sceneGroupsOf([
			scene("a1", "Play", item(3, "Goal"), item(4, "Horn"), item(323, "Goal")),
			scene("b2", "Play"),
		]);
		expect([first?.label, second?.label]).toEqual(["Play (1) · a1", "Play (2) · b2"]);
		expect(first?.children.map(({ label }) => label)).toEqual(["Goal (1) · #3", "Horn", "Goal (2) · #323"]);
		expect(first?.children.map(({ name }) => name)).toEqual(["Goal", "Horn", "Goal"]);
	});

	it("show every item, and disable what accepts nothing", () => {
		const [group] = sceneGroupsOf([
			scene("a1", "Play", item(1, "Odd", "hologram"), item(2, "Mute", "text", [])),
		]);
		expect(group?.children.map(({ disabled }) => disabled)).toEqual([undefined, true]);
	});

	it("say which scene could not be read", () => {
		const failed: ListedScene = { token: "a1", name: "Play", items: { kind: "failure", failure: "timeout" } };
		expect(sceneGroupsOf([failed, scene("b2", "Chat", item(1, "Horn"))])).toMatchObject([
			{ value: "a1", children: [], error: "timeout" },
			{ value: "b2", children: [{ value: "1" }] },
		]);
	});
});
