import { chartFace } from "../key-face/chart-face";
import type { OwnAppearance } from "../key-face/own-appearance";
import type { Face } from "../key-face/face";
import type { TemporaryNotice } from "../key-face/face-timing";
import type { FaceStrings } from "../key-face/strings";
import { parseChartSettings, type ChartSettings } from "../settings/schemas/chart";
import {
	chartRanges,
	chartSeries,
	chartStartMs,
	type ChartNeed,
	type ChartRange,
	type ChartSeries,
} from "../state/counters/chart";
import type { KeyChoice } from "../state/key-choice";
import type { KeyDemand } from "./keys/demand";
import { ActionController, type IdentifiedNumber } from "./action-controller";
import type { PressPlan } from "./keys/press";
import { step } from "./step";
import type { KeyState } from "./keys/keys";
import type { DialHints } from "./keys/surface";

type ChartView = {
	/** Range chosen by turning the dial, until the key's settings change. */
	range?: ChartRange | undefined;
	series?: ChartSeries | undefined;
	notice?: TemporaryNotice | undefined;
};

type ChartKey = KeyState<ChartSettings, ChartView>;

/** Chart: displays one series of the service's chart. */
export class Chart extends ActionController<ChartSettings, ChartView> {
	override readonly manifestId = "com.example.streamevents.chart";
	protected override readonly parseSettings = parseChartSettings;
	protected override readonly createView = (): ChartView => ({});

	protected override onSettingsChange({ view }: ChartKey): void {
		view.range = undefined;
		view.series = undefined;
	}

	protected override choiceOf({ view: { range, series } }: ChartKey): KeyChoice {
		return { range, series };
	}

	protected override applyChoice({ view }: ChartKey, choice: KeyChoice): void {
		view.range = chartRanges.find((range) => range === choice["range"]);
		view.series = chartSeries.find((series) => series === choice["series"]);
	}

	protected override onRotate({ settings, view }: ChartKey, ticks: number, mode: "free" | "pressed"): void {
		const { range, series } = effectiveSettings(settings, view);
		if (mode === "free") view.range = step(chartRanges, range, ticks);
		else view.series = step(chartSeries, series, ticks);
	}

	protected override demandOf({ settings, view }: ChartKey): KeyDemand {
		const { range, series } = effectiveSettings(settings, view);
		return { chart: { range, series } };
	}

	/** User names of events are not displayed here. */
	protected override isAffected(): boolean {
		return false;
	}

	protected override numberOf(key: ChartKey, nowMs: number): IdentifiedNumber | undefined {
		const { range, series } = effectiveSettings(key.settings, key.view);
		const line = this.context.store.state.charts.get(range)?.series[series];
		if (!line || !Number.isFinite(line.total) || this.face(key, nowMs).state !== "live") return undefined;
		return { identity: identityOf({ range, series }, nowMs), number: { kind: "chart", line } };
	}

	/** Returns the chart of an earlier run, without labels. */
	#remembered(need: ChartNeed, nowMs: number) {
		const { rememberedNumbers } = this.context;
		const remembered = rememberedNumbers.recall(identityOf(need, nowMs), nowMs);
		if (remembered?.number.kind !== "chart") return undefined;
		const chart = { labels: [], series: { [need.series]: remembered.number.line } };
		return { chart, rememberedAtMs: remembered.atMs, accountCurrency: rememberedNumbers.currency };
	}

	protected override face(key: ChartKey, nowMs: number): Face {
		const { state } = this.context.store;
		const settings = effectiveSettings(key.settings, key.view);
		const staleness = state.chartStaleness.get(settings.range);
		const input = {
			...this.syncedInput(key),
			chart: state.charts.get(settings.range),
			accountCurrency: state.account?.currency,
			isConfirming: staleness?.kind === "pending",
			staleSinceMs: staleness?.kind === "failed" ? staleness.sinceMs : undefined,
			staleTrouble: staleness?.kind === "failed" ? staleness.trouble : state.staleTrouble,
			notice: key.view.notice,
			...(state.charts.has(settings.range) ? undefined : this.#remembered(settings, nowMs)),
		};
		return chartFace(input, settings, nowMs, this.context.words());
	}

	/** Label and color apply only to the series in the settings. */
	protected override appearanceOf({ settings, view }: ChartKey): OwnAppearance {
		return view.series === undefined || view.series === settings.series ? settings : {};
	}

	protected override planPress(key: ChartKey): PressPlan {
		const scope = () => ({ chart: effectiveSettings(key.settings, key.view).range });
		return {
			onPress: () => this.context.guard("reading a chart", () => this.runner.refresh(key, scope())),
		};
	}

	protected override dialHints(_key: ChartKey, { commands, dialHints }: FaceStrings): DialHints {
		return { rotate: dialHints.periodAndMetric, push: commands.refresh, touch: commands.refresh };
	}
}

/** Returns the identity of the chart: what it displays, and the start of the period that contains `nowMs`. */
function identityOf({ range, series }: ChartNeed, nowMs: number): string {
	return JSON.stringify(["chart", range, series, chartStartMs(range, nowMs)]);
}

function effectiveSettings(settings: ChartSettings, { range, series }: ChartView): ChartSettings {
	return { ...settings, range: range ?? settings.range, series: series ?? settings.series };
}
