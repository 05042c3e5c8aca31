import { ServiceError, serviceErrorFrom } from "../service/errors";
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
import type { Clock, Dispose } from "../state/clock";
import { periodStartMs, type CalendarPeriod } from "../state/periods";
import type { StreamEventType } from "../state/stream-event";
import type { Happening, Store } from "../state/store";
import { retryDelayMs } from "./retry-policy";

/** Long enough for the service to have put an event into its charts, and for a burst to be over. */
const settleDelayMs = 2_000;
const shortestIntervalMs = 10_000;
/** The service's clock may be a little behind ours when a period turns. */
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
	readonly onFailed: (error: ServiceError) => void;
};

type Entry = {
	loading?: Promise<ServiceError | undefined> | undefined;
	/** Kinds of events that happened since the chart was last asked for. */
	readonly news: Set<StreamEventType>;
	/** On a clock that never jumps. */
	lastStartMs: number;
	dueAtMs: number;
	/** When the chart that is known will look different, epoch milliseconds. */
	turnAtMs: number;
	failures: number;
	cancelTimer?: Dispose | undefined;
};

/**
 * Knows the charts that keys show. Each range is read once for all its keys: when the link is up, after an event that
 * one of them counts, and when the period turns.
 */
export class ChartDirectory {
	readonly #options: ChartDirectoryOptions;
	readonly #entries = new Map<ChartRange, Entry>();
	#needs: readonly ChartNeed[] = [];
	#controller: AbortController | undefined;
	#notBeforeMs = -Infinity;
	#start: "left-out" | "named" = "left-out";

	constructor(options: ChartDirectoryOptions) {
		this.#options = options;
	}

	/** The link is up: everything wanted is read anew. */
	open(): void {
		this.close();
		this.#controller = new AbortController();
		this.#notBeforeMs = -Infinity;
		const { charts } = this.#options.store.state;
		const pending = [...charts.keys()].map((range): [ChartRange, ChartDoubt] => [range, { kind: "pending" }]);
		this.#options.store.update({ chartDoubts: new Map(pending) });
		this.want(this.#needs);
	}

	/** The link is lost. A reading under way is abandoned. */
	close(): void {
		this.#controller?.abort();
		this.#controller = undefined;
		for (const entry of this.#entries.values()) entry.cancelTimer?.();
		this.#entries.clear();
	}

	/** The charts that visible keys show. One that is known and still right is not read again. */
	want(needs: readonly ChartNeed[]): void {
		this.#needs = needs;
		if (!this.#controller) return;
		for (const range of chartRanges) {
			const isWanted = needs.some((need) => need.range === range);
			const entry = this.#entries.get(range);
			if (!isWanted) {
				if (entry) unschedule(entry);
			} else if (entry) {
				// The next try after a failure was called off when nobody looked any more.
				if (entry.failures > 0 && !entry.cancelTimer) void this.refresh(range);
				this.#scheduleTurn(range, entry);
				this.#scheduleNews(range, entry, 0);
			} else {
				const unread = { news: new Set<StreamEventType>(), lastStartMs: -Infinity, failures: 0 };
				this.#entries.set(range, { ...unread, dueAtMs: Infinity, turnAtMs: Infinity });
				void this.refresh(range);
			}
		}
	}

	/** Something happened: the charts that count it are read, a little later. */
	note({ events }: Happening): void {
		for (const [range, entry] of this.#entries) {
			for (const { type } of events) entry.news.add(type);
			this.#scheduleNews(range, entry, settleDelayMs);
		}
	}

	/** Reads a chart now, or joins the reading under way. @returns What went wrong, if anything did. */
	async refresh(range: ChartRange): Promise<ServiceError | undefined> {
		const entry = this.#entries.get(range);
		if (!entry) return new ServiceError("closed", "not connected");
		const waitMs = this.#notBeforeMs - this.#options.clock.elapsedMs();
		if (waitMs > 0) {
			if (this.#isWanted(range)) this.#schedule(range, entry, waitMs);
			return new ServiceError("rate-limited", "the service asked to be left alone", { retryAfterMs: waitMs });
		}
		entry.loading ??= this.#read(range, entry);
		return entry.loading;
	}

	async #read(range: ChartRange, entry: Entry): Promise<ServiceError | undefined> {
		const { clock, onFailed } = this.#options;
		const signal = this.#controller?.signal;
		unschedule(entry);
		entry.news.clear();
		entry.lastStartMs = clock.elapsedMs();
		entry.turnAtMs = nextChartTurnMs(range, clock.now()) + turnDelayMs;
		try {
			const chart = await this.#ask(range, signal);
			if (signal?.aborted) return new ServiceError("aborted", "the link was lost meanwhile");
			entry.failures = 0;
			this.#remember(range, chart);
			return undefined;
		} catch (error) {
			const failure = serviceErrorFrom(error);
			if (signal?.aborted) return failure;
			entry.failures++;
			this.#doubt(range);
			this.#retryAfter(range, entry, failure);
			onFailed(failure);
			return failure;
		} finally {
			entry.loading = undefined;
			if (!signal?.aborted && this.#isWanted(range)) {
				this.#scheduleTurn(range, entry);
				this.#scheduleNews(range, entry, settleDelayMs);
			}
		}
	}

	/**
	 * The interface leaves open how `start` places a range. It is left out, which any service has to understand as "now";
	 * only one that answers that with nothing, or not at all, is told the period's first day.
	 */
	async #ask(range: ChartRange, signal: AbortSignal | undefined): Promise<ChartData> {
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
		return this.#needs.some((need) => need.range === range);
	}

	#remember(range: ChartRange, chart: ChartData): void {
		const { store } = this.#options;
		const chartDoubts = new Map(store.state.chartDoubts);
		chartDoubts.delete(range);
		store.update({ charts: new Map(store.state.charts).set(range, chart), chartDoubts });
	}

	#doubt(range: ChartRange): void {
		const { store, clock } = this.#options;
		if (store.state.chartDoubts.get(range)?.kind === "failed") return;
		const doubt = { kind: "failed", sinceMs: clock.now() } as const;
		store.update({ chartDoubts: new Map(store.state.chartDoubts).set(range, doubt) });
	}

	#retryAfter(range: ChartRange, entry: Entry, failure: ServiceError): void {
		const delayMs = retryDelayMs(failure, entry.failures, this.#options.random);
		if (failure.kind === "rate-limited") this.#notBeforeMs = this.#options.clock.elapsedMs() + delayMs;
		if (this.#isWanted(range)) this.#schedule(range, entry, delayMs);
	}

	#scheduleNews(range: ChartRange, entry: Entry, delayMs: number): void {
		const isNews = this.#needs.some(
			(need) => need.range === range && entry.news.has(eventTypeOfSeries(need.series)),
		);
		if (!isNews || entry.loading) return;
		const sinceStartMs = this.#options.clock.elapsedMs() - entry.lastStartMs;
		this.#schedule(range, entry, Math.max(delayMs, shortestIntervalMs - sinceStartMs));
	}

	#scheduleTurn(range: ChartRange, entry: Entry): void {
		if (!entry.loading) this.#schedule(range, entry, entry.turnAtMs - this.#options.clock.now());
	}

	/** Keeps the earlier of two dates. */
	#schedule(range: ChartRange, entry: Entry, delayMs: number): void {
		const { clock } = this.#options;
		const dueAtMs = Math.max(clock.elapsedMs() + delayMs, this.#notBeforeMs);
		if (dueAtMs >= entry.dueAtMs) return;
		unschedule(entry);
		entry.dueAtMs = dueAtMs;
		const refresh = () => {
			unschedule(entry);
			void this.refresh(range);
		};
		entry.cancelTimer = clock.schedule(refresh, Math.max(0, dueAtMs - clock.elapsedMs()));
	}
}

function unschedule(entry: Entry): void {
	entry.cancelTimer?.();
	entry.cancelTimer = undefined;
	entry.dueAtMs = Infinity;
}

function nothingIfRejected(error: unknown): undefined {
	if (error instanceof ServiceError && (error.status === 400 || error.status === 422)) return;
	throw error;
}
