import { describe, expect, it } from "vitest";

import { createSurface, noSurface } from "../../../../src/actions/keys/surface";
import { toDataUrl, renderFace } from "../../../../src/key-face/drawing/image";
import { stripFeedback } from "../../../../src/key-face/drawing/strip";
import { faceOf } from "../../../world/fakes/fake-surface";

/** A key and a dial as the app offers them, and what was asked of them. */
function setUp(isInMultiAction = false) {
	const asked: unknown[] = [];
	const note = (what: string) => async (shown?: unknown) => void asked.push(shown ?? what);
	const signs = { showOk: note("ok"), showAlert: note("alert") };
	const place = { device: { id: "deck" }, coordinates: { column: 1, row: 2 } };
	const key = { ...place, isInMultiAction: () => isInMultiAction, setImage: note("image"), ...signs };
	const dial = {
		...place,
		setFeedback: note("feedback"),
		setTriggerDescription: note("hints"),
		showAlert: signs.showAlert,
	};
	return { asked, key, dial };
}

const [face, other] = [faceOf("a"), faceOf("b")];

describe("a key", () => {
	it("shows a face as a picture", async () => {
		const { asked, key } = setUp();
		const surface = createSurface(key);
		expect(surface.kind).toBe("key");
		const drawing = surface.draw(face);
		expect(asked).toEqual([]);
		await drawing?.send();
		expect(asked).toEqual([toDataUrl(renderFace(face))]);
		expect(surface.draw(face)?.content).toBe(drawing?.content);
		expect(surface.draw(other)?.content).not.toBe(drawing?.content);
	});

	it("in a multi-action has no picture, but the app's signs", async () => {
		const { asked, key } = setUp(true);
		const surface = createSurface(key);
		expect([surface.kind, surface.draw(face)]).toEqual(["step", undefined]);
		await surface.showOk();
		await surface.showAlert();
		expect(asked).toEqual(["ok", "alert"]);
	});
});

describe("a key and a dial", () => {
	it("tell where they are, apart from each other", () => {
		const { key, dial } = setUp();
		expect(createSurface(key).place).toEqual({ deviceId: "deck", position: "key 1,2" });
		expect(createSurface(dial).place).toEqual({ deviceId: "deck", position: "dial 1,2" });
		expect(createSurface({ ...key, coordinates: undefined }).place).toEqual({ deviceId: "deck" });
	});
});

describe("a dial", () => {
	it("shows a face on its strip", async () => {
		const { asked, dial } = setUp();
		const surface = createSurface(dial);
		expect(surface.kind).toBe("dial");
		const drawing = surface.draw(face);
		await drawing?.send();
		expect(asked).toEqual([stripFeedback(face)]);
		expect(surface.draw(face)?.content).toBe(drawing?.content);
		expect(surface.draw(other)?.content).not.toBe(drawing?.content);
	});

	it("has a sign of failure only", async () => {
		const { asked, dial } = setUp();
		const surface = createSurface(dial);
		await expect(surface.showOk()).resolves.toBeUndefined();
		await surface.showAlert();
		expect(asked).toEqual(["alert"]);
	});
});

describe("hints", () => {
	it("are given to a dial, without what does nothing", async () => {
		const { asked, dial, key } = setUp();
		const hints = { rotate: "Choose", push: "Send", touch: undefined };
		await createSurface(dial).showHints(hints);
		await createSurface(key).showHints(hints);
		await noSurface.showHints(hints);
		expect(asked).toStrictEqual([{ rotate: "Choose", push: "Send" }]);
	});
});

describe("a key that is only imagined", () => {
	it("shows nothing and is never in the way", async () => {
		expect(noSurface.draw(face)).toBeUndefined();
		await expect(noSurface.showOk()).resolves.toBeUndefined();
		await expect(noSurface.showAlert()).resolves.toBeUndefined();
	});
});
