import type { Face } from "../../../../src/key-face/face";
import { stringsFor } from "../../../../src/key-face/language";
import { sendEventFace, type SendEventFaceInput } from "../../../../src/key-face/send-event-face";
import type { FaceStrings } from "../../../../src/key-face/strings";
import { parseSendEventSettings } from "../../../../src/settings/schemas/send-event";
import { nowMs, live, down, soon, type Exhibit } from "./shared";

export function sendEvent(
	input: Partial<SendEventFaceInput>,
	settings: object = {},
	words = stringsFor("en"),
): Face {
	const parsed = parseSendEventSettings({ username: "Marguerite", ...settings });
	return sendEventFace({ link: live, isComplete: true, ...input }, parsed, nowMs, words);
}

/** Every state of the action's face, in one language. */
export function exhibits(words: FaceStrings): readonly Exhibit[] {
	const shown: Exhibit[] = [];
	const show = (name: string, face: Face) => shown.push({ name, face });

	show("send", sendEvent({}, {}, words));
	show("send host", sendEvent({}, { type: "hosting", hostname: "RaidBoss" }, words));
	show("sent", sendEvent({ sent: { atMs: nowMs } }, { type: "donation" }, words));
	show("hold to send", sendEvent({}, { type: "donation", needsHold: true }, words));
	show("offline", sendEvent({ link: down }, { type: "subscription" }, words));
	show("rejected", sendEvent({ notice: { text: words.failures.rejected, ...soon } }, {}, words));
	show("set up", sendEvent({ isComplete: false }, {}, words));
	return shown;
}
