import { z } from "zod/mini";

import { chartRanges, chartSeries } from "../../state/counters/chart";
import { appearanceFields, choice, parserOf } from "./fields";

const chartSettingsShape = z.looseObject({
	series: choice(chartSeries, "followers"),
	range: choice(chartRanges, "week"),
	...appearanceFields,
});

export type ChartSettings = z.infer<typeof chartSettingsShape>;

export const parseChartSettings = parserOf(chartSettingsShape);
