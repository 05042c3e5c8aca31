import { z } from "zod/mini";

import type { ChartData, ChartLine, ChartSeries } from "../../state/counters/chart";
import type { ProviderTotals, Totals } from "../../state/totals";
import { countField, field, fieldsSchema } from "./wire-fields";
import { fieldsOf, listFrom, numberFrom, textFrom } from "./wire-scalars";

const providerTotalsSchema = fieldsSchema({ followers: countField, subscribers: countField });

/** Entries beyond this number are dropped. There are far fewer platforms. */
const maxProviders = 1_000;

/** Lifetime totals. Source: docs/service.md, Shapes. */
const totalsSchema = fieldsSchema({
	followers: countField,
	subscribers: countField,
	donations: countField,
	details: field(fieldsOf),
});

/** Parses lifetime totals. Missing and unreadable values are left out. */
export function parseTotals(content: unknown): Totals {
	const { details, ...figures } = totalsSchema.parse(content);
	const byProvider = Object.entries(details)
		.slice(0, maxProviders)
		.map(([code, totals]): [string, ProviderTotals] => [
			code.trim().toLowerCase(),
			providerTotalsSchema.parse(totals),
		]);
	return { ...figures, byProvider: Object.fromEntries(byProvider) };
}

const seriesByWireName: ReadonlyMap<string, ChartSeries> = new Map([
	["followers", "followers"],
	["subscriptions", "subscriptions"],
	["donations", "donations"],
	["donations amount", "donationAmount"],
]);

/** A chart. Source: docs/service.md, Shapes. */
const chartSchema = z.pipe(
	z.looseObject({}).check(z.refine((chart) => chart["xAxis"] !== undefined || chart["series"] !== undefined)),
	z.object({
		xAxis: field((value) => (listFrom(value) ?? []).map((label) => textFrom(label) ?? "")),
		series: field(fieldsOf),
	}),
);

/** Parses a chart; undefined without an axis or a series. Both may be empty. */
export function parseChart(content: unknown): ChartData | undefined {
	const parsed = chartSchema.safeParse(content);
	if (!parsed.success) return undefined;
	const series: Partial<Record<ChartSeries, ChartLine>> = {};
	for (const [wireName, line] of Object.entries(parsed.data.series)) {
		const name = seriesByWireName.get(wireName.trim().toLowerCase());
		const parsedLine = name && parseLine(line, parsed.data.xAxis.length);
		if (parsedLine) series[name] = parsedLine;
	}
	const longest = Math.max(0, ...Object.values(series).map(({ values }) => values.length));
	const labels = parsed.data.xAxis.length > 0 ? parsed.data.xAxis : Array<string>(longest).fill("");
	return { labels, series };
}

function parseLine(line: unknown, labelCount: number): ChartLine | undefined {
	const { details, total } = fieldsOf(line);
	const numbers = listFrom(details)?.map((value) => numberFrom(value) ?? 0);
	const totalNumber = numberFrom(total);
	if (!numbers && totalNumber === undefined) return undefined;
	const length = labelCount || (numbers?.length ?? 0);
	const values = Array.from({ length }, (_, index) => numbers?.[index] ?? 0);
	return { values, total: totalNumber ?? values.reduce((sum, value) => sum + value, 0) };
}
