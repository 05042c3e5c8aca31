import { ServiceError } from "../service/errors";
import {
	chartRanges,
	eventTypeOfSeries,
	nextChartRolloverMs,
	type ChartData,
	type ChartStaleness,
	type ChartRange,
} from "../state/chart";
import { periodStartMs, type CalendarPeriod } from "../state/periods";
import type { StreamEventType } from "../state/stream-event";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";

/** Long enough for the service to have put an event into its charts, and for a burst to be over. */
const settleMs = 2_000;
const minIntervalMs = 10_000;
/** The service may be a little late when a period turns. */
const periodStartDelayMs = 3_000;

const periodByRange = {
	day: "today",
	week: "week",
	month: "month",
	year: "year",
} as const satisfies Record<ChartRange, CalendarPeriod>;

/**
 * Knows the charts that keys show. Each range is read once for all its keys: when the link is up, after an event that
 * one of them counts, and when the period turns.
 */
export class ChartPoller {
	readonly #context: AccountContext;
	readonly #charts: ReadonlyMap<ChartRange, PolledResource<ChartData>>;
	/** When each was asked for last, and when something that they count happened last, on a clock that never jumps. */
	readonly #requestedAtMs = new Map<ChartRange, number>();
	readonly #lastEventAtMs = new Map<StreamEventType, number>();
	#isOpen = false;
	#startMode: "left-out" | "named" = "left-out";

	constructor(context: AccountContext) {
		this.#context = context;
		this.#charts = new Map(chartRanges.map((range) => [range, this.#createChart(range)]));
	}

	/** The link is up: everything wanted is read anew. */
	open(): void {
		this.#isOpen = true;
		const { store } = this.#context;
		for (const range of store.state.charts.keys()) this.#setDoubt(range, { kind: "pending" });
		this.applyDemand();
	}

	/** The link is lost. */
	close(): void {
		this.#isOpen = false;
		for (const chart of this.#charts.values()) chart.close();
	}

	/** Keys show other charts than before. One that is known and still right is not read again. */
	applyDemand(): void {
		if (!this.#isOpen) return;
		for (const [range, chart] of this.#charts) {
			if (this.#isOutdated(range)) chart.refreshAfterChange();
			if (this.#shownTypes(range).length > 0) chart.open();
			else chart.pause();
		}
	}

	/** Something happened: the charts that count it are read, a little later. */
	handleEvents(types: readonly StreamEventType[]): void {
		for (const type of types) this.#lastEventAtMs.set(type, this.#context.clock.elapsedMs());
		for (const [range, chart] of this.#charts) if (this.#isOutdated(range)) chart.refreshAfterChange();
	}

	/** Reads a chart now, or joins the reading under way. @returns What went wrong, if anything did. */
	async refresh(range: ChartRange): Promise<ServiceError | undefined> {
		return this.#charts.get(range)?.refresh();
	}

	#createChart(range: ChartRange): PolledResource<ChartData> {
		const { clock, store } = this.#context;
		let periodEndsAtMs = Infinity;
		return new PolledResource<ChartData>(this.#context, {
			...{ label: "a chart", settleMs, minIntervalMs },
			fetch: (signal) => {
				this.#requestedAtMs.set(range, clock.elapsedMs());
				periodEndsAtMs = nextChartRolloverMs(range, clock.now()) + periodStartDelayMs;
				return this.#fetch(range, signal);
			},
			apply: (data) => {
				const chartStaleness = new Map(store.state.chartStaleness);
				chartStaleness.delete(range);
				store.update({ charts: new Map(store.state.charts).set(range, data), chartStaleness });
				return periodEndsAtMs - clock.now();
			},
			onFailed: () => {
				if (store.state.chartStaleness.get(range)?.kind !== "failed")
					this.#setDoubt(range, { kind: "failed", sinceMs: clock.now() });
			},
		});
	}

	/**
	 * The interface leaves open how `start` places a range. It is left out, which any service has to understand as "now";
	 * only one that answers that with nothing, or not at all, is told the period's first day.
	 */
	async #fetch(range: ChartRange, signal: AbortSignal): Promise<ChartData> {
		const { client, clock } = this.#context;
		if (this.#startMode === "left-out") {
			const chart = await client.chart({ range }, signal).catch(undefinedIfRejected);
			if (chart && chart.labels.length > 0) return chart;
		}
		const startMs = periodStartMs(periodByRange[range], clock.now());
		const chart = await client.chart({ range, startMs }, signal);
		if (chart.labels.length > 0) this.#startMode = "named";
		return chart;
	}

	/** Kinds of events that the series count which keys show. */
	#shownTypes(range: ChartRange): readonly StreamEventType[] {
		const needs = this.#context.demand().charts.filter((need) => need.range === range);
		return needs.map(({ series }) => eventTypeOfSeries(series));
	}

	/** Whether something that keys show has happened since the chart was asked for. */
	#isOutdated(range: ChartRange): boolean {
		const requestedAtMs = this.#requestedAtMs.get(range) ?? Infinity;
		return this.#shownTypes(range).some(
			(type) => (this.#lastEventAtMs.get(type) ?? -Infinity) >= requestedAtMs,
		);
	}

	#setDoubt(range: ChartRange, doubt: ChartStaleness): void {
		const { store } = this.#context;
		store.update({ chartStaleness: new Map(store.state.chartStaleness).set(range, doubt) });
	}
}

function undefinedIfRejected(error: unknown): undefined {
	if (error instanceof ServiceError && (error.status === 400 || error.status === 422)) return;
	throw error;
}
