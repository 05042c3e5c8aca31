import { describe, expect, it } from "vitest";

import { type Face, faceTitle } from "../../../src/key-face/face";
import { renderFace } from "../../../src/key-face/drawing/image";
import { flashMs } from "../../../src/key-face/face-timing";
import { actionAppearance } from "../../../src/key-face/remote-action-face";
import { stripFeedback } from "../../../src/key-face/drawing/strip";
import { drawnWords, titleOf } from "./drawn";
import { remote } from "./gallery/remote-action";
import { connecting, down, failed, notSetUp, nowMs } from "./gallery/shared";

const words = (face: Face) => drawnWords(renderFace(face));
const found = { kind: "found", itemName: "Renamed", actionName: "Fire" } as const;

describe("a remote key", () => {
	it.each([
		["Follower goal · Trigger · ready", remote({})],
		["Renamed · Fire · ready", remote({ binding: found })],
		["Follower goal · Trigger · offline", remote({ link: down })],
		["Follower goal · Trigger · offline", remote({ link: failed("unreachable") })],
		["Follower goal · Trigger · connecting", remote({ link: connecting })],
		["Follower goal · Trigger · connecting", remote({ link: { phase: "idle" } })],
		["Follower goal · Trigger · refused", remote({ link: failed("refused") })],
		["Follower goal · Trigger · not set up", remote({ link: notSetUp })],
		["Follower goal · – · not set up", remote({}, { actionCode: undefined, actionName: undefined })],
		["– · – · not set up", remote({}, { itemId: undefined, itemName: "", actionCode: "", actionName: "" })],
		["Follower goal · Trigger · missing", remote({ binding: { kind: "missing", part: "item" } })],
		[
			"Follower goal · Trigger · missing",
			remote({ binding: { kind: "missing", part: "scene" }, link: down }),
		],
		["#323 · trigger · ready", remote({}, { itemName: undefined, actionName: undefined })],
	])("has the title %s", (title, face) => {
		expect(faceTitle(face)).toBe(title);
	});

	it.each([
		["the action's name", remote({}), ["Follower", "goal", "Trigger"]],
		["that the scene is missing", missing("scene"), ["Follower", "goal", "Scene missing"]],
		["that the item is missing", missing("item"), ["Follower", "goal", "Not in scene"]],
		["that the action is missing", missing("action"), ["Follower", "goal", "Action missing"]],
		["that it is offline", remote({ link: down }), ["Follower", "goal", "Offline"]],
		["that it waits", remote({ link: down, isWaiting: true }), ["Follower", "goal", "Connecting…"]],
		["that the key is refused", remote({ link: failed("refused") }), ["Follower", "goal", "Key refused"]],
		["that an item has to be chosen", remote({}, { itemId: undefined }), ["Set up", "Choose an item"]],
		[
			"that an account has to be set up",
			remote({ link: { phase: "not-set-up" } }, { itemId: undefined }),
			["Set up", "Open settings"],
		],
		["why a press failed", late(), ["Follower", "goal", "Too late"]],
	])("displays %s", (_what, face, lines) => {
		expect(words(face)).toEqual(lines);
	});

	it("displays a press immediately", () => {
		expect(renderFace(remote({ press: { sinceMs: nowMs } }))).not.toBe(renderFace(remote({})));
	});

	it("displays the progress of a hold, and its function", () => {
		const settings = { holdActionCode: "reset", holdActionName: "Reset" };
		const held = (heldMs: number) => remote({ press: { sinceMs: nowMs - heldMs, holdMs: 500 } }, settings);
		expect(words(held(0)).at(-1)).toBe("Trigger");
		expect(words(held(300)).at(-1)).toBe("Reset");
		expect(held(300)).toMatchObject({ press: { progress: 0.6 }, nextChangeAtMs: nowMs + 100 });
		expect(held(600).nextChangeAtMs).toBeUndefined();
	});

	it("lights up for a second after a command was sent", () => {
		const face = remote({ sent: { atMs: nowMs } });
		expect(face).toMatchObject({ appearance: "done", icon: "bolt", nextChangeAtMs: nowMs + flashMs });
		expect(faceTitle(face)).toBe("Follower goal · Trigger · ready");
	});

	it("leaves the check mark to the app; a dial, which has none, draws it", () => {
		const face = remote({ sent: { atMs: nowMs }, position: { position: 2, count: 7 } });
		expect(drawnWords(renderFace(face))).toEqual(["Follower", "goal", "Sent"]);
		const { icon, note } = stripFeedback(face);
		expect([titleOf(icon), note]).toEqual(["check", "Sent"]);
	});

	it("displays on a dial the position among the scene's actions", () => {
		const position = { position: 2, count: 7 };
		expect(stripFeedback(remote({ position })).note).toBe("2/7");
		expect(stripFeedback(remote({ position, link: down })).note).toBe("Offline");
	});

	it("needs no timer while it is still", () => {
		expect(remote({ link: down }).nextChangeAtMs).toBeUndefined();
	});
});

describe("the appearance of a remote action", () => {
	it.each([
		["trigger", "bolt"],
		["reset", "reset"],
		["hide", "eye-off"],
		["toggle-visibility", "eye"],
		["start", "play"],
		["x-42", "target"],
		["", "target"],
	])("with the code %j has the pictogram %s", (code, icon) => {
		expect(actionAppearance(code).icon).toBe(icon);
	});
});

function missing(part: "scene" | "item" | "action"): Face {
	return remote({ binding: { kind: "missing", part } });
}

function late(): Face {
	return remote({ link: down, notice: { text: "Too late", untilMs: nowMs + 1 } });
}
