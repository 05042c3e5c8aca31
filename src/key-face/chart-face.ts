import type { ChartSettings } from "../settings/schemas";
import type { ChartData, ChartLine } from "../state/chart";
import { plainDecimal } from "../state/money";
import { cleanText } from "./clean-text";
import type { Face } from "./face";
import { factsOf, failureFact } from "./facts";
import { formatCompact, formatFull, hiddenValue, maskText, unknownText, type TextVariants } from "./format";
import { styleByMetric } from "./icon-style";
import { type PressFeedback, pressDisplayAt, earliestAfter } from "./face-timing";
import { type Notice, noticeFace, linkNotice } from "./notice";
import { freshnessNoteOf, isBlocked, type Freshness, staleFact, valueState } from "./freshness";
import { type FaceStrings, variantsOf } from "./strings";

/** All a chart's face depends on besides its settings. */
export type ChartFaceInput = Freshness &
	PressFeedback & {
		readonly chart?: ChartData | undefined;
		/** Numbers are masked; the bars' shape stays. */
		readonly isHidden: boolean;
	};

/** More bars than this would be thinner than a pixel on the smallest keys. */
const maxBars = 31;

/** One series over time, as a key shows it. */
export function chartFace(
	input: ChartFaceInput,
	settings: ChartSettings,
	nowMs: number,
	strings: FaceStrings,
): Face {
	const line = input.chart?.series[settings.series];
	const state = valueState(input, input.chart !== undefined);
	const pressDisplay = pressDisplayAt(input, nowMs);
	const series = strings.metrics[settings.series];
	const summary = {
		label: series.full,
		value: plainTotal(line, input.isHidden),
		state,
		facts: factsOf(staleFact(input, state), failureFact(input, nowMs)),
	};
	if (!line || isBlocked(state)) {
		const notice =
			input.chart && state === "live"
				? noChartNotice(strings, variantsOf(series))
				: linkNotice(input.link, state, strings, variantsOf(series));
		return noticeFace(notice, summary, pressDisplay);
	}

	const style = styleByMetric[settings.series];
	const freshnessNote = freshnessNoteOf(input, state, nowMs, strings);
	const axis = axisOf(input.chart.labels);
	const range = strings.ranges[settings.range];
	return {
		kind: "chart",
		...summary,
		press: pressDisplay.press,
		icon: state === "stale" ? "clock" : state === "connecting" ? "sync" : style.icon,
		header: variantsOf(range),
		color: style.color,
		figure: input.isHidden ? [maskText] : totalVariants(line.total, strings.locale),
		bars: barsOf(line.values),
		axis,
		period: axis
			? [`${axis[0]} – ${axis[1]}`, `… ${axis[1]}`].map((span) => strings.labelled(range.full, span))
			: [range.full],
		appearance: state === "live" ? "plain" : "dimmed",
		footer: pressDisplay.reason ?? freshnessNote?.line,
		nextChangeAtMs: earliestAfter(nowMs, pressDisplay.nextChangeAtMs, freshnessNote?.nextChangeAtMs),
	};
}

function plainTotal(line: ChartLine | undefined, isHidden: boolean): string {
	if (isHidden) return hiddenValue;
	return line && Number.isFinite(line.total) ? plainDecimal(line.total) : unknownText;
}

function totalVariants(total: number, locale: string): TextVariants {
	if (!Number.isFinite(total)) return [unknownText];
	const sign = total > 0 ? "+" : "";
	return [sign + formatFull(total, locale), sign + formatCompact(total, locale)];
}

function axisOf(labels: readonly string[] = []): readonly [string, string] | undefined {
	const [first, last] = [labels[0], labels.at(-1)].map((label) => cleanText(label ?? ""));
	return first && last ? [first, last] : undefined;
}

/** Heights from 0 to 1. Neighbours are added up where there are too many to draw. */
function barsOf(values: readonly number[]): readonly number[] {
	const valuesPerBar = Math.ceil(values.length / maxBars);
	const sums: number[] = [];
	// Counted from the end, so that the newest bar is a whole one.
	for (let end = values.length; end > 0; end -= valuesPerBar) {
		const group = values.slice(Math.max(0, end - valuesPerBar), end);
		sums.unshift(group.reduce((sum, value) => sum + (value > 0 && Number.isFinite(value) ? value : 0), 0));
	}
	const highest = Math.max(0, ...sums);
	return sums.map((sum) => (highest > 0 ? sum / highest : 0));
}

function noChartNotice(strings: FaceStrings, series: TextVariants): Notice {
	return { icon: "bars", tone: "second", headline: strings.noChart, hint: series };
}
