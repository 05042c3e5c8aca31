import { describe, expect, it } from "vitest";

import { type Face, faceTitle } from "../../../src/key-face/face";
import { renderFace } from "../../../src/key-face/drawing/image";
import { drawnWords } from "./drawn";
import { connection } from "./gallery/connection";
import { connecting, down, failed, notSetUp, nowMs } from "./gallery/shared";

const words = (face: Face) => drawnWords(renderFace(face));
const unknownAccount = { username: undefined };

describe("the connection key", () => {
	it.each([
		["marguerite · events.example.com · live", connection({})],
		["marguerite · events.example.com · stale", connection({ link: down })],
		["marguerite · events.example.com · connecting", connection({ isConfirming: true })],
		["marguerite · events.example.com · connecting", connection({ link: connecting })],
		["marguerite · events.example.com · refused", connection({ link: failed("refused") })],
		["– · events.example.com · connecting", connection({ ...unknownAccount, link: connecting })],
		["– · – · not set up", connection({ ...unknownAccount, host: undefined, link: notSetUp })],
	])("has the title %s", (title, face) => {
		expect(faceTitle(face)).toBe(title);
	});

	it.each([
		["that all is well", connection({ host: "a.example" }), ["marguerite", "a.example", "Connected"]],
		["that it is offline", connection({ link: down }), ["Offline"]],
		["that the scenes are offline", connection({ sceneLink: down }), ["Scenes offline"]],
		["that it is connecting", connection({ isConfirming: true }), ["Connecting…"]],
		["that the key is refused", connection({ link: failed("refused") }), ["Key refused", "Check settings"]],
		["the problem of the address", connection({ link: failed("insecure") }), ["Not secure", "Use https"]],
		["why a press failed", connection({ notice: { text: "Offline", untilMs: nowMs + 1 } }), ["Offline"]],
	])("displays %s", (_what, face, lines) => {
		expect(words(face).slice(-lines.length)).toEqual(lines);
	});

	it("ignores the scene channel if no key requires it", () => {
		expect(words(connection({ sceneLink: { phase: "idle" } }))).toContain("Connected");
	});
});
