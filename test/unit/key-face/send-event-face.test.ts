import { describe, expect, it } from "vitest";

import { type Face, faceTitle } from "../../../src/key-face/face";
import { renderFace } from "../../../src/key-face/drawing/image";
import { drawnWords } from "./drawn";
import { sendEvent } from "./gallery/send-event";
import { connecting, down, failed, notSetUp, nowMs } from "./gallery/shared";

const words = (face: Face) => drawnWords(renderFace(face));
const hosting = { type: "hosting", hostname: "RaidBoss", username: undefined };

describe("a send key", () => {
	it.each([
		["Follow · Marguerite · ready", sendEvent({})],
		["Host · RaidBoss · ready", sendEvent({}, hosting)],
		["Donation · Marguerite · offline", sendEvent({ link: down }, { type: "donation" })],
		["Follow · Marguerite · connecting", sendEvent({ link: connecting })],
		["Follow · Marguerite · refused", sendEvent({ link: failed("refused") })],
		["Follow · Marguerite · not set up", sendEvent({ link: notSetUp })],
		["Follow · – · not set up", sendEvent({ isComplete: false }, { username: undefined })],
	])("has the title %s", (title, face) => {
		expect(faceTitle(face)).toBe(title);
	});

	it.each([
		["its function", sendEvent({}), ["Marguerite", "Send test"]],
		["that it is offline", sendEvent({ link: down }), ["Marguerite", "Offline"]],
		["that it is connecting", sendEvent({ link: connecting }), ["Marguerite", "Connecting…"]],
		["what is missing", sendEvent({ isComplete: false }), ["Set up", "Fill in details"]],
		["that it is not set up", sendEvent({ isComplete: false, link: notSetUp }), ["Set up", "Open settings"]],
		[
			"why it failed",
			sendEvent({ notice: { text: "Not sent", untilMs: nowMs + 1 } }),
			["Marguerite", "Not sent"],
		],
		["its type without a person", sendEvent({}, { username: undefined }), ["Follow", "Send test"]],
	])("displays %s", (_what, face, lines) => {
		expect(words(face)).toEqual(lines);
	});

	it("lights up when an event was sent", () => {
		expect(sendEvent({ sent: { atMs: nowMs } })).toMatchObject({ appearance: "done", icon: "heart" });
	});

	it("displays that it is sending", () => {
		expect(sendEvent({ isBusy: true })).toMatchObject({ footer: { variants: ["Sending…"] } });
	});
});
