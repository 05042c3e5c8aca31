import { ServiceError } from "../service/errors";
import { troubleOf } from "../service/link-trouble";
import {
	chartRanges,
	chartStartMs,
	nextChartRolloverMs,
	type ChartData,
	type ChartStaleness,
	type ChartRange,
} from "../state/counters/chart";
import { eventTypeOf } from "../ledger/figures/counter";
import type { StreamEventType } from "../state/events/stream-event";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";
import { chartSettleMs, minChartIntervalMs, periodStartDelayMs } from "./timing";

/**
 * Keeps the charts current that keys display. A range is read when the channel is joined, after an event that a
 * displayed series counts, and when the period ends.
 *
 * Invariant: each range is read by one resource, shared by all keys that display it.
 */
export class ChartPoller {
	readonly #context: AccountContext;
	readonly #charts: ReadonlyMap<ChartRange, PolledResource<ChartData>>;
	/** Monotonic times, in milliseconds, of the last request for each range and of the last event of each type. */
	readonly #requestedAtMs = new Map<ChartRange, number>();
	readonly #lastEventAtMs = new Map<StreamEventType, number>();
	/** When each stored chart is outdated without an event, epoch milliseconds. */
	readonly #rolloverMs = new Map<ChartRange, number>();
	#isOpen = false;
	#startMode: "left-out" | "named" = "left-out";

	constructor(context: AccountContext) {
		this.#context = context;
		this.#charts = new Map(chartRanges.map((range) => [range, this.#createChart(range)]));
	}

	/** Reads the displayed charts again, because the event channel was joined. */
	open(): void {
		this.#isOpen = true;
		const { store } = this.#context;
		for (const range of store.state.charts.keys()) this.#setDoubt(range, { kind: "pending" });
		this.applyDemand();
	}

	close(): void {
		this.#isOpen = false;
		for (const chart of this.#charts.values()) chart.close();
	}

	/** Applies a change of the displayed charts. A stored chart that is current is not read again. */
	applyDemand(): void {
		if (!this.#isOpen) return;
		for (const [range, chart] of this.#charts) {
			if (this.#isOutdated(range) || this.#hasZoneChanged(range)) chart.refreshAfterChange();
			if (this.#shownTypes(range).length > 0) chart.open();
			else chart.pause();
		}
	}

	/** Schedules a read of the charts that count these events. */
	handleEvents(types: readonly StreamEventType[]): void {
		for (const type of types) this.#lastEventAtMs.set(type, this.#context.clock.elapsedMs());
		for (const [range, chart] of this.#charts) if (this.#isOutdated(range)) chart.refreshAfterChange();
	}

	/** @returns The error; undefined after success. */
	async refresh(range: ChartRange): Promise<ServiceError | undefined> {
		return this.#charts.get(range)?.refresh();
	}

	#createChart(range: ChartRange): PolledResource<ChartData> {
		const { clock, store } = this.#context;
		return new PolledResource<ChartData>(this.#context, {
			label: "a chart",
			settleMs: chartSettleMs,
			minIntervalMs: minChartIntervalMs,
			fetch: (signal) => {
				this.#requestedAtMs.set(range, clock.elapsedMs());
				this.#rolloverMs.set(range, nextChartRolloverMs(range, clock.now()));
				return this.#fetch(range, signal);
			},
			apply: (data) => {
				const chartStaleness = new Map(store.state.chartStaleness);
				chartStaleness.delete(range);
				store.update({ charts: new Map(store.state.charts).set(range, data), chartStaleness });
				return (this.#rolloverMs.get(range) ?? Infinity) + periodStartDelayMs - clock.now();
			},
			onFailed: ({ kind }) => {
				const previous = store.state.chartStaleness.get(range);
				const sinceMs = previous?.kind === "failed" ? previous.sinceMs : clock.now();
				this.#setDoubt(range, { kind: "failed", sinceMs, trouble: troubleOf(kind) });
			},
		});
	}

	/**
	 * Reads a chart. The API documentation does not define how `start` places a range. It is omitted first, which
	 * every service has to treat as "now". If the response is empty or the request is rejected, the first day of
	 * the period is sent.
	 */
	async #fetch(range: ChartRange, signal: AbortSignal): Promise<ChartData> {
		const { client, clock } = this.#context;
		if (this.#startMode === "left-out") {
			const chart = await client.chart({ range }, signal).catch(undefinedIfRejected);
			if (chart && chart.labels.length > 0) return chart;
		}
		const startMs = chartStartMs(range, clock.now());
		const chart = await client.chart({ range, startMs }, signal);
		if (chart.labels.length > 0) this.#startMode = "named";
		return chart;
	}

	/** Returns the event types that the displayed series count. */
	#shownTypes(range: ChartRange): readonly StreamEventType[] {
		const needs = this.#context.demand().charts.filter((need) => need.range === range);
		return needs.map(({ series }) => eventTypeOf(series));
	}

	/** Returns whether an event that a displayed series counts has arrived since the chart was requested. */
	#isOutdated(range: ChartRange): boolean {
		const requestedAtMs = this.#requestedAtMs.get(range) ?? Infinity;
		return this.#shownTypes(range).some(
			(type) => (this.#lastEventAtMs.get(type) ?? -Infinity) >= requestedAtMs,
		);
	}

	/** Returns whether the time zone has changed since the chart was requested, and with it the day that it ends with. */
	#hasZoneChanged(range: ChartRange): boolean {
		const nowMs = this.#context.clock.now();
		const rolloverMs = this.#rolloverMs.get(range) ?? -Infinity;
		return rolloverMs > nowMs && rolloverMs !== nextChartRolloverMs(range, nowMs);
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
