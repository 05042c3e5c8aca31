import type { SendEventSettings } from "../settings/schemas";
import type { LinkStatus } from "../state/link-status";
import type { Face, FaceState } from "./face";
import { unknownSign } from "./format";
import { kindByEventType } from "./kind";
import { isFlashing, flashMs, isGoingOn, type PassingNotice, type Press, pressLook, soonest } from "./moment";
import { noticeFace, noticeOf, notSetUpNotice, troubleOf } from "./notice";
import { type Words, wordingsOf } from "./words";

/** All a send key's face depends on besides its settings. Times are epoch milliseconds. */
export type SendEventReading = {
	readonly link: LinkStatus;
	/** Whether the settings hold all that an event of their type needs. */
	readonly isComplete: boolean;
	/** When an event last left. */
	readonly sent?: { readonly atMs: number };
	readonly notice?: PassingNotice;
	readonly press?: Press;
};

/** A key that posts a custom event, as it looks. */
export function sendEventFace(
	reading: SendEventReading,
	settings: SendEventSettings,
	now: number,
	words: Words,
): Face {
	const state = reading.isComplete ? sendState(reading.link) : "not set up";
	const press = pressLook(reading.press, now);
	const passing = reading.notice && isGoingOn(reading.notice, now) ? reading.notice : undefined;
	const person = settings.type === "hosting" ? (settings.hostname ?? settings.username) : settings.username;
	const type = words.eventTypes[settings.type];
	const spoken = { label: type.full, value: person ?? unknownSign, state, press: press.mark };

	if (state === "not set up" || state === "refused") {
		const notice = state === "refused" ? noticeOf(reading.link, words) : notSetUpNotice(words);
		const nextChangeAtMs = soonest(now, press.nextChangeAtMs, passing?.untilMs);
		return noticeFace(notice, { ...spoken, nextChangeAtMs }, passing?.text);
	}

	const kind = kindByEventType[settings.type];
	const isDone = isFlashing(reading.sent, now);
	const trouble = troubleOf(reading.link);
	return {
		kind: "command",
		...spoken,
		icon: isDone ? "check" : state === "offline" ? "plug" : state === "connecting" ? "sync" : kind.icon,
		color: kind.color,
		name: person ?? wordingsOf(type).at(-1) ?? type.full,
		look: isDone ? "done" : state === "ready" ? "ready" : "dimmed",
		foot: passing
			? { wordings: [passing.text], tone: "fault" }
			: state === "connecting"
				? { wordings: [words.connecting], tone: "second" }
				: state === "offline"
					? { wordings: [words.troubles[trouble ?? "unreachable"][0]], tone: "warning" }
					: { wordings: [words.sendTest], tone: "accent" },
		nextChangeAtMs: soonest(
			now,
			press.nextChangeAtMs,
			isDone && reading.sent ? reading.sent.atMs + flashMs : undefined,
			passing?.untilMs,
		),
	};
}

function sendState(link: LinkStatus): FaceState {
	if (link.phase === "not-set-up") return "not set up";
	if (troubleOf(link) === "refused") return "refused";
	if (link.phase === "live") return "ready";
	return link.phase === "connecting" || link.phase === "idle" ? "connecting" : "offline";
}
