import { connectionFace, type ConnectionFaceInput } from "../../../../src/key-face/connection-face";
import type { Face } from "../../../../src/key-face/face";
import { stringsFor } from "../../../../src/key-face/language";
import type { FaceStrings } from "../../../../src/key-face/strings";
import { nowMs, live, down, connecting, failed, type Exhibit } from "./shared";

export function connection(input: Partial<ConnectionFaceInput>, words = stringsFor("en")): Face {
	const usual = { link: live, username: "marguerite", host: "events.example.com" };
	return connectionFace({ ...usual, ...input }, nowMs, words);
}

/** Every state of the action's face, in one language. */
export function exhibits(words: FaceStrings): readonly Exhibit[] {
	const shown: Exhibit[] = [];
	const show = (name: string, face: Face) => shown.push({ name, face });

	show("connected", connection({ lastEventAtMs: nowMs - 3 * 60_000 }, words));
	show("quiet", connection({}, words));
	show("numbers hidden", connection({ lastEventAtMs: nowMs - 26 * 3_600_000, isHidden: true }, words));
	show("no scenes", connection({ sceneLink: down }, words));
	show("link down", connection({ link: down }, words));
	show("again", connection({ isConfirming: true }, words));
	show("wrong address", connection({ link: failed("not-this-service") }, words));
	show("refused", connection({ link: failed("refused") }, words));
	show("pressed", connection({ press: { sinceMs: nowMs } }, words));
	show("first", connection({ link: connecting, username: undefined }, words));
	return shown;
}
