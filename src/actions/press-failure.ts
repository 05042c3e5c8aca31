import type { PassingNotice } from "../key-face/moment";
import type { PressFailure, Words } from "../key-face/words";
import type { LinkTrouble } from "../state/link-status";

/** How long a key says why a press did nothing. */
const noticeMs = 3_000;

/** Why a press did nothing, in the streamer's words, for a moment. */
export function passingNotice(failure: PressFailure, nowMs: number, words: Words): PassingNotice {
	return { text: words.failures[failure], untilMs: nowMs + noticeMs };
}

/** What the link's trouble means for the press that met it. */
export function pressFailureOf(trouble: LinkTrouble): PressFailure {
	switch (trouble) {
		case "refused":
		case "insecure":
			return "refused";
		case "not-this-service":
		case "service-error":
			return "rejected";
		case "unreachable":
			return "offline";
	}
}
