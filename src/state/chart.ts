export const chartSeries = ["followers", "subscriptions", "donations", "donationAmount"] as const;
export type ChartSeries = (typeof chartSeries)[number];

export const chartRanges = ["day", "week", "month", "year"] as const;
export type ChartRange = (typeof chartRanges)[number];

/** Events counted by period. Source: interface §2, Chart result. */
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
