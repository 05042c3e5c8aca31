import { chartFace } from "../key-face/chart-face";
import type { OwnAppearance } from "../key-face/own-appearance";
import type { Face } from "../key-face/face";
import type { TemporaryNotice } from "../key-face/face-timing";
import type { DialHintStrings } from "../key-face/strings";
import { parseChartSettings, type ChartSettings } from "../settings/schemas";
import { chartRanges, chartSeries, type ChartRange, type ChartSeries } from "../state/chart";
import type { KeyDemand } from "./keys/demand";
import { ActionController } from "./action-controller";
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

	protected override parseSettings(settings: unknown): ChartSettings {
		return parseChartSettings(settings);
	}

	protected override createView(): ChartView {
		return {};
	}

	protected override onSettingsChange({ view }: ChartKey): void {
		view.range = undefined;
		view.series = undefined;
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

	protected override face(key: ChartKey, nowMs: number): Face {
		const { state } = this.context.store;
		const settings = effectiveSettings(key.settings, key.view);
		const staleness = state.chartStaleness.get(settings.range);
		const input = {
			chart: state.charts.get(settings.range),
			isHidden: state.hideNumbers,
			accountCurrency: state.account?.currency,
			link: state.link,
			isConfirming: staleness?.kind === "pending",
			staleSinceMs: staleness?.kind === "failed" ? staleness.sinceMs : undefined,
			staleTrouble: state.staleTrouble,
			notice: key.view.notice,
			press: this.presses.inProgress(key.id),
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
			debounceMs: 0,
			onPress: () => this.context.guard("reading a chart", () => this.refresh(key, scope())),
		};
	}

	protected override dialHints(_key: ChartKey, hints: DialHintStrings): DialHints {
		return { rotate: hints.periodAndMetric, push: hints.refresh, touch: hints.refresh };
	}
}

function effectiveSettings(settings: ChartSettings, { range, series }: ChartView): ChartSettings {
	return { ...settings, range: range ?? settings.range, series: series ?? settings.series };
}
