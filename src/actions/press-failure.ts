import { en } from "../key-face/strings/en";
import type { TemporaryNotice } from "../key-face/face-timing";
import type { PressFailure, FaceStrings } from "../key-face/strings";
import type { LinkStatus, LinkTrouble } from "../state/link-status";

/** How long a key says why a press did nothing. */
const noticeMs = 3_000;
/** How long a dial, which has no check mark, says that a press succeeded. */
const successMs = 1_500;

/** Why a press did nothing, in the streamer's words, for a moment. */
export function passingNotice(failure: PressFailure, nowMs: number, words: FaceStrings): TemporaryNotice {
	return {
		text: words.failures[failure],
		untilMs: nowMs + noticeMs,
		fact: `failed: ${en.failures[failure].toLowerCase()}`,
	};
}

/** A success, for a moment. */
export function successNotice(text: string, nowMs: number): TemporaryNotice {
	return { text, untilMs: nowMs + successMs, tone: "accent" };
}

/** What a trouble means for the press that met it, as the link is now. */
export function pressFailureOf(trouble: LinkTrouble, link: LinkStatus): PressFailure {
	if (link.phase === "not-set-up") return "not-set-up";
	switch (trouble) {
		case "refused":
			return "refused";
		case "insecure":
			return "not-set-up";
		case "not-this-service":
		case "service-error":
			return "rejected";
		case "unreachable":
		case "certificate":
			return "offline";
	}
}
