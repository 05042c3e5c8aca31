import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { FaceState, Line } from "./face";
import { ageOf } from "./face-timing";
import { asOfFact } from "./facts";
import { blockingStateOf, type NoticeCause, displayedTroubleOf } from "./notice";
import type { FaceStrings } from "./strings";

/** What decides how far a shown value can be trusted. */
export type Freshness = {
	readonly link: LinkStatus;
	/** When the value was last known to be right, once that is in doubt. Epoch milliseconds. */
	readonly staleSinceMs?: number | undefined;
	/** Why reading fails, where the link itself is up. */
	readonly staleTrouble?: LinkTrouble | undefined;
	/** A re-read after a drop is under way. */
	readonly isConfirming?: boolean;
};

/** The state of a face that shows a value. */
export function valueState({ link, staleSinceMs, isConfirming }: Freshness, hasValue: boolean): FaceState {
	if (link.phase === "not-set-up") return "not set up";
	const blockingState = blockingStateOf(link);
	if (blockingState && (!hasValue || blockingState === "refused")) return blockingState;
	if (!hasValue || link.phase === "connecting") return "connecting";
	if (link.phase !== "live") return "stale";
	if (isConfirming) return "connecting";
	return staleSinceMs === undefined ? "live" : "stale";
}

/** The state of a key that does something when it is pressed, as far as the link decides it. */
export function readiness(link: LinkStatus): FaceState {
	if (link.phase === "not-set-up") return "not set up";
	const blockingState = blockingStateOf(link);
	if (blockingState) return blockingState;
	if (link.phase === "live") return "ready";
	return link.phase === "connecting" || link.phase === "idle" ? "connecting" : "offline";
}

/** Whether nothing but the reason can be shown: the streamer has to do something first. */
export function isBlocked(state: FaceState): boolean {
	return (
		state === "not set up" || state === "refused" || state === "wrong address" || state === "not trusted"
	);
}

/** Whether news may flood the face: what comes in while everything is read again is news all the same. */
export function canFlash(state: FaceState): boolean {
	return state === "live" || state === "connecting";
}

export type FreshnessNote = { readonly line: Line; readonly nextChangeAtMs?: number };

/** The line below a value that may not be right: since when, or that it is being read again. */
export function freshnessNoteOf(
	input: Freshness,
	state: FaceState,
	nowMs: number,
	strings: FaceStrings,
): FreshnessNote | undefined {
	if (state === "connecting") return { line: { variants: [strings.updating], tone: "second" } };
	if (isBlocked(state)) return { line: blockedLine(input.link, strings) };
	if (state !== "stale") return undefined;
	const sinceMs = staleSinceMsOf(input);
	const word = blockingStateOf(input.link) ? strings.offline : troubleWord(input, strings);
	if (sinceMs === undefined) return { line: { variants: [word], tone: "warning" } };
	const { variants, nextChangeAtMs } = ageOf(sinceMs, nowMs, strings);
	const isRecent = variants[0] === strings.justNow;
	return { line: { variants: isRecent ? [word] : variants, tone: "warning" }, nextChangeAtMs };
}

/** Since when a stale value may not be right, as a fact for the description. */
export function staleFact(input: Freshness, state: FaceState): string | undefined {
	const sinceMs = state === "stale" ? staleSinceMsOf(input) : undefined;
	return sinceMs === undefined ? undefined : asOfFact(sinceMs);
}

/** What only the streamer can mend, in words. */
export function blockedLine(link: LinkStatus, strings: FaceStrings): Line {
	return { variants: [troubleWord({ link }, strings)], tone: "fault" };
}

/** The cause in one word, the same on every key. */
function troubleWord(cause: NoticeCause, strings: FaceStrings): string {
	return strings.troubles[displayedTroubleOf(cause) ?? "unreachable"][0];
}

function staleSinceMsOf({ link, staleSinceMs }: Freshness): number | undefined {
	return staleSinceMs ?? (link.phase === "down" ? link.sinceMs : undefined);
}
