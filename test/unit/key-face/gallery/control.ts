import { controlFace, type ControlFaceInput } from "../../../../src/key-face/control-face";
import type { Face } from "../../../../src/key-face/face";
import { stringsFor } from "../../../../src/key-face/language";
import type { FaceStrings } from "../../../../src/key-face/strings";
import { type StreamCommand, streamCommands } from "../../../../src/state/stream-command";
import { nowMs, live, down, next, soon, type Exhibit } from "./shared";

export function control(
	command: StreamCommand | undefined,
	input: Partial<ControlFaceInput> = {},
	words = stringsFor("en"),
): Face {
	const usual = { link: live, isQueueLoaded: true, waitingCount: 0, isHidden: false };
	return controlFace({ ...usual, ...input }, { command }, nowMs, words);
}

/** Every state of the action's face, in one language. */
export function exhibits(words: FaceStrings): readonly Exhibit[] {
	const shown: Exhibit[] = [];
	const show = (name: string, face: Face) => shown.push({ name, face });

	const sessionStartedAtMs = nowMs - 3 * 3_600_000;
	for (const command of streamCommands) {
		show(command, control(command, { waitingCount: 3, next, sessionStartedAtMs }, words));
	}
	show("hidden", control("toggleNumbers", { isHidden: true }, words));
	show("empty queue", control("thankAll", {}, words));
	show("next name", control("thankNext", { waitingCount: 3, next: { ...next, createdAtMs: nowMs } }, words));
	show("done", control("newSession", { done: { atMs: nowMs } }, words));
	show("undo", control("newSession", { done: { atMs: nowMs }, undo: soon }, words));
	show("refreshing", control("refresh", { isBusy: true }, words));
	show("offline", control("refresh", { link: down }, words));
	show("failed", control("refresh", { notice: { text: words.troubles.unreachable[0], ...soon } }, words));
	show("set up", control(undefined, {}, words));
	return shown;
}
