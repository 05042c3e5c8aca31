import type { ChartSettings } from "../settings/schemas/chart";
import { periodByRange, type ChartData, type ChartLine } from "../state/counters/chart";
import { moneyFromDecimal, plainDecimal } from "../state/money";
import { cleanText } from "./text/clean-text";
import { translateDateNames } from "./text/date-names";
import type { Face } from "./face";
import { factsOf, failureFact } from "./text/facts";
import {
	formatAmount,
	formatCompact,
	formatFull,
	hiddenValue,
	maskText,
	unknownText,
	type TextVariants,
} from "./text/format";
import { styleByMetric } from "./drawing/icon-style";
import { type PressFeedback, pressDisplayAt, earliestAfter } from "./face-timing";
import { type Notice, noticeFace, linkNotice, stateMark } from "./notice";
import { freshnessNoteOf, type Freshness, staleFact, valueState } from "./freshness";
import type { FaceStrings } from "./strings";
import { variantsOf } from "./text/label";

/** Inputs of a chart's face besides its settings. */
export type ChartFaceInput = Freshness &
	PressFeedback & {
		readonly chart?: ChartData | undefined;
		readonly accountCurrency?: string | undefined;
		/** Whether numbers are masked. The shape of the bars stays visible. */
		readonly isHidden: boolean;
	};

/** Maximum number of bars. More would be thinner than a pixel on the smallest keys. */
const maxBars = 31;

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
	const period = [strings.scopes[periodByRange[settings.range]]];
	if (!line || state === "not set up") {
		const notice =
			input.chart && state === "live" ? noChartNotice(strings) : linkNotice(input, state, strings);
		return noticeFace(notice, summary, pressDisplay, { header: variantsOf(series), period });
	}

	const style = styleByMetric[settings.series];
	const freshnessNote = freshnessNoteOf(input, state, nowMs, strings);
	const axis = axisOf(input.chart.labels, strings.locale);
	const range = strings.ranges[settings.range];
	return {
		kind: "chart",
		...summary,
		press: pressDisplay.press,
		icon: stateMark(state, input.link) ?? style.icon,
		header: variantsOf(range),
		color: style.color,
		figure: input.isHidden
			? [maskText]
			: totalVariants(line.total, currencyOf(input, settings), strings.locale),
		bars: barsOf(line.values),
		axis: axis && [`${axis[0]} – ${axis[1]}`, ...period],
		period: axis
			? [strings.labelled(range.full, `${axis[0]} – ${axis[1]}`), `${axis[0]} – ${axis[1]}`, ...period]
			: period,
		appearance: state === "live" ? "plain" : "dimmed",
		footer: pressDisplay.reason ?? freshnessNote?.line,
		nextChangeAtMs: earliestAfter(nowMs, pressDisplay.nextChangeAtMs, freshnessNote?.nextChangeAtMs),
	};
}

function plainTotal(line: ChartLine | undefined, isHidden: boolean): string {
	if (isHidden) return hiddenValue;
	return line && Number.isFinite(line.total) ? plainDecimal(line.total) : unknownText;
}

function currencyOf({ accountCurrency }: ChartFaceInput, { series }: ChartSettings): string | undefined {
	return series === "donationAmount" ? accountCurrency : undefined;
}

function totalVariants(total: number, currency: string | undefined, locale: string): TextVariants {
	if (!Number.isFinite(total)) return [unknownText];
	const money = currency === undefined ? undefined : moneyFromDecimal(total, currency);
	if (money) {
		const variants = formatAmount(money, locale);
		return total > 0 ? variants.map((text) => `+${text}`) : variants;
	}
	const sign = total > 0 ? "+" : "";
	return [sign + formatFull(total, locale), sign + formatCompact(total, locale)];
}

function axisOf(labels: readonly string[], locale: string): readonly [string, string] | undefined {
	const [first, last] = [labels[0], labels.at(-1)].map((label) =>
		translateDateNames(cleanText(label ?? ""), locale),
	);
	return first && last ? [first, last] : undefined;
}

/** Returns heights from 0 to 1. If there are too many values to draw, neighbours are added up. */
function barsOf(values: readonly number[]): readonly number[] {
	const valuesPerBar = Math.ceil(values.length / maxBars);
	const sums: number[] = [];
	// Counted from the end, so that the newest bar is complete.
	for (let end = values.length; end > 0; end -= valuesPerBar) {
		const group = values.slice(Math.max(0, end - valuesPerBar), end);
		sums.unshift(group.reduce((sum, value) => sum + (value > 0 && Number.isFinite(value) ? value : 0), 0));
	}
	const highest = Math.max(0, ...sums);
	return sums.map((sum) => (highest > 0 ? sum / highest : 0));
}

function noChartNotice(strings: FaceStrings): Notice {
	return { icon: "bars", tone: "second", headline: strings.noChart, hint: [] };
}
