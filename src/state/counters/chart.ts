import type { LinkTrouble } from "../link-status";
import { nextPeriodStartMs, periodStartMs, type CalendarPeriod } from "../time/periods";

export const chartSeries = ["followers", "subscriptions", "donations", "donationAmount"] as const;
export type ChartSeries = (typeof chartSeries)[number];

export const chartRanges = ["day", "week", "month", "year"] as const;
export type ChartRange = (typeof chartRanges)[number];

/** Events counted by period. Source: docs/service.md, Shapes. */
export type ChartData = {
	/** Labels of the x axis, as received from the service. */
	readonly labels: readonly string[];
	/** A series that the service omitted is absent. */
	readonly series: Readonly<Partial<Record<ChartSeries, ChartLine>>>;
};

/** One number per label (0 for a gap), and the service's own total. */
export type ChartLine = {
	readonly values: readonly number[];
	readonly total: number;
};

/** Request of one chart key. Keys with the same range share the response. */
export type ChartNeed = { readonly range: ChartRange; readonly series: ChartSeries };

/** Why a stored chart may be out of date. */
export type ChartStaleness =
	/** It is being fetched again after the connection was lost. */
	| { readonly kind: "pending" }
	/** Fetching it has failed since this time, epoch milliseconds. */
	| { readonly kind: "failed"; readonly sinceMs: number; readonly trouble: LinkTrouble };

export const periodByRange = {
	day: "today",
	week: "week",
	month: "month",
	year: "year",
} as const satisfies Record<ChartRange, CalendarPeriod>;

/** Returns the start of the calendar period that a range displays, epoch milliseconds. */
export function chartStartMs(range: ChartRange, nowMs: number): number {
	return periodStartMs(periodByRange[range], nowMs);
}

const hourMs = 3_600_000;

/**
 * Returns when a chart changes without a new event, epoch milliseconds: the day chart at the next hour, the others at the next
 * midnight. This holds for calendar periods and for sliding ones (last 24 hours, last 7 days); the service does not document
 * which it uses.
 */
export function nextChartRolloverMs(range: ChartRange, nowMs: number): number {
	if (range !== "day") return nextPeriodStartMs("today", nowMs);
	// The elapsed part of the hour is subtracted, because an hour number occurs twice on the day when the clocks go back.
	const now = new Date(nowMs);
	const passedMs = (now.getMinutes() * 60 + now.getSeconds()) * 1_000 + now.getMilliseconds();
	return nowMs - passedMs + hourMs;
}
