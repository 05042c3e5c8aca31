import { en } from "../../key-face/strings/en";
import type { TemporaryNotice } from "../../key-face/face-timing";
import type { FaceStrings } from "../../key-face/strings";
import type { LinkStatus, LinkTrouble } from "../../state/link-status";
import { noticeMs, successMs } from "../timing";

/** Reason why a press failed: its own, or the trouble of the connection, with the text that all keys use for it. */
export type FailureReason =
	keyof FaceStrings["failures"] | "offline" | Exclude<LinkTrouble, "unreachable" | "insecure">;

export function passingNotice(failure: FailureReason, nowMs: number, words: FaceStrings): TemporaryNotice {
	return {
		text: failureText(failure, words),
		untilMs: nowMs + noticeMs,
		fact: `failed: ${failureText(failure, en).toLowerCase()}`,
	};
}

function failureText(failure: FailureReason, { failures, troubles }: FaceStrings): string {
	switch (failure) {
		case "offline":
			return troubles.unreachable[0];
		case "refused":
		case "service-error":
		case "not-this-service":
		case "certificate":
			return troubles[failure][0];
		default:
			return failures[failure];
	}
}

export function successNotice(text: string, nowMs: number): TemporaryNotice {
	return { text, untilMs: nowMs + successMs, tone: "accent" };
}

export function progressNotice(nowMs: number, words: FaceStrings): TemporaryNotice {
	return { text: words.updating, untilMs: nowMs + noticeMs, tone: "second" };
}

export function emptyQueueNotice(nowMs: number, words: FaceStrings): TemporaryNotice {
	return {
		text: words.noneToThank,
		untilMs: nowMs + noticeMs,
		fact: en.noneToThank.toLowerCase(),
		tone: "text",
	};
}

/** Returns the reason for a press that failed because of a connection trouble, given the connection status. */
export function pressFailureOf(trouble: LinkTrouble, link: LinkStatus): FailureReason {
	if (link.phase === "not-set-up") return "not-set-up";
	switch (trouble) {
		case "insecure":
			return "not-set-up";
		case "unreachable":
			return "offline";
		case "not-this-service":
			// An address that worked before is not wrong: another server is answering for the service.
			return link.phase === "failed" ? trouble : "service-error";
		case "refused":
		case "certificate":
		case "service-error":
			return trouble;
	}
}
