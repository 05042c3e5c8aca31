import { describe, expect, it } from "vitest";

import { type Face, faceTitle } from "../../../src/key-face/face";
import { renderFace } from "../../../src/key-face/drawing/image";
import { drawnWords } from "./drawn";
import { connecting, down, failed, notSetUp, nowMs, sendEvent } from "./gallery";

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
	])("says %s", (title, face) => {
		expect(faceTitle(face)).toBe(title);
	});

	it.each([
		["what it does", sendEvent({}), ["Marguerite", "Send test"]],
		["that it is offline", sendEvent({ link: down }), ["Marguerite", "Offline"]],
		["that it connects", sendEvent({ link: connecting }), ["Marguerite", "Connecting…"]],
		["that it wants to be set up", sendEvent({ isComplete: false }), ["Set up", "Open settings"]],
		[
			"why it failed",
			sendEvent({ notice: { text: "Not sent", untilMs: nowMs + 1 } }),
			["Marguerite", "Not sent"],
		],
		["its type where it names nobody", sendEvent({}, { username: undefined }), ["Follow", "Send test"]],
	])("shows %s", (_what, face, lines) => {
		expect(words(face)).toEqual(lines);
	});

	it("glows when an event has left", () => {
		expect(sendEvent({ sent: { atMs: nowMs } })).toMatchObject({ appearance: "done", icon: "heart" });
	});

	it("says that it is sending while it is", () => {
		expect(sendEvent({ isBusy: true })).toMatchObject({ footer: { variants: ["Sending…"] } });
	});
});
