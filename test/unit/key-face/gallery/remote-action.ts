import type { Face } from "../../../../src/key-face/face";
import { stringsFor } from "../../../../src/key-face/language";
import { remoteFace, type RemoteActionFaceInput } from "../../../../src/key-face/remote-action-face";
import type { FaceStrings } from "../../../../src/key-face/strings";
import { parseRemoteActionSettings } from "../../../../src/settings/schemas/remote-action";
import { nowMs, live, down, connecting, failed, longName, soon, type Exhibit } from "./shared";

export const boundSettings = {
	sceneToken: "scene",
	itemId: 323,
	actionCode: "trigger",
	itemName: "Follower goal",
	actionName: "Trigger",
};

export function remote(
	input: Partial<RemoteActionFaceInput>,
	settings: object = {},
	words = stringsFor("en"),
): Face {
	const usual: RemoteActionFaceInput = { link: live, binding: { kind: "unchecked" } };
	const parsed = parseRemoteActionSettings({ ...boundSettings, ...settings });
	return remoteFace({ ...usual, ...input }, parsed, nowMs, words);
}

/** Every state of the action's face, in one language. */
export function exhibits(words: FaceStrings): readonly Exhibit[] {
	const shown: Exhibit[] = [];
	const show = (name: string, face: Face) => shown.push({ name, face });

	show("remote", remote({}, {}, words));
	show(
		"reset",
		remote({}, { actionCode: "reset", actionName: "Reset", itemName: "Wheel of fortune" }, words),
	);
	show("short name", remote({}, { actionCode: "show", actionName: "Show", itemName: "Alerts" }, words));
	show(
		"long name",
		remote({}, { itemName: `${longName} and a half`, actionName: "Start the countdown" }, words),
	);
	show("pressed", remote({ press: { sinceMs: nowMs } }, {}, words));
	show(
		"hold",
		remote(
			{ press: { sinceMs: nowMs - 300, holdMs: 500 } },
			{ holdActionCode: "reset", holdActionName: "Reset" },
			words,
		),
	);
	show("choice", remote({ position: { position: 2, count: 7 } }, {}, words));
	show("sent", remote({ sent: { atMs: nowMs } }, {}, words));
	show("waiting", remote({ link: down, isWaiting: true }, {}, words));
	show("too late", remote({ link: down, notice: { text: words.failures["too-late"], ...soon } }, {}, words));
	show("offline", remote({ link: down }, {}, words));
	show("connecting", remote({ link: connecting }, {}, words));
	for (const part of ["scene", "item", "action"] as const) {
		show(`no ${part}`, remote({ binding: { kind: "missing", part } }, {}, words));
	}
	show("refused", remote({ link: failed("refused") }, {}, words));
	show("wrong address", remote({ link: failed("not-this-service") }, {}, words));
	show("set up", remote({}, { actionCode: undefined }, words));
	return shown;
}
