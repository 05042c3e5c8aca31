import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { CommandFace, FaceState, Line } from "./face";
import { ageOf } from "./face-timing";
import { asOfFact } from "./text/facts";
import { blockingStateOf, type NoticeCause, displayedTroubleOf } from "./notice";
import type { FaceStrings } from "./strings";

/** Inputs that determine whether a displayed value is up to date. */
export type Freshness = {
	readonly link: LinkStatus;
	/** When the value was last up to date, if it may be outdated. Epoch milliseconds. */
	readonly staleSinceMs?: number | undefined;
	/** When the value was confirmed by an earlier run of the plugin, epoch milliseconds; undefined if it is from this run. */
	readonly rememberedAtMs?: number | undefined;
	/** Why syncs fail although the connection is up. */
	readonly staleTrouble?: LinkTrouble | undefined;
	/** Whether the sync after a lost connection is running. */
	readonly isConfirming?: boolean;
};

/** Returns the state of a face that displays a value. */
export function valueState(freshness: Freshness, hasValue: boolean): FaceState {
	const { link, staleSinceMs, isConfirming, rememberedAtMs } = freshness;
	if (link.phase === "not-set-up") return "not set up";
	const isRemembered = rememberedAtMs !== undefined;
	const blockingState = blockingStateOf(link);
	if (blockingState && (!hasValue || isRemembered || blockingState === "refused")) return blockingState;
	if (!hasValue || link.phase === "connecting") return "connecting";
	if (isRemembered && link.phase === "idle") return "connecting";
	if (link.phase !== "live") return "stale";
	if (isConfirming) return "connecting";
	if (staleSinceMs !== undefined) return "stale";
	return isRemembered ? "connecting" : "live";
}

/** Returns the state of a key with an action, as far as the connection determines it. */
export function readiness(link: LinkStatus): FaceState {
	if (link.phase === "not-set-up") return "not set up";
	const blockingState = blockingStateOf(link);
	if (blockingState) return blockingState;
	if (link.phase === "live") return "ready";
	return link.phase === "connecting" || link.phase === "idle" ? "connecting" : "offline";
}

/** Returns whether only the reason can be displayed, because the streamer has to act first. */
export function isBlocked(state: FaceState): boolean {
	return (
		state === "not set up" || state === "refused" || state === "wrong address" || state === "not trusted"
	);
}

/** Returns whether a new event may flash on the face. `connecting` includes a refresh, during which events arrive. */
export function canFlash(state: FaceState): boolean {
	return state === "live" || state === "connecting";
}

export function valueAppearance(state: FaceState, isFlash = false): "flash" | "plain" | "dimmed" {
	return isFlash ? "flash" : state === "live" ? "plain" : "dimmed";
}

export function commandAppearance(state: FaceState, isDone: boolean): CommandFace["appearance"] {
	return isDone ? "done" : state === "ready" ? "ready" : "dimmed";
}

/** Returns why the connection would not let a command work now, if so. */
export function readinessLine(link: LinkStatus, state: FaceState, strings: FaceStrings): Line | undefined {
	if (isBlocked(state)) return blockedLine(link, strings);
	if (state === "connecting") return { variants: [strings.connecting], tone: "second" };
	return state === "offline" ? { variants: [troubleWord({ link }, strings)], tone: "warning" } : undefined;
}

export function sentLine({ sent }: FaceStrings): Line {
	return { variants: [sent], tone: "accent" };
}

export type FreshnessNote = { readonly line: Line; readonly nextChangeAtMs?: number };

/** Returns the line below a value that may be outdated: since when, or that a sync is running. */
export function freshnessNoteOf(
	input: Freshness,
	state: FaceState,
	nowMs: number,
	strings: FaceStrings,
): FreshnessNote | undefined {
	const { rememberedAtMs } = input;
	if (state === "connecting") {
		if (rememberedAtMs === undefined) return { line: { variants: [strings.updating], tone: "second" } };
		const { variants, nextChangeAtMs } = ageOf(rememberedAtMs, nowMs, strings);
		return { line: { variants, tone: "second" }, nextChangeAtMs };
	}
	if (isBlocked(state)) return { line: blockedLine(input.link, strings) };
	if (state !== "stale") return undefined;
	const sinceMs = staleSinceMsOf(input);
	const word = troubleWord(input, strings);
	if (sinceMs === undefined) return { line: { variants: [word], tone: "warning" } };
	const { variants, nextChangeAtMs } = ageOf(sinceMs, nowMs, strings);
	const isRecent = variants[0] === strings.justNow;
	return { line: { variants: isRecent ? [word] : variants, tone: "warning" }, nextChangeAtMs };
}

/** Returns since when a value may be outdated, as a fact for the description. */
export function staleFact(input: Freshness, state: FaceState): string | undefined {
	const sinceMs = state === "stale" ? staleSinceMsOf(input) : input.rememberedAtMs;
	return sinceMs === undefined ? undefined : asOfFact(sinceMs);
}

/** Returns the text for problems that only the streamer can fix. */
export function blockedLine(link: LinkStatus, strings: FaceStrings): Line {
	return { variants: [troubleWord({ link }, strings)], tone: "fault" };
}

/** Returns the cause in a few words, the same on every key. */
export function troubleWord(cause: NoticeCause, strings: FaceStrings): string {
	return strings.troubles[displayedTroubleOf(cause) ?? "unreachable"][0];
}

function staleSinceMsOf({ link, staleSinceMs, rememberedAtMs }: Freshness): number | undefined {
	return rememberedAtMs ?? staleSinceMs ?? (link.phase === "down" ? link.sinceMs : undefined);
}
