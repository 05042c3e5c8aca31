import type { Money } from "../../../../src/state/money";

import { convert } from "./currency";
import { wallClock, wallToMs } from "./local-time";
import type { EventStore } from "./store";

export const rangeTypes = ["day", "week", "month", "year"] as const;
export type RangeType = (typeof rangeTypes)[number];

/** Numbers per label and their sum, in the order of the labels. Money is in the account's currency. */
export type Chart = {
	readonly labels: readonly string[];
	readonly followers: readonly number[];
	readonly subscriptions: readonly number[];
	readonly donations: readonly number[];
	readonly amounts: readonly Money[];
	readonly currency: string;
};

const msPerHour = 3_600_000;
const msPerDay = 24 * msPerHour;
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const months = "January February March April May June July August September October November December".split(
	" ",
);

/**
 * The documentation does not define the points. Here: 24 hours of the day, the weekdays of the week from Monday, the
 * days of the month, or the months of the year that contains `startMs`, in local time.
 */
export function createChart(
	store: EventStore,
	range: {
		readonly type: RangeType;
		readonly startMs: number;
		readonly timeZone: string;
		readonly currency: string;
	},
): Chart {
	const { labels, wallStartsMs } = createAxis(range.type, wallClock(range.startMs, range.timeZone));
	const startsMs = wallStartsMs.map((wallMs) => wallToMs(wallMs, range.timeZone));
	const [fromMs = 0] = startsMs;
	const toMs = (startsMs.pop() ?? 0) - 1;
	const events = store.query({ fromMs, toMs }).map((event) => ({
		event,
		slot: startsMs.findLastIndex((startMs) => startMs <= event.createdAtMs),
	}));
	const inSlot = (type: string, slot: number) =>
		events.filter((entry) => entry.slot === slot && entry.event.type === type).map(({ event }) => event);
	const count = (type: string): number[] => labels.map((_, slot) => inSlot(type, slot).length);
	return {
		labels,
		currency: range.currency,
		followers: count("follow"),
		subscriptions: count("subscription"),
		donations: count("donation"),
		amounts: labels.map((_, slot) => ({
			currency: range.currency,
			minorUnits: inSlot("donation", slot).reduce(
				(sum, { amount }) => sum + (amount ? convert(amount, range.currency).minorUnits : 0),
				0,
			),
		})),
	};
}

/** Labels and their start times, with one additional start time for the end of the last. */
function createAxis(type: RangeType, start: Date): { labels: string[]; wallStartsMs: number[] } {
	const [year, month, date] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
	const dayMs = Date.UTC(year, month, date);
	const axis = (labels: string[], startOf: (index: number) => number) => ({
		labels,
		wallStartsMs: [...labels, ""].map((_, index) => startOf(index)),
	});
	switch (type) {
		case "day":
			return axis(
				Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`),
				(hour) => dayMs + hour * msPerHour,
			);
		case "week": {
			const mondayMs = dayMs - ((start.getUTCDay() + 6) % 7) * msPerDay;
			return axis(weekdays, (day) => mondayMs + day * msPerDay);
		}
		case "month": {
			const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
			return axis(
				Array.from({ length: days }, (_, day) => String(day + 1)),
				(day) => Date.UTC(year, month, 1 + day),
			);
		}
		case "year":
			return axis(months, (index) => Date.UTC(year, index, 1));
	}
}
