import { ServiceError } from "../service/errors";
import {
	chartRanges,
	eventTypeOfSeries,
	nextChartTurnMs,
	type ChartData,
	type ChartDoubt,
	type ChartRange,
} from "../state/chart";
import { periodStartMs, type CalendarPeriod } from "../state/periods";
import type { StreamEventType } from "../state/stream-event";
import type { AccountContext } from "./account-context";
import { KeptFresh } from "./kept-fresh";

/** Long enough for the service to have put an event into its charts, and for a burst to be over. */
const settleMs = 2_000;
const minIntervalMs = 10_000;
/** The service may be a little late when a period turns. */
const turnDelayMs = 3_000;

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
export class ChartDirectory {
	readonly #context: AccountContext;
	readonly #charts: ReadonlyMap<ChartRange, KeptFresh<ChartData>>;
	/** When each was asked for last, and when something that they count happened last, on a clock that never jumps. */
	readonly #askedAtMs = new Map<ChartRange, number>();
	readonly #happenedAtMs = new Map<StreamEventType, number>();
	#isOpen = false;
	#start: "left-out" | "named" = "left-out";

	constructor(context: AccountContext) {
		this.#context = context;
		this.#charts = new Map(chartRanges.map((range) => [range, this.#createChart(range)]));
	}

	/** The link is up: everything wanted is read anew. */
	open(): void {
		this.#isOpen = true;
		const { store } = this.#context;
		for (const range of store.state.charts.keys()) this.#doubt(range, { kind: "pending" });
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
			if (this.#isChanged(range)) chart.settle();
			if (this.#shownTypes(range).length > 0) chart.open();
			else chart.pause();
		}
	}

	/** Something happened: the charts that count it are read, a little later. */
	noteEvents(types: readonly StreamEventType[]): void {
		for (const type of types) this.#happenedAtMs.set(type, this.#context.clock.elapsedMs());
		for (const [range, chart] of this.#charts) if (this.#isChanged(range)) chart.settle();
	}

	/** Reads a chart now, or joins the reading under way. @returns What went wrong, if anything did. */
	async refresh(range: ChartRange): Promise<ServiceError | undefined> {
		return this.#charts.get(range)?.refresh();
	}

	#createChart(range: ChartRange): KeptFresh<ChartData> {
		const { clock, store } = this.#context;
		let turnAtMs = Infinity;
		return new KeptFresh<ChartData>(this.#context, {
			...{ what: "a chart", settleMs, minIntervalMs },
			read: (signal) => {
				this.#askedAtMs.set(range, clock.elapsedMs());
				turnAtMs = nextChartTurnMs(range, clock.now()) + turnDelayMs;
				return this.#ask(range, signal);
			},
			apply: (data) => {
				const chartDoubts = new Map(store.state.chartDoubts);
				chartDoubts.delete(range);
				store.update({ charts: new Map(store.state.charts).set(range, data), chartDoubts });
				return turnAtMs - clock.now();
			},
			onFailed: () => {
				if (store.state.chartDoubts.get(range)?.kind !== "failed")
					this.#doubt(range, { kind: "failed", sinceMs: clock.now() });
			},
		});
	}

	/**
	 * The interface leaves open how `start` places a range. It is left out, which any service has to understand as "now";
	 * only one that answers that with nothing, or not at all, is told the period's first day.
	 */
	async #ask(range: ChartRange, signal: AbortSignal): Promise<ChartData> {
		const { client, clock } = this.#context;
		if (this.#start === "left-out") {
			const chart = await client.chart({ range }, signal).catch(nothingIfRejected);
			if (chart && chart.labels.length > 0) return chart;
		}
		const startMs = periodStartMs(periodByRange[range], clock.now());
		const chart = await client.chart({ range, startMs }, signal);
		if (chart.labels.length > 0) this.#start = "named";
		return chart;
	}

	/** Kinds of events that the series count which keys show. */
	#shownTypes(range: ChartRange): readonly StreamEventType[] {
		const needs = this.#context.demand().charts.filter((need) => need.range === range);
		return needs.map(({ series }) => eventTypeOfSeries(series));
	}

	/** Whether something that keys show has happened since the chart was asked for. */
	#isChanged(range: ChartRange): boolean {
		const askedAtMs = this.#askedAtMs.get(range) ?? Infinity;
		return this.#shownTypes(range).some((type) => (this.#happenedAtMs.get(type) ?? -Infinity) >= askedAtMs);
	}

	#doubt(range: ChartRange, doubt: ChartDoubt): void {
		const { store } = this.#context;
		store.update({ chartDoubts: new Map(store.state.chartDoubts).set(range, doubt) });
	}
}

function nothingIfRejected(error: unknown): undefined {
	if (error instanceof ServiceError && (error.status === 400 || error.status === 422)) return;
	throw error;
}
