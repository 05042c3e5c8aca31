import { chartRanges, chartSeries } from "../../state/counters/chart";
import { appearanceFields, choice, parserOf } from "./fields";

export const parseChartSettings = parserOf({
	series: choice(chartSeries, "followers"),
	range: choice(chartRanges, "week"),
	...appearanceFields,
});

export type ChartSettings = ReturnType<typeof parseChartSettings>;
