import { nextPeriodStartMs } from "./periods";
import type { StreamEventType } from "./stream-event";

export const chartSeries = ["followers", "subscriptions", "donations", "donationAmount"] as const;
export type ChartSeries = (typeof chartSeries)[number];

export const chartRanges = ["day", "week", "month", "year"] as const;
export type ChartRange = (typeof chartRanges)[number];

/** Events counted by period. Source: docs/service.md, Shapes. */
export type ChartData = {
	/** The x axis, as the service words it. */
	readonly labels: readonly string[];
	/** A series the service left out is absent. */
	readonly series: Readonly<Partial<Record<ChartSeries, ChartLine>>>;
};

/** One number per label (a gap reads as 0), and the service's own total. */
export type ChartLine = {
	readonly values: readonly number[];
	readonly total: number;
};

/** One chart key's question. Keys that ask for the same range share the answer. */
export type ChartNeed = { readonly range: ChartRange; readonly series: ChartSeries };

const eventTypeBySeries = {
	followers: "follow",
	subscriptions: "subscription",
	donations: "donation",
	donationAmount: "donation",
} as const satisfies Record<ChartSeries, StreamEventType>;

/** The kind of stream event that moves a series. */
export function eventTypeOfSeries(series: ChartSeries): StreamEventType {
	return eventTypeBySeries[series];
}

/**
 * Why a chart that was read may not be right. A chart without doubt is absent where doubts are kept.
 */
export type ChartStaleness =
	/** It is being read again after the link was lost. */
	| { readonly kind: "pending" }
	/** It could not be read since, epoch milliseconds. */
	| { readonly kind: "failed"; readonly sinceMs: number };

const hourMs = 3_600_000;

/**
 * When a chart looks different though nothing happens, epoch milliseconds: a day's at the next hour, every other one at
 * the next midnight. That is right both for calendar periods and for the last 24 hours, 7 days and so on; which of them
 * the service draws, its interface does not say.
 */
export function nextChartRolloverMs(range: ChartRange, nowMs: number): number {
	if (range !== "day") return nextPeriodStartMs("today", nowMs);
	// By what has passed of this hour, not by its number: the day the clocks go back has one of them twice.
	const now = new Date(nowMs);
	const passedMs = (now.getMinutes() * 60 + now.getSeconds()) * 1_000 + now.getMilliseconds();
	return nowMs - passedMs + hourMs;
}
