export type CalendarPeriod = "today" | "week" | "month" | "year";

export const weekStarts = ["monday", "sunday"] as const;
export type WeekStart = (typeof weekStarts)[number];

/** When days and weeks begin for the user. */
export type Calendar = {
	readonly weekStartsOn: WeekStart;
	/** Hour at which a day begins, and with it week, month and year: 0 to 12. */
	readonly dayStartHour: number;
};

export const defaultCalendar: Calendar = { weekStartsOn: "monday", dayStartHour: 0 };

/**
 * Returns the start of the period that contains `nowMs`, in epoch milliseconds, in the local time zone.
 * A day whose first hour is skipped by a clock change begins at its first instant.
 */
export function periodStartMs(period: CalendarPeriod, nowMs: number, calendar = defaultCalendar): number {
	return startOf(period, nowMs, 0, calendar);
}

/** Returns the start of the next period, epoch milliseconds. */
export function nextPeriodStartMs(period: CalendarPeriod, nowMs: number, calendar = defaultCalendar): number {
	return startOf(period, nowMs, 1, calendar);
}

function startOf(
	period: CalendarPeriod,
	nowMs: number,
	step: 0 | 1,
	{ weekStartsOn, dayStartHour }: Calendar,
): number {
	const date = new Date(nowMs);
	if (date.getHours() < dayStartHour) date.setDate(date.getDate() - 1);
	const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
	switch (period) {
		case "today":
			return new Date(year, month, day + step, dayStartHour).getTime();
		case "week": {
			const daysIntoWeek = (date.getDay() + (weekStartsOn === "monday" ? 6 : 0)) % 7;
			return new Date(year, month, day - daysIntoWeek + 7 * step, dayStartHour).getTime();
		}
		case "month":
			return new Date(year, month + step, 1, dayStartHour).getTime();
		case "year":
			return new Date(year + step, 0, 1, dayStartHour).getTime();
	}
}

export const secondMs = 1_000;

/** Maximum delay of the service clock, in milliseconds: it is derived from times in whole seconds. */
export const clockSlackMs = 2_000;

/**
 * Returns the start of a session that begins now, epoch milliseconds. Event times have whole seconds, so the session
 * includes the current second, unless an event was already created in it: earlier events must not count.
 * @param newestEventMs Creation time of the newest stored event, epoch milliseconds.
 */
export function sessionStartMs(nowMs: number, newestEventMs: number | undefined): number {
	const startMs = startOfSecondMs(nowMs);
	const isSecondUsed =
		newestEventMs !== undefined && newestEventMs >= startMs && newestEventMs <= nowMs + clockSlackMs;
	return isSecondUsed ? Math.max(nowMs, newestEventMs + 1) : startMs;
}

export function hasBegun(startMs: number | undefined, nowMs: number): boolean {
	return startMs !== undefined && startMs <= nowMs + clockSlackMs;
}

/** Rounds a time down to the full second, epoch milliseconds. */
export function startOfSecondMs(ms: number): number {
	return Math.floor(ms / secondMs) * secondMs;
}
