import type { Line, PressIndicator, Tone } from "./face";
import type { TextVariants } from "./format";
import type { FaceStrings } from "./strings";

/*
 * Faces that change by themselves say when, so that nobody has to keep a timer running while nothing moves.
 * All times are epoch milliseconds.
 */

/** How long a new event floods the key. */
export const flashMs = 1000;

/** How long a key celebrates a goal before it shows the next one. */
export const celebrationMs = 4_000;

/** A finger on the key. `holdMs` is how long until a hold is a hold; absent where holding does nothing else. */
export type Press = { readonly sinceMs: number; readonly holdMs?: number | undefined };

/** A reason in words, shown for a moment. */
export type TemporaryNotice = {
	readonly text: string;
	readonly untilMs: number;
	/** The same in English, for the description. */
	readonly fact?: string;
	/** A failure, unless given. */
	readonly tone?: Tone;
};

/** What hands did to a key just now. */
export type PressFeedback = {
	/** Why the last press did nothing. */
	readonly notice?: TemporaryNotice | undefined;
	readonly press?: Press | undefined;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The fastest a key may be redrawn is ten times a second. */
const holdRedrawMs = 100;

/** The soonest of the moments that are still to come. */
export function earliestAfter(
	nowMs: number,
	...timesMs: readonly (number | undefined)[]
): number | undefined {
	const futureMs = timesMs.filter((timeMs) => timeMs !== undefined).filter((moment) => moment > nowMs);
	return futureMs.length === 0 ? undefined : Math.min(...futureMs);
}

/** Whether something that lasts until `untilMs` is still to be seen. */
export function isActive(period: { readonly untilMs: number } | undefined, nowMs: number): boolean {
	return period !== undefined && nowMs < period.untilMs;
}

/** Whether a flash that began at `atMs` still glows. A clock set back ends it. */
export function isFlashing(flash: { readonly atMs: number } | undefined, nowMs: number): boolean {
	return flash !== undefined && nowMs >= flash.atMs && nowMs < flash.atMs + flashMs;
}

/** Whether a goal that was reached at `atMs` is still celebrated. A clock set back ends it. */
export function isCelebrating(celebration: { readonly atMs: number } | undefined, nowMs: number): boolean {
	return celebration !== undefined && nowMs >= celebration.atMs && nowMs < celebration.atMs + celebrationMs;
}

/** How long each of several lines is displayed that share one place. */
const turnMs = 3_000;

/** The line whose turn it is. */
export function alternating(lines: readonly (Line | undefined)[], nowMs: number): Line | undefined {
	const present = lines.filter((line) => line !== undefined);
	return present[Math.floor(nowMs / turnMs) % present.length];
}

/** When the next line's turn begins. */
export function nextTurnMs(nowMs: number): number {
	return (Math.floor(nowMs / turnMs) + 1) * turnMs;
}

export type PressDisplay = {
	readonly press?: PressIndicator | undefined;
	/** The reason for a failure, while it is to be seen. */
	readonly reason?: Line | undefined;
	readonly nextChangeAtMs?: number | undefined;
};

/** How a touch looks now. A hold grows in steps; when it is full, it stays so. */
export function pressDisplayAt({ notice, press }: PressFeedback, nowMs: number): PressDisplay {
	const reason: Line | undefined =
		notice && isActive(notice, nowMs) ? { variants: [notice.text], tone: notice.tone ?? "fault" } : undefined;
	const reasonEndMs = notice?.untilMs;
	if (press?.holdMs === undefined) {
		return { press: press && {}, reason, nextChangeAtMs: earliestAfter(nowMs, reasonEndMs) };
	}
	const heldMs = Math.max(0, nowMs - press.sinceMs);
	const fullAtMs = press.sinceMs + press.holdMs;
	return {
		press: { progress: Math.min(1, heldMs / press.holdMs) },
		reason,
		nextChangeAtMs: earliestAfter(nowMs, reasonEndMs, Math.min(nowMs + holdRedrawMs, fullAtMs)),
	};
}

/** How long each of several lines is displayed that share a place. */
export const alternateMs = 3_000;

/** The line whose turn it is, and when the next one follows. */
export function alternate<T>(
	lines: readonly T[],
	sinceMs: number,
	nowMs: number,
): { readonly line: T | undefined; readonly nextChangeAtMs?: number } {
	if (lines.length < 2) return { line: lines[0] };
	const turn = Math.max(0, Math.floor((nowMs - sinceMs) / alternateMs));
	return { line: lines[turn % lines.length], nextChangeAtMs: sinceMs + (turn + 1) * alternateMs };
}

export type Age = { readonly variants: TextVariants; readonly nextChangeAtMs: number };

/** How long ago something was, in whole minutes, hours or days, and when that text will be out of date. */
export function ageOf(sinceMs: number, nowMs: number, strings: FaceStrings): Age {
	const elapsedMs = Math.max(0, nowMs - sinceMs);
	const [unitMs, formatCount] =
		elapsedMs < hourMs
			? [minuteMs, strings.minutesAgo]
			: elapsedMs < dayMs
				? [hourMs, strings.hoursAgo]
				: [dayMs, strings.daysAgo];
	const count = Math.floor(elapsedMs / unitMs);
	const text = count === 0 ? strings.justNow : formatCount(count);
	return { variants: [text], nextChangeAtMs: nowMs - elapsedMs + (count + 1) * unitMs };
}
