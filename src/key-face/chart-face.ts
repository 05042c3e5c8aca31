import type { ChartSettings } from "../settings/schemas";
import type { ChartData, ChartLine } from "../state/chart";
import { plainDecimal } from "../state/money";
import { cleanText } from "./clean-text";
import type { Face } from "./face";
import { formatCompact, formatFull, hiddenValue, maskSign, unknownSign, type Wordings } from "./format";
import { kindByMetric } from "./kind";
import { type Touch, touchLook, soonest } from "./moment";
import { type Notice, noticeFace, noticeOf } from "./notice";
import { doubtOf, isBlocked, type Trust, trustState } from "./trust";
import { type Words, wordingsOf } from "./words";

/** All a chart's face depends on besides its settings. */
export type ChartFaceInput = Trust &
	Touch & {
		readonly chart?: ChartData | undefined;
		/** Numbers are masked; the bars' shape stays. */
		readonly isHidden: boolean;
	};

/** More bars than this would be thinner than a pixel on the smallest keys. */
const maxBars = 31;

/** One series over time, as a key shows it. */
export function chartFace(input: ChartFaceInput, settings: ChartSettings, now: number, words: Words): Face {
	const line = input.chart?.series[settings.series];
	const state = trustState(input, input.chart !== undefined);
	const touch = touchLook(input, now);
	const series = words.metrics[settings.series];
	const spoken = {
		label: series.full,
		value: spokenTotal(line, input.isHidden),
		state,
	};
	if (!line || isBlocked(state)) {
		const notice =
			input.chart && state === "live"
				? noChart(words, wordingsOf(series))
				: noticeOf(input.link, state, words, wordingsOf(series));
		return noticeFace(notice, spoken, touch);
	}

	const kind = kindByMetric[settings.series];
	const doubt = doubtOf(input, state, now, words);
	const axis = axisOf(input.chart.labels);
	const range = words.ranges[settings.range];
	return {
		kind: "chart",
		...spoken,
		press: touch.press,
		icon: state === "stale" ? "clock" : state === "connecting" ? "sync" : kind.icon,
		header: wordingsOf(range),
		color: kind.color,
		figure: input.isHidden ? [maskSign] : totalWordings(line.total, words.locale),
		bars: barsOf(line.values),
		axis,
		period: axis
			? [`${axis[0]} – ${axis[1]}`, `… ${axis[1]}`].map((span) => words.labelled(range.full, span))
			: [range.full],
		look: state === "live" ? "plain" : "dimmed",
		foot: touch.reason ?? doubt?.line,
		nextChangeAtMs: soonest(now, touch.nextChangeAtMs, doubt?.nextChangeAtMs),
	};
}

function spokenTotal(line: ChartLine | undefined, isHidden: boolean): string {
	if (isHidden) return hiddenValue;
	return line && Number.isFinite(line.total) ? plainDecimal(line.total) : unknownSign;
}

function totalWordings(total: number, locale: string): Wordings {
	if (!Number.isFinite(total)) return [unknownSign];
	const sign = total > 0 ? "+" : "";
	return [sign + formatFull(total, locale), sign + formatCompact(total, locale)];
}

function axisOf(labels: readonly string[] = []): readonly [string, string] | undefined {
	const [first, last] = [labels[0], labels.at(-1)].map((label) => cleanText(label ?? ""));
	return first && last ? [first, last] : undefined;
}

/** Heights from 0 to 1. Neighbours are added up where there are too many to draw. */
function barsOf(values: readonly number[]): readonly number[] {
	const perBar = Math.ceil(values.length / maxBars);
	const sums: number[] = [];
	// Counted from the end, so that the newest bar is a whole one.
	for (let end = values.length; end > 0; end -= perBar) {
		const group = values.slice(Math.max(0, end - perBar), end);
		sums.unshift(group.reduce((sum, value) => sum + (value > 0 && Number.isFinite(value) ? value : 0), 0));
	}
	const highest = Math.max(0, ...sums);
	return sums.map((sum) => (highest > 0 ? sum / highest : 0));
}

function noChart(words: Words, series: Wordings): Notice {
	return { icon: "bars", tone: "second", matter: words.noChart, hint: series };
}
