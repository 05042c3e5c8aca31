import type { RemoteActionSettings } from "../settings/schemas/remote-action";
import type { LinkStatus } from "../state/link-status";
import type { Binding } from "../state/scenes/scene-binding";
import type { ChoicePosition } from "../state/scenes/scene-choice";
import type { Face, FaceState, Line } from "./face";
import { factsOf, failureFact } from "./text/facts";
import { type TextVariants, unknownText } from "./text/format";
import type { IconName } from "./drawing/icons";
import { isFlashing, flashEndMs, type PressFeedback, pressDisplayAt, earliestAfter } from "./face-timing";
import { incompleteNotice, noticeFace, linkNotice, stateMark } from "./notice";
import { palette } from "./drawing/palette";
import { commandAppearance, isBlocked, readiness, readinessLine, sentLine } from "./freshness";
import type { FaceStrings } from "./strings";

/** Inputs of a remote key's face besides its settings. Times are epoch milliseconds. */
export type RemoteActionFaceInput = PressFeedback & {
	/** Status of the scene channel. */
	readonly link: LinkStatus;
	readonly binding: Binding;
	/** Whether a press is waiting for the connection. */
	readonly isWaiting?: boolean;
	/** On a dial: the selected remote action of the scene. */
	readonly position?: ChoicePosition | undefined;
	/** When a command was last sent. */
	readonly sent?: { readonly atMs: number } | undefined;
};

type ActionAppearance = { readonly icon: IconName; readonly color: string };

/** `trigger` and `reset` are documented; the others are likely parts of such codes. */
const appearanceByPattern: readonly (readonly [RegExp, ActionAppearance])[] = [
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
const defaultAppearance: ActionAppearance = { icon: "target", color: palette.subscription };

/** Progress of a hold from which the footer displays its effect. */
const minHoldNameProgress = 0.3;

export function remoteFace(
	input: RemoteActionFaceInput,
	settings: RemoteActionSettings,
	nowMs: number,
	strings: FaceStrings,
): Face {
	const { sceneToken, itemId, actionCode } = settings;
	const isComplete = sceneToken !== undefined && itemId !== undefined && actionCode !== undefined;
	const state = isComplete ? remoteState(input) : "not set up";
	const pressDisplay = pressDisplayAt(input, nowMs);
	const found = input.binding.kind === "found" ? input.binding : undefined;
	const name = found?.itemName || settings.itemName || (itemId === undefined ? unknownText : `#${itemId}`);
	const actionName = found?.actionName || settings.actionName || actionCode || unknownText;
	const summary = { label: name, value: actionName, state, facts: factsOf(failureFact(input, nowMs)) };

	if (state === "not set up") {
		const notice = isComplete
			? linkNotice(input, state, strings)
			: incompleteNotice(input.link, "item", strings);
		return noticeFace(notice, summary, pressDisplay);
	}

	const appearance = actionAppearance(actionCode ?? "");
	const isDone = state === "ready" && isFlashing(input.sent, nowMs);
	const holdName =
		(pressDisplay.press?.progress ?? 0) >= minHoldNameProgress ? settings.holdActionName : undefined;
	const action: Line = { variants: [holdName ?? actionName], tone: "accent" };
	const remark = pressDisplay.reason ?? (isDone ? sentLine(strings) : stateLine(input, state, strings));
	return {
		kind: "command",
		...summary,
		press: pressDisplay.press,
		icon: stateMark(state, input.link) ?? (state === "offline" ? "plug" : appearance.icon),
		color: appearance.color,
		name,
		appearance: commandAppearance(state, isDone),
		footer: remark ?? action,
		note: remark?.variants ?? positionVariants(input.position),
		nextChangeAtMs: earliestAfter(
			nowMs,
			pressDisplay.nextChangeAtMs,
			isDone ? flashEndMs(input.sent) : undefined,
		),
	};
}

export function actionAppearance(code: string): ActionAppearance {
	return appearanceByPattern.find(([pattern]) => pattern.test(code))?.[1] ?? defaultAppearance;
}

function remoteState({ link, binding, isWaiting = false }: RemoteActionFaceInput): FaceState {
	const state = readiness(link);
	if (binding.kind === "missing" && !isBlocked(state)) return "missing";
	return isWaiting && state === "offline" ? "connecting" : state;
}

/** Returns why the key would not work, if so. */
function stateLine(input: RemoteActionFaceInput, state: FaceState, strings: FaceStrings): Line | undefined {
	if (state === "missing" && input.binding.kind === "missing") {
		return { variants: [strings.missing[input.binding.part]], tone: "fault" };
	}
	return readinessLine(input.link, state, strings);
}

function positionVariants(position: ChoicePosition | undefined): TextVariants {
	return position ? [`${position.position}/${position.count}`] : [];
}
