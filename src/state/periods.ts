/** A period of the local calendar. */
export type CalendarPeriod = "today" | "week" | "month" | "year";

/**
 * Returns the start of the period that contains `nowMs`, in epoch milliseconds, in the local time zone.
 * Weeks begin on Monday. A day whose midnight is skipped by a clock change begins at its first instant.
 */
export function periodStartMs(period: CalendarPeriod, nowMs: number): number {
	return startOf(period, nowMs, 0);
}

/** Returns the start of the next period, epoch milliseconds. */
export function nextPeriodStartMs(period: CalendarPeriod, nowMs: number): number {
	return startOf(period, nowMs, 1);
}

function startOf(period: CalendarPeriod, nowMs: number, step: 0 | 1): number {
	const now = new Date(nowMs);
	const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
	switch (period) {
		case "today":
			return new Date(year, month, day + step).getTime();
		case "week":
			return new Date(year, month, day - ((now.getDay() + 6) % 7) + 7 * step).getTime();
		case "month":
			return new Date(year, month + step, 1).getTime();
		case "year":
			return new Date(year + step, 0, 1).getTime();
	}
}

export const secondMs = 1_000;

/** Maximum delay of the service clock, in milliseconds: it is derived from times in whole seconds. */
const clockSlackMs = 2_000;

/**
 * Returns the start of a session that begins now, epoch milliseconds. Event times have whole seconds, so the session includes
 * the current second, unless an event was already created in it: earlier events must not count.
 * @param newestEventMs Creation time of the newest stored event, epoch milliseconds.
 */
export function sessionStartMs(nowMs: number, newestEventMs: number | undefined): number {
	const startMs = startOfSecondMs(nowMs);
	const isSecondUsed =
		newestEventMs !== undefined && newestEventMs >= startMs && newestEventMs <= nowMs + clockSlackMs;
	return isSecondUsed ? Math.max(nowMs, newestEventMs + 1) : startMs;
}

/** Returns whether a session with this start has begun. */
export function hasBegun(startMs: number | undefined, nowMs: number): boolean {
	return startMs !== undefined && startMs <= nowMs + clockSlackMs;
}

/** Rounds a time down to the full second, epoch milliseconds. */
export function startOfSecondMs(ms: number): number {
	return Math.floor(ms / secondMs) * secondMs;
}
