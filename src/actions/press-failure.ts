import { en } from "../key-face/strings/en";
import type { TemporaryNotice } from "../key-face/face-timing";
import type { FaceStrings, PressFailure } from "../key-face/strings";
import type { LinkStatus, LinkTrouble } from "../state/link-status";

/** How long a key says why a press failed. */
const noticeMs = 3_000;
/** How long a dial, which has no check mark, says that a press succeeded. */
const successMs = 1_500;

/** Why a press failed: a reason of its own, or the link's trouble in the word that every key has for it. */
export type FailureReason = PressFailure | "service-error" | "not-this-service" | "certificate";

/** Why a press failed, in the streamer's words, for a moment. */
export function passingNotice(failure: FailureReason, nowMs: number, words: FaceStrings): TemporaryNotice {
	return {
		text: failureText(failure, words),
		untilMs: nowMs + noticeMs,
		fact: `failed: ${failureText(failure, en).toLowerCase()}`,
	};
}

function failureText(failure: FailureReason, { failures, troubles }: FaceStrings): string {
	switch (failure) {
		case "service-error":
		case "not-this-service":
		case "certificate":
			return troubles[failure][0];
		default:
			return failures[failure];
	}
}

/** A success, for a moment. */
export function successNotice(text: string, nowMs: number): TemporaryNotice {
	return { text, untilMs: nowMs + successMs, tone: "accent" };
}

/** Tells that a press found nobody to thank, for a moment. */
export function emptyQueueNotice(nowMs: number, words: FaceStrings): TemporaryNotice {
	return {
		text: words.noneToThank,
		untilMs: nowMs + noticeMs,
		fact: en.noneToThank.toLowerCase(),
		tone: "text",
	};
}

/** What a trouble means for the press that met it, as the link is now. */
export function pressFailureOf(trouble: LinkTrouble, link: LinkStatus): FailureReason {
	if (link.phase === "not-set-up") return "not-set-up";
	switch (trouble) {
		case "insecure":
			return "not-set-up";
		case "unreachable":
			return "offline";
		case "not-this-service":
			// An address that worked is not a wrong one: something else answers for the service.
			return link.phase === "failed" ? trouble : "service-error";
		case "refused":
		case "certificate":
		case "service-error":
			return trouble;
	}
}
