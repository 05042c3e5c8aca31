import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseScene, parseSceneList } from "../../../../src/service/schemas/scene-schema";

const trigger = { code: "trigger", name: "Play", description: "Plays it" };

describe("parseSceneList", () => {
	it("parses scenes and their owner", () => {
		expect(
			parseSceneList({
				user: { id: 1, username: "owner", mediaId: 3 },
				scenes: [{ id: 9, token: "tok", name: "Main", thumbnailUrl: "/t.png" }],
			}),
		).toEqual({ username: "owner", scenes: [{ token: "tok", name: "Main" }] });
	});

	it("drops invalid entries, without losing others", () => {
		const list = parseSceneList({
			scenes: [null, "x", { name: "no token" }, { token: 12 }, { token: "b", name: "B" }],
		});
		expect(list?.scenes.map(({ token }) => token)).toEqual(["12", "b"]);
	});

	it("distinguishes an empty list from none", () => {
		expect(parseSceneList({ scenes: [] })?.scenes).toEqual([]);
		for (const content of [{}, { scenes: null }, { scenes: "x" }, null, []]) {
			expect(parseSceneList(content)).toBeUndefined();
		}
	});

	it("accepts a missing user", () => {
		expect(parseSceneList({ user: [], scenes: [] })?.username).toBeUndefined();
	});
});

describe("parseScene", () => {
	it("parses positions of items and the scene's picture, as numbers or text", () => {
		const scene = parseScene(
			{
				thumbnailUrl: "/media/scenes/tok.png",
				items: [
					{ id: 1, left: 10.5, top: 0, width: 100, height: 50 },
					{ id: 2, left: "10.5", top: "-4", width: "100.25", height: "50" },
				],
			},
			"tok",
		);
		expect(scene?.thumbnail).toBe("/media/scenes/tok.png");
		expect(scene?.items.map(({ place }) => place)).toEqual([
			{ left: 10.5, top: 0, width: 100, height: 50 },
			{ left: 10.5, top: -4, width: 100.25, height: 50 },
		]);
	});

	it.each([
		["a missing number", { left: 1, top: 1, width: 10 }],
		["null", { left: null, top: 1, width: 10, height: 10 }],
		["no number", { left: "x", top: 1, width: 10, height: 10 }],
		["no extent", { left: 1, top: 1, width: 0, height: 10 }],
		["a negative extent", { left: 1, top: 1, width: 10, height: -5 }],
		["infinity", { left: 1, top: 1, width: Infinity, height: 10 }],
	])("returns no place for an item with %s", (_, place) => {
		const scene = parseScene({ items: [{ id: 1, ...place }] }, "tok");
		expect(scene?.items).toHaveLength(1);
		expect(scene?.items[0]?.place).toBeUndefined();
	});

	it("parses items and their remote actions", () => {
		const scene = parseScene(
			{
				id: 9,
				token: "tok",
				name: "Main",
				items: [
					{
						id: 323,
						name: "Goal",
						type: "widget",
						top: 1.5,
						parameters: { token: "w", type: "goal" },
						remote_actions: [trigger],
					},
				],
			},
			"tok",
		);
		expect(scene).toEqual({
			token: "tok",
			name: "Main",
			items: [{ id: 323, name: "Goal", type: "widget", remoteActions: [trigger] }],
		});
	});

	it.each([null, undefined, [], {}, "x", 3])("treats remote_actions %j as none", (remoteActions) => {
		const scene = parseScene({ items: [{ id: 1, remote_actions: remoteActions }] }, "tok");
		expect(scene?.items).toEqual([{ id: 1, name: "1", type: "", remoteActions: [] }]);
	});

	it("drops invalid entries, without losing others", () => {
		const scene = parseScene(
			{
				items: [
					null,
					{ name: "no id" },
					{ id: "abc" },
					{ id: 1.5 },
					{ id: "7", remote_actions: [null, {}, "x", trigger] },
				],
			},
			"tok",
		);
		expect(scene?.items.map(({ id }) => id)).toEqual([7]);
		expect(scene?.items[0]?.remoteActions).toEqual([trigger]);
	});

	it("keeps items of unknown types", () => {
		expect(parseScene({ items: [{ id: 1, type: "hologram", name: "H" }] }, "t")?.items[0]?.type).toBe(
			"hologram",
		);
	});

	it.each(["", " ", "\u200B", "\u3164\u2800"])(
		"uses token, id and code instead of the blank name %j",
		(name) => {
			const scene = parseScene(
				{ name, items: [{ id: 1, name, remote_actions: [{ code: "reset", name }] }] },
				"t",
			);
			expect(scene).toMatchObject({ name: "t", items: [{ name: "1", remoteActions: [{ name: "reset" }] }] });
			expect(parseSceneList({ scenes: [{ token: "t", name }] })?.scenes).toEqual([{ token: "t", name: "t" }]);
		},
	);

	it("uses the requested token if the response contains none", () => {
		expect(parseScene({ items: [] }, "tok")).toMatchObject({ token: "tok", name: "tok" });
	});

	it.each([{}, { name: "Main" }, { items: null }, null])(
		"does not treat %j as a scene without items",
		(content) => {
			expect(parseScene(content, "tok")).toBeUndefined();
		},
	);

	it("never throws, for any items", () => {
		fc.assert(
			fc.property(fc.array(fc.anything()), (items) => {
				const kept = parseScene({ items: [...items, { id: 1 }] }, "t")?.items;
				expect(kept?.some(({ id }) => id === 1)).toBe(true);
			}),
		);
	});
});
