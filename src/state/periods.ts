/** A stretch of the user's own calendar. */
export type CalendarPeriod = "today" | "week" | "month" | "year";

/**
 * When the period that `nowMs` lies in began: epoch milliseconds, in the local time zone.
 * Weeks begin on Monday. A day whose midnight is skipped by a clock change begins at its first instant.
 */
export function periodStartMs(period: CalendarPeriod, nowMs: number): number {
	return startOf(period, nowMs, 0);
}

/** When the next period begins, epoch milliseconds. */
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

/** A clock that is told the time in whole seconds may be this far behind. */
const clockSlackMs = 2_000;

/**
 * When a session that is begun now starts, epoch milliseconds. The service tells times in whole seconds, so the second
 * that has begun belongs to the session, unless something happened in it already: what was before must not count.
 * @param newestEventMs When the newest event known was created.
 */
export function sessionStartMs(nowMs: number, newestEventMs: number | undefined): number {
	const startMs = startOfSecondMs(nowMs);
	const isSecondUsed =
		newestEventMs !== undefined && newestEventMs >= startMs && newestEventMs <= nowMs + clockSlackMs;
	return isSecondUsed ? Math.max(nowMs, newestEventMs + 1) : startMs;
}

/** Whether a session that starts then is under way. */
export function hasBegun(startMs: number | undefined, nowMs: number): boolean {
	return startMs !== undefined && startMs <= nowMs + clockSlackMs;
}

/** When the second that a moment lies in began, epoch milliseconds. */
export function startOfSecondMs(ms: number): number {
	return Math.floor(ms / secondMs) * secondMs;
}
