import type { RemoteActionSettings } from "../settings/schemas";
import type { LinkStatus } from "../state/link-status";
import type { Binding } from "../state/scene-binding";
import type { Face, FaceState, Line } from "./face";
import { unknownSign } from "./format";
import type { IconName } from "./icons";
import { isFlashing, flashMs, type Touch, touchLook, soonest } from "./moment";
import { noticeFace, noticeOf, notSetUpNotice, troubleOn } from "./notice";
import { palette } from "./palette";
import { isBlocked, readiness } from "./trust";
import type { Words } from "./words";

/** All a remote key's face depends on besides its settings. Times are epoch milliseconds. */
export type RemoteActionFaceInput = Touch & {
	/** The scene channel's link. */
	readonly link: LinkStatus;
	readonly binding: Binding;
	/** A press waits for the link. */
	readonly isWaiting?: boolean;
	/** When a command last left. */
	readonly sent?: { readonly atMs: number } | undefined;
};

type ActionLook = { readonly icon: IconName; readonly color: string };

/** `trigger` and `reset` are documented; the rest are words such codes are likely to be made of. */
const looksByWord: readonly (readonly [RegExp, ActionLook])[] = [
	[/trigger|fire|launch/i, { icon: "bolt", color: palette.warning }],
	[/reset|restart|reload|clear/i, { icon: "reset", color: palette.follow }],
	[/hide|disable|mute/i, { icon: "eye-off", color: palette.hosting }],
	[/show|toggle|visib|enable/i, { icon: "eye", color: palette.viewers }],
	[/stop|end|cancel/i, { icon: "stop", color: palette.hosting }],
	[/pause/i, { icon: "pause", color: palette.hosting }],
	[/start|play|resume|begin/i, { icon: "play", color: palette.donation }],
	[/next|skip/i, { icon: "skip", color: palette.follow }],
	[/incr|add|plus|up$/i, { icon: "plus", color: palette.donation }],
	[/decr|remove|minus|down$/i, { icon: "minus", color: palette.hosting }],
];
const otherLook: ActionLook = { icon: "target", color: palette.subscription };

/** From this part of a hold on, the foot says what the hold will do. */
const holdNamedShare = 0.3;

/** A scene remote as a key shows it. */
export function remoteFace(
	input: RemoteActionFaceInput,
	settings: RemoteActionSettings,
	now: number,
	words: Words,
): Face {
	const { sceneToken, itemId, actionCode } = settings;
	const isComplete = sceneToken !== undefined && itemId !== undefined && actionCode !== undefined;
	const state = isComplete ? remoteState(input) : "not set up";
	const touch = touchLook(input, now);
	const found = input.binding.kind === "found" ? input.binding : undefined;
	const name = found?.itemName || settings.itemName || (itemId === undefined ? unknownSign : `#${itemId}`);
	const actionName = found?.actionName || settings.actionName || actionCode || unknownSign;
	const spoken = { label: name, value: actionName, state };

	if (isBlocked(state)) {
		const blocker = isComplete ? noticeOf(input.link, state, words) : notSetUpNotice(words);
		return noticeFace(blocker, spoken, touch);
	}

	const look = actionLook(actionCode ?? "");
	const isDone = state === "ready" && isFlashing(input.sent, now);
	const holdName = (touch.press?.progress ?? 0) >= holdNamedShare ? settings.holdActionName : undefined;
	return {
		kind: "command",
		...spoken,
		press: touch.press,
		icon: isDone ? "check" : iconOf(state, look.icon),
		color: look.color,
		name,
		look: isDone ? "done" : state === "ready" ? "ready" : "dimmed",
		foot: touch.reason ?? footOf(input, state, holdName ?? actionName, words),
		nextChangeAtMs: soonest(
			now,
			touch.nextChangeAtMs,
			isDone && input.sent ? input.sent.atMs + flashMs : undefined,
		),
	};
}

/** How a remote action with this code looks. */
export function actionLook(code: string): ActionLook {
	return looksByWord.find(([word]) => word.test(code))?.[1] ?? otherLook;
}

function remoteState({ link, binding, isWaiting = false }: RemoteActionFaceInput): FaceState {
	const state = readiness(link);
	if (binding.kind === "missing" && !isBlocked(state)) return "missing";
	return isWaiting && state === "offline" ? "connecting" : state;
}

function iconOf(state: FaceState, usual: IconName): IconName {
	if (state === "connecting") return "sync";
	return state === "offline" ? "plug" : usual;
}

function footOf(input: RemoteActionFaceInput, state: FaceState, actionName: string, words: Words): Line {
	if (input.binding.kind === "missing") {
		return { wordings: [words.missing[input.binding.part]], tone: "fault" };
	}
	if (state === "connecting") return { wordings: [words.connecting], tone: "second" };
	if (state === "offline") {
		const [trouble] = words.troubles[troubleOn(input.link) ?? "unreachable"];
		return { wordings: [trouble], tone: "warning" };
	}
	return { wordings: [actionName], tone: "accent" };
}
