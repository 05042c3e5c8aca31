import type { SendEventSettings } from "../settings/schemas";
import type { LinkStatus } from "../state/link-status";
import type { Face, FaceState, Line } from "./face";
import { unknownSign } from "./format";
import { kindByEventType } from "./kind";
import { isFlashing, flashMs, type Touch, touchLook, soonest } from "./moment";
import { noticeFace, noticeOf, notSetUpNotice, troubleOn } from "./notice";
import { isBlocked, readiness } from "./trust";
import type { Words } from "./words";

/** All a send key's face depends on besides its settings. Times are epoch milliseconds. */
export type SendEventFaceInput = Touch & {
	readonly link: LinkStatus;
	/** Whether the settings hold all that an event of their type needs. */
	readonly isComplete: boolean;
	/** When an event last left. */
	readonly sent?: { readonly atMs: number } | undefined;
};

/** A key that posts a custom event, as it looks. */
export function sendEventFace(
	input: SendEventFaceInput,
	settings: SendEventSettings,
	now: number,
	words: Words,
): Face {
	const state = input.isComplete ? readiness(input.link) : "not set up";
	const touch = touchLook(input, now);
	const person = settings.type === "hosting" ? (settings.hostname ?? settings.username) : settings.username;
	const type = words.eventTypes[settings.type];
	const spoken = { label: type.full, value: person ?? unknownSign, state };

	if (isBlocked(state)) {
		const blocker = input.isComplete ? noticeOf(input.link, state, words) : notSetUpNotice(words);
		return noticeFace(blocker, spoken, touch);
	}

	const kind = kindByEventType[settings.type];
	const isDone = state === "ready" && isFlashing(input.sent, now);
	return {
		kind: "command",
		...spoken,
		press: touch.press,
		icon: isDone ? "check" : state === "offline" ? "plug" : state === "connecting" ? "sync" : kind.icon,
		color: kind.color,
		name: person ?? type.full,
		look: isDone ? "done" : state === "ready" ? "ready" : "dimmed",
		foot: touch.reason ?? footOf(input, state, settings, words),
		nextChangeAtMs: soonest(
			now,
			touch.nextChangeAtMs,
			isDone && input.sent ? input.sent.atMs + flashMs : undefined,
		),
	};
}

function footOf(
	{ link }: SendEventFaceInput,
	state: FaceState,
	{ needsHold }: SendEventSettings,
	words: Words,
): Line {
	if (state === "connecting") return { wordings: [words.connecting], tone: "second" };
	if (state === "offline") {
		const [matter] = words.troubles[troubleOn(link) ?? "unreachable"];
		return { wordings: [matter], tone: "warning" };
	}
	return { wordings: [needsHold ? words.holdToSend : words.sendTest], tone: "accent" };
}
