import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/time/clock";
import type { Snapshot } from "../ledger/snapshot";
import { clockToleranceMs } from "../ledger/timing";
import type { SnapshotNeeds } from "./snapshot-needs";
import type { StreamEventType } from "../state/events/stream-event";
import { EventListReader, type ListChange, type ListReaderOptions } from "./list/event-list-reader";
import { maxReuseAgeMs, maxPrefetchAgeMs } from "./timing";

/** On a busy stream the list may change during every try. Then the next sync tries again. */
const maxBracketTries = 4;
const firstHostingQuery = { types: ["hosting"], limit: 1 } as const;

export type SyncAttemptOptions = {
	readonly client: Pick<ServiceClient, "events" | "totals">;
	readonly clock: Clock;
	readonly list: EventListReader;
	readonly needs: SnapshotNeeds;
	/** A thorough sync, every few minutes, compares more of the stored events with the list. */
	readonly isThorough: boolean;
};

type Figures = Pick<Snapshot, "totals" | "hostings">;

/**
 * Reads one snapshot: the list and the figures needed with it.
 *
 * The totals have no sequence number, so they are bracketed: if the head of the list is the same before and after,
 * it is certain which events they contain. After a failure, the attempt can be run again and continues from the
 * pages already read.
 *
 * Invariant: a snapshot is marked as exact only if the head did not change.
 */
export class SyncAttempt {
	readonly options: SyncAttemptOptions;
	/** Start of the list's read, or of the last one after a restart, on the monotonic clock. */
	#startedElapsedMs = 0;
	/** As `#startedElapsedMs`, on the clock that includes system sleep. */
	#startedUptimeMs = 0;
	#prefetch:
		{ readonly figures: Promise<Figures | undefined>; readonly controller: AbortController } | undefined;
	/** Whether the list may have changed before the room was joined. */
	#mayHaveChanged = false;

	constructor(options: SyncAttemptOptions) {
		this.options = options;
		this.#noteStart();
	}

	/** Start by the service's clock, epoch milliseconds. Computed later, because only a response reports the service's time. */
	get #startedAtMs(): number {
		const { clock } = this.options;
		return clock.now() - (clock.uptimeMs() - this.#startedUptimeMs);
	}

	get isPrefetching(): boolean {
		return this.#prefetch !== undefined;
	}

	/** Returns whether the attempt meets these needs and is recent enough. */
	satisfies(needs: SnapshotNeeds, isThorough: boolean): boolean {
		const ageMs = this.options.clock.uptimeMs() - this.#startedUptimeMs;
		if (ageMs > (this.#prefetch ? maxPrefetchAgeMs : maxReuseAgeMs)) return false;
		if (isThorough && !this.options.isThorough) return false;
		const { types, totals, hostings } = this.options.needs;
		return types.join() === needs.types.join() && totals === needs.totals && hostings === needs.hostings;
	}

	/**
	 * Reads the list and then the figures while the channel is being joined. `run` reads the head of the list again
	 * to find what has changed since. Failures are ignored, because `run` repeats what failed.
	 */
	prefetch(): void {
		if (this.#prefetch) return;
		this.#mayHaveChanged = true;
		const controller = new AbortController();
		this.#prefetch = { controller, figures: this.#readAll(controller.signal).catch(() => undefined) };
	}

	abort(): void {
		this.#prefetch?.controller.abort();
	}

	/**
	 * Reads the snapshot. The channel must have been joined before, so that events created while it runs are
	 * pushed.
	 * @throws {ServiceError}
	 */
	async run(signal: AbortSignal): Promise<Snapshot> {
		const { list, needs, clock } = this.options;
		let beganMs = this.#prefetch ? this.#startedElapsedMs : clock.elapsedMs();
		const prefetched = await this.#prefetch?.figures;
		this.abort();
		this.#prefetch = undefined;
		let figures = prefetched ?? (await this.#readAll(signal));
		const hasFigures = needs.totals === "all" || needs.hostings !== "none";
		let change: ListChange = hasFigures || this.#mayHaveChanged ? "grown" : "none";
		for (let tries = 0; tries < maxBracketTries && change !== "none" && change !== "unknown"; tries++) {
			if (tries > 0) figures = await this.#readFigures(signal);
			change = await list.readHead(signal);
			if (change === "shuffled") {
				list.restart();
				this.#noteStart();
				beganMs = this.#startedElapsedMs;
				await list.readBack(signal);
			}
		}
		return {
			...snapshotOf(list, this.#startedAtMs, clock),
			durationMs: clock.elapsedMs() - beganMs,
			...figures,
			isExact: change === "none",
		};
	}

	/** Records that the list is read from now on, so that it contains all earlier changes. */
	#noteStart(): void {
		const { clock } = this.options;
		this.#startedElapsedMs = clock.elapsedMs();
		this.#startedUptimeMs = clock.uptimeMs();
	}

	async #readAll(signal: AbortSignal): Promise<Figures> {
		await this.options.list.readBack(signal);
		return this.#readFigures(signal);
	}

	async #readFigures(signal: AbortSignal): Promise<Figures> {
		const { totals: totalsNeed, hostings: hostingsNeed } = this.options.needs;
		const totals = totalsNeed === "all" ? await this.options.client.totals(signal) : undefined;
		const hostings = hostingsNeed === "none" ? undefined : { count: await this.#countHostings(signal) };
		return { totals, hostings };
	}

	/** Returns the number of hostings; undefined if the `total` of the list cannot be trusted. */
	async #countHostings(signal: AbortSignal): Promise<number | undefined> {
		if (!this.options.list.isCountTrusted) return undefined;
		const { client } = this.options;
		const { entryCount, totalCount } = await client.events(firstHostingQuery, signal);
		if (totalCount === undefined || entryCount > totalCount) return undefined;
		if (entryCount < totalCount || entryCount === 0) return totalCount;
		// Either there is only one hosting, or `total` is the number of entries in the page.
		const next = await client.events({ ...firstHostingQuery, offset: entryCount }, signal);
		return next.entryCount === 0 ? totalCount : undefined;
	}
}

type ListSyncContext = Pick<SyncAttemptOptions, "clock"> &
	Pick<ListReaderOptions, "limits"> & { readonly client: Pick<ServiceClient, "events"> };

/**
 * Creates a sync of some event types alone, independent of the regular one. After a failure, the returned function
 * can be called again and continues from the pages already read.
 */
export function createListSync(
	{ client, clock, limits }: ListSyncContext,
	types: readonly StreamEventType[],
	untilMs: number,
	readerOptions?: ListReaderOptions,
): (signal: AbortSignal) => Promise<Snapshot> {
	const list = new EventListReader(client, types, untilMs, { limits, clock, ...readerOptions });
	const startedAtMs = clock.now();
	return async (signal) => {
		// After a failure, the head of the list is read again.
		const beganMs = clock.elapsedMs();
		await list.readBack(signal);
		const snapshot = snapshotOf(list, startedAtMs, clock);
		return { ...snapshot, durationMs: snapshot.atMs - beganMs, totalCount: undefined };
	};
}

function snapshotOf(list: EventListReader, startedAtMs: number, clock: Clock): Snapshot {
	const { reachMs, namedFromMs, ...result } = list.result;
	// The clock may be slightly slow, and more events of the same second may follow the oldest entry.
	const isReached = reachMs <= startedAtMs + clockToleranceMs;
	// Live events count from the start of the sync on. One can be dated before an unordered list was read, in the same second.
	const latestMs = startedAtMs - (result.isUnordered ? clockToleranceMs : 0);
	const fromMs = isReached ? reachMs : latestMs;
	return {
		...result,
		reachMs: fromMs,
		// The entries that were not read can be dated ahead.
		hasGaps: result.hasGaps || !isReached,
		namedFromMs: namedFromMs ?? fromMs,
		isExact: true,
		startedAtMs,
		atMs: clock.elapsedMs(),
	};
}
