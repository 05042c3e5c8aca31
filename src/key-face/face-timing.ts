import type { Line, PressIndicator, Tone } from "./face";
import type { TextVariants } from "./text/format";
import type { FaceStrings } from "./strings";

/*
 * Faces that change by themselves report the time of the next change, so that no timer runs while nothing moves. All
 * times are epoch milliseconds.
 */

export const flashMs = 1000;

/** Duration of a goal celebration, before the next goal is displayed. */
export const celebrationMs = 4_000;

/** A press in progress. `holdMs` is the time until it becomes a hold; absent if holding has no separate function. */
export type Press = { readonly sinceMs: number; readonly holdMs?: number | undefined };

/** A message that is displayed for a moment. */
export type TemporaryNotice = {
	readonly text: string;
	readonly untilMs: number;
	/** The message in English, for the description. */
	readonly fact?: string;
	/** Tone of the message; failure by default. */
	readonly tone?: Tone;
};

export type PressFeedback = {
	/** Why the last press did nothing. */
	readonly notice?: TemporaryNotice | undefined;
	readonly press?: Press | undefined;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Minimum interval between redraws: a key may be redrawn ten times a second. */
const holdRedrawMs = 100;

/** Returns the earliest of the times that are in the future. */
export function earliestAfter(
	nowMs: number,
	...timesMs: readonly (number | undefined)[]
): number | undefined {
	const futureMs = timesMs.filter((timeMs) => timeMs !== undefined).filter((moment) => moment > nowMs);
	return futureMs.length === 0 ? undefined : Math.min(...futureMs);
}

/** Returns whether something that lasts until `untilMs` is still visible. */
export function isActive(period: { readonly untilMs: number } | undefined, nowMs: number): boolean {
	return period !== undefined && nowMs < period.untilMs;
}

/** Returns whether a flash or celebration that began at `atMs` is still visible. A clock that is set back ends it. */
export function isFlashing(
	flash: { readonly atMs: number } | undefined,
	nowMs: number,
	durationMs = flashMs,
): boolean {
	return flash !== undefined && nowMs >= flash.atMs && nowMs < flash.atMs + durationMs;
}

/** Returns when a flash ends, epoch milliseconds. */
export function flashEndMs(flash: { readonly atMs: number } | undefined): number | undefined {
	return flash && flash.atMs + flashMs;
}

export type PressDisplay = {
	readonly press?: PressIndicator | undefined;
	/** The reason for a failure, while it is visible. */
	readonly reason?: Line | undefined;
	readonly nextChangeAtMs?: number | undefined;
};

/** Returns how the press in progress and the reason for a failed press are displayed at this time. */
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

/** Display time of each line when several lines alternate in one place. */
export const alternateMs = 3_000;

/** Returns the line to display, and when the next one follows. */
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

/** Returns the age in whole minutes, hours or days, and when that text expires. */
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
