import type { SendEventSettings } from "../settings/schemas/send-event";
import type { LinkStatus } from "../state/link-status";
import type { Face, FaceState, Line } from "./face";
import { factsOf, failureFact } from "./text/facts";
import { unknownText } from "./text/format";
import { styleByEventType } from "./drawing/icon-style";
import { isFlashing, flashEndMs, type PressFeedback, pressDisplayAt, earliestAfter } from "./face-timing";
import { noticeFace, linkNotice, incompleteNotice, stateMark } from "./notice";
import { commandAppearance, isBlocked, readiness, readinessLine, sentLine } from "./freshness";
import type { FaceStrings } from "./strings";

/** Inputs of a send key's face besides its settings. Times are epoch milliseconds. */
export type SendEventFaceInput = PressFeedback & {
	readonly link: LinkStatus;
	/** Whether the settings contain all fields that their event type requires. */
	readonly isComplete: boolean;
	/** Whether an event is being posted. */
	readonly isBusy?: boolean | undefined;
	/** When an event was last sent. */
	readonly sent?: { readonly atMs: number } | undefined;
};

/** Returns the face of a key that posts a custom event. */
export function sendEventFace(
	input: SendEventFaceInput,
	settings: SendEventSettings,
	nowMs: number,
	strings: FaceStrings,
): Face {
	const state = input.isComplete ? readiness(input.link) : "not set up";
	const pressDisplay = pressDisplayAt(input, nowMs);
	const person = settings.type === "hosting" ? (settings.hostname ?? settings.username) : settings.username;
	const type = strings.eventTypes[settings.type];
	const facts = factsOf(failureFact(input, nowMs));
	const summary = { label: type.full, value: person ?? unknownText, state, facts };

	if (state === "not set up") {
		const notice = input.isComplete
			? linkNotice(input, state, strings)
			: incompleteNotice(input.link, "details", strings);
		return noticeFace(notice, summary, pressDisplay);
	}

	const style = styleByEventType[settings.type];
	const isDone = state === "ready" && !input.isBusy && isFlashing(input.sent, nowMs);
	const remark = pressDisplay.reason ?? (isDone ? sentLine(strings) : stateLine(input, state, strings));
	return {
		kind: "command",
		...summary,
		press: pressDisplay.press,
		icon: stateMark(state, input.link) ?? (state === "offline" ? "plug" : style.icon),
		color: style.color,
		name: person ?? type.full,
		appearance: commandAppearance(state, isDone),
		footer: remark ?? {
			variants: [settings.needsHold ? strings.holdToSend : strings.sendTest],
			tone: "accent",
		},
		note: remark?.variants ?? [],
		nextChangeAtMs: earliestAfter(
			nowMs,
			pressDisplay.nextChangeAtMs,
			isDone ? flashEndMs(input.sent) : undefined,
		),
	};
}

/** Returns what is running, or why the key would not work. */
function stateLine(
	{ isBusy, link }: SendEventFaceInput,
	state: FaceState,
	strings: FaceStrings,
): Line | undefined {
	if (isBusy && !isBlocked(state)) return { variants: [strings.sending], tone: "second" };
	return readinessLine(link, state, strings);
}
