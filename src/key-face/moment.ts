import type { Line, PressMark } from "./face";
import type { Wordings } from "./format";
import type { Words } from "./words";

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
export type PassingNotice = { readonly text: string; readonly untilMs: number };

/** What hands did to a key just now. */
export type Touch = {
	/** Why the last press did nothing. */
	readonly notice?: PassingNotice | undefined;
	readonly press?: Press | undefined;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The fastest a key may be redrawn is ten times a second. */
const holdStepMs = 100;

/** The soonest of the moments that are still to come. */
export function soonest(now: number, ...moments: readonly (number | undefined)[]): number | undefined {
	const coming = moments.filter((moment) => moment !== undefined).filter((moment) => moment > now);
	return coming.length === 0 ? undefined : Math.min(...coming);
}

/** Whether something that lasts until `untilMs` is still to be seen. */
export function isGoingOn(moment: { readonly untilMs: number } | undefined, now: number): boolean {
	return moment !== undefined && now < moment.untilMs;
}

/** Whether a flash that began at `atMs` still glows. A clock set back ends it. */
export function isFlashing(flash: { readonly atMs: number } | undefined, now: number): boolean {
	return flash !== undefined && now >= flash.atMs && now < flash.atMs + flashMs;
}

/** Whether a goal that was reached at `atMs` is still celebrated. A clock set back ends it. */
export function isCelebrating(celebration: { readonly atMs: number } | undefined, now: number): boolean {
	return celebration !== undefined && now >= celebration.atMs && now < celebration.atMs + celebrationMs;
}

export type TouchLook = {
	readonly press?: PressMark | undefined;
	/** The reason for a failure, while it is to be seen. */
	readonly reason?: Line | undefined;
	readonly nextChangeAtMs?: number | undefined;
};

/** How a touch looks now. A hold grows in steps; when it is full, it stays so. */
export function touchLook({ notice, press }: Touch, now: number): TouchLook {
	const reason: Line | undefined =
		notice && isGoingOn(notice, now) ? { wordings: [notice.text], tone: "fault" } : undefined;
	const reasonEndMs = notice?.untilMs;
	if (press?.holdMs === undefined) {
		return { press: press && {}, reason, nextChangeAtMs: soonest(now, reasonEndMs) };
	}
	const heldMs = Math.max(0, now - press.sinceMs);
	const fullAtMs = press.sinceMs + press.holdMs;
	return {
		press: { progress: Math.min(1, heldMs / press.holdMs) },
		reason,
		nextChangeAtMs: soonest(now, reasonEndMs, Math.min(now + holdStepMs, fullAtMs)),
	};
}

export type Age = { readonly wordings: Wordings; readonly nextChangeAtMs: number };

/** How long ago something was, in whole minutes, hours or days, and when that text will be out of date. */
export function ageOf(sinceMs: number, now: number, words: Words): Age {
	const elapsedMs = Math.max(0, now - sinceMs);
	const [unitMs, wording] =
		elapsedMs < hourMs
			? [minuteMs, words.minutesAgo]
			: elapsedMs < dayMs
				? [hourMs, words.hoursAgo]
				: [dayMs, words.daysAgo];
	const count = Math.floor(elapsedMs / unitMs);
	const text = count === 0 ? words.justNow : wording(count);
	return { wordings: [text], nextChangeAtMs: now - elapsedMs + (count + 1) * unitMs };
}
