import { ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import {
	chartRanges,
	eventTypeOfSeries,
	nextChartTurnMs,
	type ChartData,
	type ChartDoubt,
	type ChartNeed,
	type ChartRange,
} from "../state/chart";
import type { Clock } from "../state/clock";
import { periodStartMs, type CalendarPeriod } from "../state/periods";
import type { StreamEventType } from "../state/stream-event";
import type { Store } from "../state/store";
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

export type ChartDirectoryOptions = {
	readonly client: ServiceClient;
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	/** The charts that keys show. */
	readonly needs: () => readonly ChartNeed[];
	readonly onFailed: (error: ServiceError) => void;
};

type Entry = {
	readonly chart: KeptFresh<ChartData>;
	/** Kinds of events that happened since the chart was last asked for. */
	readonly changedTypes: Set<StreamEventType>;
	/** When what is known will look different, epoch milliseconds; −Infinity while it is not known for sure. */
	turnAtMs: number;
};

/**
 * Knows the charts that keys show. Each range is read once for all its keys: when the link is up, after an event that
 * one of them counts, and when the period turns.
 */
export class ChartDirectory {
	readonly #options: ChartDirectoryOptions;
	readonly #entries = new Map<ChartRange, Entry>();
	#isOpen = false;
	#start: "left-out" | "named" = "left-out";

	constructor(options: ChartDirectoryOptions) {
		this.#options = options;
		for (const range of chartRanges) this.#entries.set(range, this.#createEntry(range));
	}

	/** The link is up: everything wanted is read anew. */
	open(): void {
		this.#isOpen = true;
		const { charts } = this.#options.store.state;
		const pending = [...charts.keys()].map((range): [ChartRange, ChartDoubt] => [range, { kind: "pending" }]);
		this.#options.store.update({ chartDoubts: new Map(pending) });
		for (const entry of this.#entries.values()) entry.turnAtMs = -Infinity;
		this.applyDemand();
	}

	/** The link is lost. A reading under way is abandoned. */
	close(): void {
		this.#isOpen = false;
		for (const { chart } of this.#entries.values()) chart.close();
	}

	/** Keys show other charts than before. One that is known and still right is not read again. */
	applyDemand(): void {
		if (!this.#isOpen) return;
		for (const [range, { chart, turnAtMs }] of this.#entries) {
			if (!this.#isWanted(range)) chart.close();
			else if (chart.isOpen) this.#readChanges(range);
			else chart.open(this.#isChanged(range) ? 0 : turnAtMs - this.#options.clock.now());
		}
	}

	/** Something happened: the charts that count it are read, a little later. */
	noteEvents(types: Iterable<StreamEventType>): void {
		for (const [range, { changedTypes }] of this.#entries) {
			for (const type of types) changedTypes.add(type);
			this.#readChanges(range);
		}
	}

	/** Reads a chart now, or joins the reading under way. @returns What went wrong, if anything did. */
	async refresh(range: ChartRange): Promise<ServiceError | undefined> {
		return this.#entries.get(range)?.chart.refresh();
	}

	#createEntry(range: ChartRange): Entry {
		const { clock, random, store, onFailed } = this.#options;
		const changedTypes = new Set<StreamEventType>();
		let turnAtMs = -Infinity;
		const chart = new KeptFresh<ChartData>({
			...{ clock, random, settleMs, minIntervalMs },
			read: (signal) => {
				changedTypes.clear();
				turnAtMs = nextChartTurnMs(range, clock.now()) + turnDelayMs;
				return this.#ask(range, signal);
			},
			apply: (data) => {
				const chartDoubts = new Map(store.state.chartDoubts);
				chartDoubts.delete(range);
				entry.turnAtMs = turnAtMs;
				store.update({ charts: new Map(store.state.charts).set(range, data), chartDoubts });
				return turnAtMs - clock.now();
			},
			onFailed: (error) => {
				entry.turnAtMs = -Infinity;
				this.#doubt(range);
				onFailed(error);
			},
		});
		const entry: Entry = { chart, changedTypes, turnAtMs };
		return entry;
	}

	/**
	 * The interface leaves open how `start` places a range. It is left out, which any service has to understand as "now";
	 * only one that answers that with nothing, or not at all, is told the period's first day.
	 */
	async #ask(range: ChartRange, signal: AbortSignal): Promise<ChartData> {
		const { client, clock } = this.#options;
		if (this.#start === "left-out") {
			const chart = await client.chart({ range }, signal).catch(nothingIfRejected);
			if (chart && chart.labels.length > 0) return chart;
		}
		const startMs = periodStartMs(periodByRange[range], clock.now());
		const chart = await client.chart({ range, startMs }, signal);
		if (chart.labels.length > 0) this.#start = "named";
		return chart;
	}

	#isWanted(range: ChartRange): boolean {
		return this.#options.needs().some((need) => need.range === range);
	}

	#readChanges(range: ChartRange): void {
		if (this.#isChanged(range)) this.#entries.get(range)?.chart.settle();
	}

	#isChanged(range: ChartRange): boolean {
		const changedTypes = this.#entries.get(range)?.changedTypes;
		return this.#options
			.needs()
			.some((need) => need.range === range && changedTypes?.has(eventTypeOfSeries(need.series)));
	}

	#doubt(range: ChartRange): void {
		const { store, clock } = this.#options;
		if (store.state.chartDoubts.get(range)?.kind === "failed") return;
		const doubt = { kind: "failed", sinceMs: clock.now() } as const;
		store.update({ chartDoubts: new Map(store.state.chartDoubts).set(range, doubt) });
	}
}

function nothingIfRejected(error: unknown): undefined {
	if (error instanceof ServiceError && (error.status === 400 || error.status === 422)) return;
	throw error;
}
