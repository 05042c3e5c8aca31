import { describe, expect, it } from "vitest";

import { createSurface, noSurface } from "../../../../src/actions/keys/surface";
import { toDataUrl, renderFace } from "../../../../src/key-face/drawing/image";
import { stripFeedback } from "../../../../src/key-face/drawing/strip";
import { faceOf } from "../../../world/fakes/fake-surface";

/** Creates a key and a dial with the SDK's interface, and a record of their calls. */
function setUp(isInMultiAction = false) {
	const calls: unknown[] = [];
	const note = (what: string) => async (shown?: unknown) => void calls.push(shown ?? what);
	const signs = { showOk: note("ok"), showAlert: note("alert") };
	const place = { device: { id: "deck" }, coordinates: { column: 1, row: 2 } };
	const key = { ...place, isInMultiAction: () => isInMultiAction, setImage: note("image"), ...signs };
	const dial = {
		...place,
		setFeedback: note("feedback"),
		setTriggerDescription: note("hints"),
		showAlert: signs.showAlert,
	};
	return { calls, key, dial };
}

const [face, other] = [faceOf("a"), faceOf("b")];

describe("a key", () => {
	it("displays a face as a picture", async () => {
		const { calls, key } = setUp();
		const surface = createSurface(key);
		expect(surface.kind).toBe("key");
		const drawing = surface.draw(face);
		expect(calls).toEqual([]);
		await drawing?.send();
		expect(calls).toEqual([toDataUrl(renderFace(face))]);
		expect(surface.draw(face)?.content).toBe(drawing?.content);
		expect(surface.draw(other)?.content).not.toBe(drawing?.content);
	});

	it("in a multi-action has no picture, but the app's marks", async () => {
		const { calls, key } = setUp(true);
		const surface = createSurface(key);
		expect([surface.kind, surface.draw(face)]).toEqual(["step", undefined]);
		await surface.showOk();
		await surface.showAlert();
		expect(calls).toEqual(["ok", "alert"]);
	});
});

describe("a key and a dial", () => {
	it("have distinct positions", () => {
		const { key, dial } = setUp();
		expect(createSurface(key).place).toEqual({ deviceId: "deck", position: "key 1,2" });
		expect(createSurface(dial).place).toEqual({ deviceId: "deck", position: "dial 1,2" });
		expect(createSurface({ ...key, coordinates: undefined }).place).toEqual({ deviceId: "deck" });
	});
});

describe("a dial", () => {
	it("displays a face on its strip", async () => {
		const { calls, dial } = setUp();
		const surface = createSurface(dial);
		expect(surface.kind).toBe("dial");
		const drawing = surface.draw(face);
		await drawing?.send();
		expect(calls).toEqual([stripFeedback(face)]);
		expect(surface.draw(face)?.content).toBe(drawing?.content);
		expect(surface.draw(other)?.content).not.toBe(drawing?.content);
	});

	it("has a mark for failure only", async () => {
		const { calls, dial } = setUp();
		const surface = createSurface(dial);
		await expect(surface.showOk()).resolves.toBeUndefined();
		await surface.showAlert();
		expect(calls).toEqual(["alert"]);
	});
});

describe("hints", () => {
	it("are set for a dial, without gestures that do nothing", async () => {
		const { calls, dial, key } = setUp();
		const hints = { rotate: "Choose", push: "Send", touch: undefined };
		await createSurface(dial).showHints(hints);
		await createSurface(key).showHints(hints);
		await noSurface.showHints(hints);
		expect(calls).toStrictEqual([{ rotate: "Choose", push: "Send" }]);
	});
});

describe("a previewed key", () => {
	it("displays nothing and has no side effects", async () => {
		expect(noSurface.draw(face)).toBeUndefined();
		await expect(noSurface.showOk()).resolves.toBeUndefined();
		await expect(noSurface.showAlert()).resolves.toBeUndefined();
	});
});
