import type { ControlSettings } from "../settings/schemas/control";
import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { StreamCommand } from "../state/stream-command";
import type { StreamEvent } from "../state/events/stream-event";
import { displayNameOf } from "./text/display-name";
import type { CommandFace, Face, FaceState, Line } from "./face";
import { factsOf, failureFact, nextToThankFact, toThankFact } from "./text/facts";
import {
	ageOf,
	alternate,
	earliestAfter,
	flashEndMs,
	isActive,
	isFlashing,
	pressDisplayAt,
	type PressFeedback,
} from "./face-timing";
import { formatFull, maskText, unknownText } from "./text/format";
import { readiness, readinessLine, troubleWord } from "./freshness";
import type { IconName } from "./drawing/icons";
import { incompleteNotice, linkNotice, noticeFace, stateMark } from "./notice";
import { palette } from "./drawing/palette";
import type { FaceStrings } from "./strings";

/** Inputs of a Stream Control key's face besides its settings. Times are epoch milliseconds. */
export type ControlFaceInput = PressFeedback & {
	readonly link: LinkStatus;
	/** Why syncs fail although the connection is up. */
	readonly staleTrouble?: LinkTrouble | undefined;
	/** Whether the queue of people to thank is loaded. */
	readonly isQueueLoaded: boolean;
	readonly waitingCount: number;
	/** The event whose person is thanked next. */
	readonly next?: StreamEvent | undefined;
	/** Whether all numbers are masked. */
	readonly isHidden: boolean;
	readonly sessionStartedAtMs?: number | undefined;
	readonly isBusy?: boolean;
	readonly done?: { readonly atMs: number } | undefined;
	/** Until when a press undoes the command. */
	readonly undo?: { readonly untilMs: number } | undefined;
};

type Appearance = { readonly icon: IconName; readonly color: string };

const appearanceByCommand: Readonly<Record<StreamCommand, Appearance>> = {
	newSession: { icon: "reset", color: palette.follow },
	hideNumbers: { icon: "eye-off", color: palette.viewers },
	showNumbers: { icon: "eye", color: palette.viewers },
	toggleNumbers: { icon: "eye", color: palette.viewers },
	thankNext: { icon: "heart", color: palette.donation },
	thankAll: { icon: "check", color: palette.donation },
	refresh: { icon: "sync", color: palette.subscription },
};

export function controlFace(
	input: ControlFaceInput,
	{ command }: ControlSettings,
	nowMs: number,
	strings: FaceStrings,
): Face {
	const pressDisplay = pressDisplayAt(input, nowMs);
	const state = command === undefined ? "not set up" : commandState(command, input);
	const isThanks = command === "thankNext" || command === "thankAll";
	const isCountShown = isThanks && !input.isHidden && input.waitingCount > 0;
	const summary = {
		label: strings.streamControl,
		value: command === undefined ? unknownText : strings.commands[command],
		state,
		facts: factsOf(
			isCountShown && toThankFact(input.waitingCount),
			command === "thankNext" && input.next !== undefined && nextToThankFact(input.next),
			failureFact(input, nowMs),
		),
	};
	if (command === undefined || state === "not set up") {
		const notice =
			command === undefined
				? incompleteNotice(input.link, "command", strings)
				: linkNotice(input, state, strings);
		return noticeFace(notice, summary, pressDisplay);
	}
	const isUndoable = isActive(input.undo, nowMs);
	const isDone = state === "ready" && !isUndoable && isFlashing(input.done, nowMs);
	const foot = footOf(command, input, state, nowMs, strings);
	return {
		kind: "command",
		...summary,
		...appearanceOf(command, state, { ...input, isDone }),
		press: pressDisplay.press,
		name: strings.commands[command],
		footer: pressDisplay.reason ?? foot.line,
		note: [],
		nextChangeAtMs: earliestAfter(
			nowMs,
			pressDisplay.nextChangeAtMs,
			input.undo?.untilMs,
			isDone ? flashEndMs(input.done) : undefined,
			foot.nextChangeAtMs,
		),
	};
}

/** Commands that work without a connection: hiding numbers and starting a session. Thanking requires the queue. */
function commandState(command: StreamCommand, { link, isQueueLoaded }: ControlFaceInput): FaceState {
	switch (command) {
		case "hideNumbers":
		case "showNumbers":
		case "toggleNumbers":
			return "ready";
		case "newSession":
			return link.phase === "not-set-up" ? "not set up" : "ready";
		case "thankNext":
		case "thankAll":
			return isQueueLoaded && link.phase !== "not-set-up" ? "ready" : readiness(link);
		case "refresh":
			return readiness(link);
	}
}

function appearanceOf(
	command: StreamCommand,
	state: FaceState,
	{ isDone, isHidden, link }: Pick<ControlFaceInput, "isHidden" | "link"> & { readonly isDone: boolean },
): Pick<CommandFace, "icon" | "color" | "appearance"> {
	const { icon, color } = appearanceByCommand[command];
	if (isDone) return { icon, color, appearance: "done" };
	if (state === "ready")
		return { icon: command === "toggleNumbers" && isHidden ? "eye-off" : icon, color, appearance: "ready" };
	return { icon: stateMark(state, link) ?? "plug", color, appearance: "dimmed" };
}

type Foot = { readonly line: Line; readonly nextChangeAtMs?: number | undefined };

function footOf(
	command: StreamCommand,
	input: ControlFaceInput,
	state: FaceState,
	nowMs: number,
	strings: FaceStrings,
): Foot {
	const line = (text: string, tone: Line["tone"] = "accent"): Line => ({ variants: [text], tone });
	if (isActive(input.undo, nowMs)) return { line: line(strings.pressUndoes, "text") };
	if (input.isBusy === true) return { line: line(strings.updating, "second") };
	const pending = readinessLine(input.link, state, strings);
	if (pending) return { line: pending };
	const { waitingCount, next, isHidden, sessionStartedAtMs } = input;
	switch (command) {
		case "newSession": {
			if (sessionStartedAtMs === undefined) return { line: line(strings.scopes.session) };
			const { variants, nextChangeAtMs } = ageOf(sessionStartedAtMs, nowMs, strings);
			return { line: { variants, tone: "accent" }, nextChangeAtMs };
		}
		case "hideNumbers":
		case "showNumbers":
		case "toggleNumbers":
			return { line: line(isHidden ? strings.numbersHidden : strings.numbersShown) };
		case "thankNext":
		case "thankAll": {
			if (waitingCount === 0) return { line: line(strings.noneToThank, "second") };
			const formatted = isHidden ? maskText : formatFull(waitingCount, strings.locale);
			const count: Line = { variants: [strings.toThank(formatted), formatted], tone: "accent" };
			if (command === "thankAll" || !next) return { line: count };
			const { line: shown = count, nextChangeAtMs } = alternate(
				[line(strings.nextToThank(displayNameOf(next.person, strings))), count],
				next.createdAtMs,
				nowMs,
			);
			return { line: shown, nextChangeAtMs };
		}
		case "refresh":
			if (input.staleTrouble) return { line: line(troubleWord(input, strings), "warning") };
			return { line: line(strings.connected) };
	}
}
