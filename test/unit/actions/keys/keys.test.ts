import { describe, expect, it } from "vitest";

import { noSurface } from "../../../../src/actions/keys/surface";
import { Keys } from "../../../../src/actions/keys/keys";

const keyOf = (id: string) => ({ id, surface: noSurface, settings: undefined, view: {} });
const idsOf = (keys: Iterable<{ readonly id: string }>) => Array.from(keys, ({ id }) => id);

describe("keys", () => {
	it("are stored while hidden, and reused when they appear again", () => {
		const keys = new Keys();
		keys.show(keyOf("a"));
		keys.show(keyOf("b"));
		keys.hide("a");
		expect(keys.get("a")).toBeUndefined();
		expect(keys.getVisibleOrHidden("a")).toMatchObject({ id: "a" });
		expect(idsOf(keys.visible)).toEqual(["b"]);
		expect(idsOf(keys.all())).toEqual(["b", "a"]);
		keys.show(keyOf("a"));
		expect(idsOf(keys.all())).toEqual(["b", "a"]);
		expect(idsOf(keys.visible)).toEqual(["b", "a"]);
	});

	it("are dropped when five hundred others were visible more recently", () => {
		const keys = new Keys();
		for (let index = 0; index < 502; index++) {
			keys.show(keyOf(String(index)));
			keys.hide(String(index));
		}
		expect(keys.getVisibleOrHidden("1")).toBeUndefined();
		expect(keys.getVisibleOrHidden("2")).toBeDefined();
	});

	it("that never appeared can be hidden", () => {
		const keys = new Keys();
		keys.hide("a");
		expect(idsOf(keys.all())).toEqual([]);
	});
});
