import { describe, expect, it } from "vitest";

import { resolveBinding } from "../../../../src/state/scenes/scene-binding";
import { choicesIn, turnChoice } from "../../../../src/state/scenes/scene-choice";
import type { Scene } from "../../../../src/state/scenes/scenes";

const actionsOf = (...codes: readonly string[]) => codes.map((code) => ({ code, name: code.toUpperCase() }));
const scene: Scene = {
	token: "scene",
	name: "Scene",
	items: [
		{ id: 7, name: "Horn", type: "widget", remoteActions: actionsOf("play", "stop") },
		{ id: 8, name: "Title", type: "text", remoteActions: [] },
		{ id: 9, name: "Lamp", type: "widget", remoteActions: actionsOf("play") },
	],
};
const [play, stop, lamp] = choicesIn(scene);

describe("the choices of a scene", () => {
	it("are listed by item, with their display names", () => {
		expect(choicesIn(scene)).toEqual([
			{ itemId: 7, actionCode: "play", itemName: "Horn", actionName: "PLAY" },
			{ itemId: 7, actionCode: "stop", itemName: "Horn", actionName: "STOP" },
			{ itemId: 9, actionCode: "play", itemName: "Lamp", actionName: "PLAY" },
		]);
	});

	it.each([
		["one further", play, 1, stop],
		["round", lamp, 1, play],
		["round backwards", play, -1, lamp],
		["more than once round", play, 4, stop],
		["to the first from a removed action", { itemId: 5, actionCode: "play" }, 1, play],
		["to the last from there backwards", { itemId: 5, actionCode: "play" }, -1, lamp],
		["to the first where another item has the same action", { itemId: 8, actionCode: "play" }, 1, play],
		["from nothing", {}, 2, stop],
	] as const)("are stepped through: %s", (_, from, ticks, expected) => {
		expect(turnChoice(choicesIn(scene), from ?? {}, ticks)).toEqual(expected);
	});

	it("are empty in an empty scene", () => {
		expect(turnChoice([], {}, 1)).toBeUndefined();
		expect(turnChoice([], {}, -3)).toBeUndefined();
	});
});

describe("a key's binding", () => {
	const found = { kind: "found", scene } as const;

	it.each([
		[undefined, 7, "play", { kind: "unchecked" }],
		[{ kind: "gone" }, 7, "play", { kind: "missing", part: "scene" }],
		[found, 5, "play", { kind: "missing", part: "item" }],
		[found, undefined, "play", { kind: "missing", part: "item" }],
		[found, 8, "play", { kind: "missing", part: "action" }],
		[found, 7, undefined, { kind: "missing", part: "action" }],
		[found, 7, "stop", { kind: "found", itemName: "Horn", actionName: "STOP" }],
		[found, 9, "play", { kind: "found", itemName: "Lamp", actionName: "PLAY" }],
	] as const)("in %o, %s and %s is %o", (lookup, itemId, actionCode, binding) => {
		expect(resolveBinding(lookup, itemId, actionCode)).toEqual(binding);
	});
});
