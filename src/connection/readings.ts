import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import type { Reading } from "../state/reading";
import { streamEventTypes, type StreamEvent } from "../state/stream-event";
import type { Store } from "../state/store";
import { readHostings, takeReading, type HostingsNeed } from "./catch-up";
import { EventListReader } from "./event-list-reader";
import type { ReadingNeeds } from "./reading-needs";
import { ReadingSchedule, shortestIntervalMs } from "./reading-schedule";
import { retryDelayMs } from "./retry-policy";
import { TotalsWatch } from "./totals-watch";

/** Nothing is asked more often than this while nothing happens. */
const quietIntervalMs = 300_000;
/** Events older than this, and than any number that counts them, are let go. */
const longestUnaskedMs = 86_400_000;
/** What was read of the list before a failure is of use for so long. */
const longestListAgeMs = 300_000;
/** The list may show an event with an earlier time than one it showed before. */
const latecomerMs = 120_000;

export type ReadingsOptions = {
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	readonly needs: () => ReadingNeeds;
	readonly onFailed: (error: ServiceError) => void;
};

/**
 * Decides when the service is read, one reading at a time, and folds what it says into the ledger. Runs while the event
 * channel is joined.
 */
export class Readings {
	readonly #options: ReadingsOptions;
	readonly #schedule: ReadingSchedule;
	readonly #watch = new TotalsWatch();
	#client: ServiceClient | undefined;
	#list: EventListReader | undefined;
	/** When reading the list began, epoch milliseconds. */
	#listSinceMs = -Infinity;
	#controller = new AbortController();
	#current: Promise<ServiceError | undefined> | undefined;
	#failures = 0;
	/** Creation time of the newest event as of the last reading. What came live since may have holes before it. */
	#syncedMs = -Infinity;
	#isWhole = true;
	#hostingsRead: HostingsNeed = "none";
	/** How far back the last reading was meant to go, epoch milliseconds. A list that can't be paged stops before. */
	#askedFromMs = Infinity;

	constructor(options: ReadingsOptions) {
		this.#options = options;
		this.#schedule = new ReadingSchedule(options.clock, () => void this.refresh());
	}

	/** The room has been joined: whatever happened until now is read, whatever happens from now on comes in live. */
	begin(client: ServiceClient): void {
		this.end();
		this.#client = client;
		this.#schedule.reset();
		this.#watch.noteJoined(this.#options.clock.elapsedMs());
		this.#options.store.update({ confirmation: "pending" });
		void this.refresh();
	}

	/** The room has been left. A reading under way is abandoned. */
	end(): void {
		this.#controller.abort();
		this.#controller = new AbortController();
		this.#schedule.clear();
		this.#client = undefined;
		this.#current = undefined;
	}

	/** An event was counted live. */
	noteEvent(event: StreamEvent): void {
		if (event.type === "hosting" || event.isDeleted) return;
		this.#watch.noteEvent(event);
		this.#settle();
	}

	/** An event was told again: something about it may have changed, such as that it exists. */
	noteRepeat(): void {
		this.#settle();
	}

	/** Something changed the service's figures without an event that counts. */
	noteChange(): void {
		this.#watch.noteMove();
		this.#settle();
	}

	/** Reads now, or joins the reading under way. @returns What went wrong, if anything did. */
	async refresh(): Promise<ServiceError | undefined> {
		const { waitMs } = this.#schedule;
		if (waitMs > 0) {
			if (this.#client) this.#schedule.within(waitMs);
			return new ServiceError("rate-limited", "the service asked to be left alone", { retryAfterMs: waitMs });
		}
		this.#current ??= this.#read();
		return this.#current;
	}

	/** Reads now if the keys in use look further back than what is known. */
	ensureNeeds(): void {
		if (this.#client && !this.#current && !this.#areNeedsMet()) void this.refresh();
	}

	async #read(): Promise<ServiceError | undefined> {
		const { clock, store, onFailed } = this.#options;
		const client = this.#client;
		if (!client) return new ServiceError("closed", "not connected");
		const { signal } = this.#controller;
		this.#schedule.clear();
		const { moveCount } = this.#watch;
		try {
			const readings = await this.#take(client, signal);
			if (signal.aborted) return new ServiceError("aborted", "the link was lost meanwhile");
			this.#current = undefined;
			this.#failures = 0;
			this.#apply(readings, moveCount);
			return undefined;
		} catch (error) {
			const failure = serviceErrorFrom(error);
			if (signal.aborted) return failure;
			this.#current = undefined;
			this.#failures++;
			this.#retryAfter(failure);
			store.update({ confirmation: "failed", doubtSinceMs: store.state.doubtSinceMs ?? clock.now() });
			onFailed(failure);
			return failure;
		}
	}

	async #take(client: ServiceClient, signal: AbortSignal): Promise<readonly Reading[]> {
		const { clock, needs } = this.#options;
		const isFirst = this.#completeFromMs() === undefined;
		const hostings = isFirst ? "none" : needs().hostings;
		if (!this.#list || clock.now() - this.#listSinceMs > longestListAgeMs) {
			this.#listSinceMs = clock.now();
			this.#askedFromMs = this.#untilMs();
			this.#list = new EventListReader(client, streamEventTypes, this.#askedFromMs);
		}
		const reading = await takeReading(client, this.#list, hostings, clock, signal);
		this.#list = undefined;
		this.#hostingsRead = hostings;
		const isComplete = this.#isWhole && this.#options.store.ledger.completeFromMs("hosting") === -Infinity;
		if (hostings !== "all" || isComplete) return [reading];
		const list = new EventListReader(client, ["hosting"], -Infinity);
		return [reading, await readHostings(list, clock, signal)];
	}

	#apply(readings: readonly Reading[], moveCount: number): void {
		const { clock, store } = this.#options;
		const results = readings.map((reading) => store.ledger.applyReading(reading));
		this.#isWhole = !results.some(({ hasGap }) => hasGap);
		this.#syncedMs = Math.min(store.ledger.newestMs() ?? -Infinity, clock.now());
		this.#forgetUnneeded();
		const isBehind = results.some((result) => result.isBehind);
		const isCertain = readings.every(({ isExact }) => isExact) && this.#isWhole && !isBehind;
		const missed = results.flatMap((result) => result.missed);
		const isWatchful = this.#watch.applyReading({
			totals: readings.find((reading) => reading.totals)?.totals,
			missed,
			moveCount,
			isDisputed: store.ledger.isDisputed,
			nowMs: clock.elapsedMs(),
		});
		this.#schedule.within(isCertain && !isWatchful ? quietIntervalMs : shortestIntervalMs);
		// What happened meanwhile may have come too late for these totals.
		if (this.#watch.moveCount > moveCount) this.#settle();
		store.update({ confirmation: "confirmed", doubtSinceMs: undefined });
		if (missed.length > 0) store.announce({ events: missed, source: "missed" });
		this.ensureNeeds();
	}

	#forgetUnneeded(): void {
		const { clock, needs, store } = this.#options;
		const { fromMs = Infinity, hostings } = needs();
		const keepFromMs = Math.min(fromMs, clock.now() - longestUnaskedMs);
		for (const type of streamEventTypes) {
			if (type !== "hosting" || hostings !== "all") store.ledger.forgetBefore(type, keepFromMs);
		}
		store.ledger.forgetUnasked();
	}

	#retryAfter(failure: ServiceError): void {
		const delayMs = retryDelayMs(failure, this.#failures, this.#options.random);
		if (failure.kind === "rate-limited") this.#schedule.leaveAlone(delayMs);
		this.#schedule.within(delayMs);
	}

	#settle(): void {
		if (this.#client) this.#schedule.settle();
	}

	#areNeedsMet(): boolean {
		const { fromMs = Infinity, hostings } = this.#options.needs();
		const areHostingsRead =
			hostings === "none" || hostings === this.#hostingsRead || this.#hostingsRead === "all";
		return areHostingsRead && Math.min(this.#completeFromMs() ?? Infinity, this.#askedFromMs) <= fromMs;
	}

	/**
	 * How far back the next reading has to go, epoch milliseconds. The very first one looks at the first page only, so
	 * that lifetime numbers show at once, however long the history that other keys need.
	 */
	#untilMs(): number {
		const { fromMs = Infinity } = this.#options.needs();
		const completeFromMs = this.#completeFromMs();
		if (completeFromMs === undefined) return Infinity;
		if (fromMs < completeFromMs) return fromMs;
		return this.#isWhole ? this.#recentMs() : completeFromMs;
	}

	#recentMs(): number {
		const doubtFromMs = this.#options.store.ledger.doubtFromMs(streamEventTypes) ?? Infinity;
		const recentMs = Math.min(this.#syncedMs - latecomerMs, doubtFromMs);
		return Math.max(this.#completeFromMs() ?? -Infinity, recentMs);
	}

	#completeFromMs(): number | undefined {
		const times = streamEventTypes.map((type) => this.#options.store.ledger.completeFromMs(type));
		return times.every((time) => time !== undefined) ? Math.max(...times) : undefined;
	}
}
