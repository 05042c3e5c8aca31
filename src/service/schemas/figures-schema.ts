import type { ChartData, ChartLine, ChartSeries } from "../../state/counters/chart";
import type { ProviderTotals, Totals } from "../../state/totals";
import { countFrom, fieldsOf, listFrom, numberFrom, textFrom } from "./wire-scalars";

/** Entries beyond this number are dropped. There are far fewer platforms. */
const maxProviders = 1_000;

/** Parses lifetime totals. Missing and unreadable values are left out. Source: docs/service.md, Shapes. */
export function parseTotals(content: unknown): Totals {
	const { donations, details } = fieldsOf(content);
	const byProvider = Object.entries(fieldsOf(details))
		.slice(0, maxProviders)
		.map(([code, totals]) => [code.trim().toLowerCase(), providerTotalsFrom(totals)] as const);
	return {
		...providerTotalsFrom(content),
		donations: countFrom(donations),
		byProvider: Object.fromEntries(byProvider),
	};
}

function providerTotalsFrom(totals: unknown): ProviderTotals {
	const { followers, subscribers } = fieldsOf(totals);
	return { followers: countFrom(followers), subscribers: countFrom(subscribers) };
}

const seriesByWireName: ReadonlyMap<string, ChartSeries> = new Map([
	["followers", "followers"],
	["subscriptions", "subscriptions"],
	["donations", "donations"],
	["donations amount", "donationAmount"],
]);

/** Parses a chart; undefined without an axis or a series. Both may be empty. Source: docs/service.md, Shapes. */
export function parseChart(content: unknown): ChartData | undefined {
	const { xAxis, series: lines } = fieldsOf(content);
	if (xAxis === undefined && lines === undefined) return undefined;
	const axis = (listFrom(xAxis) ?? []).map((label) => textFrom(label) ?? "");
	const series: Partial<Record<ChartSeries, ChartLine>> = {};
	for (const [wireName, line] of Object.entries(fieldsOf(lines))) {
		const name = seriesByWireName.get(wireName.trim().toLowerCase());
		const parsedLine = name && parseLine(line, axis.length);
		if (parsedLine) series[name] = parsedLine;
	}
	const longest = Math.max(0, ...Object.values(series).map(({ values }) => values.length));
	const labels = axis.length > 0 ? axis : Array<string>(longest).fill("");
	return { labels, series };
}

function parseLine(line: unknown, labelCount: number): ChartLine | undefined {
	const { details, total } = fieldsOf(line);
	const numbers = listFrom(details)?.map((value) => numberFrom(value) ?? 0);
	const totalNumber = numberFrom(total);
	if (!numbers && totalNumber === undefined) return undefined;
	const length = labelCount || (numbers?.length ?? 0);
	const values = Array.from({ length }, (_, index) => numbers?.[index] ?? 0);
	return { values, total: totalNumber ?? sumOf(values) };
}

/** Returns the sum without the errors of binary fractions: 0.1 + 0.2 is 0.3. No currency has more than eight decimals. */
function sumOf(values: readonly number[]): number {
	return Number(values.reduce((sum, value) => sum + value, 0).toFixed(8));
}
