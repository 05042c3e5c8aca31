import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import type { Snapshot } from "../ledger/snapshot";
import type { SnapshotNeeds } from "./snapshot-needs";
import type { StreamEventType } from "../state/stream-event";
import { EventListReader, type ListChange, type ListReaderOptions } from "./event-list-reader";

/** On a busy stream the list changes all the time; then the next look tries again. */
const maxBracketTries = 4;
const firstHostingQuery = { types: ["hosting"], limit: 1 } as const;
/** What was read of the list before a failure is of use for so long. */
const maxReuseAgeMs = 300_000;
/** What was begun so long before the room was joined is read anew: a figure may change without an event. */
const maxPrefetchAgeMs = 2_000;

/** Whether as much is compared as is every few minutes. */
export type Thoroughness = "quick" | "thorough";

export type SyncAttemptOptions = {
	readonly client: Pick<ServiceClient, "events" | "totals">;
	readonly clock: Clock;
	readonly list: EventListReader;
	readonly needs: SnapshotNeeds;
	readonly thoroughness: Thoroughness;
};

type Figures = Pick<Snapshot, "totals" | "hostings">;

/**
 * One look at the list and at the figures that are needed with it. The totals carry no sequence number, so they are
 * bracketed: when the list looks the same just before and just after, it is certain which events they contain. A look that
 * failed may be taken again: what has been read stays read.
 */
export class SyncAttempt {
	readonly options: SyncAttemptOptions;
	/** Time of the start on the monotonic clock. */
	readonly #startedElapsedMs: number;
	/** The same, including system sleep. */
	readonly #startedUptimeMs: number;
	#prefetch:
		{ readonly figures: Promise<Figures | undefined>; readonly controller: AbortController } | undefined;
	/** Whether the list may have changed before the room was joined. */
	#mayHaveChanged = false;

	constructor(options: SyncAttemptOptions) {
		this.options = options;
		this.#startedElapsedMs = options.clock.elapsedMs();
		this.#startedUptimeMs = options.clock.uptimeMs();
	}

	/**
	 * Time of the start by the service's clock, in epoch milliseconds. Computed afterwards, because the first response may be the
	 * first to report the service's time.
	 */
	get #startedAtMs(): number {
		const { clock } = this.options;
		return clock.now() - (clock.uptimeMs() - this.#startedUptimeMs);
	}

	get isPrefetching(): boolean {
		return this.#prefetch !== undefined;
	}

	/** Whether it brings all of this, and nothing of it is too old. */
	satisfies(needs: SnapshotNeeds, thoroughness: Thoroughness): boolean {
		const ageMs = this.options.clock.elapsedMs() - this.#startedElapsedMs;
		if (ageMs > (this.#prefetch ? maxPrefetchAgeMs : maxReuseAgeMs)) return false;
		if (thoroughness === "thorough" && this.options.thoroughness === "quick") return false;
		const { types, totals, hostings } = this.options.needs;
		return types.join() === needs.types.join() && totals === needs.totals && hostings === needs.hostings;
	}

	/**
	 * Reads the list and then the figures while the room is being joined. What has happened since, the head of the list tells
	 * once it is. What fails is read again when the look is taken.
	 */
	prefetch(): void {
		if (this.#prefetch) return;
		this.#mayHaveChanged = true;
		const controller = new AbortController();
		this.#prefetch = { controller, figures: this.#readAll(controller.signal).catch(() => undefined) };
	}

	/** The room is not joined after all. */
	abort(): void {
		this.#prefetch?.controller.abort();
	}

	/**
	 * Takes the look. The room must have been joined before, so that what happens meanwhile comes in live.
	 * @throws {ServiceError} When it comes to nothing.
	 */
	async run(signal: AbortSignal): Promise<Snapshot> {
		const { list, needs } = this.options;
		const prefetched = await this.#prefetch?.figures;
		this.abort();
		this.#prefetch = undefined;
		let figures = prefetched ?? (await this.#readAll(signal));
		const hasFigures = needs.totals === "all" || needs.hostings !== "none";
		let change: ListChange = hasFigures || this.#mayHaveChanged ? "grown" : "none";
		for (let tries = 0; tries < maxBracketTries && change !== "none"; tries++) {
			if (tries > 0) figures = await this.#readFigures(signal);
			change = await list.readHead(signal);
			if (change === "shuffled") {
				list.restart();
				await list.readBack(signal);
			}
		}
		return {
			...snapshotOf(list, this.#startedAtMs, this.options.clock),
			...figures,
			isExact: change === "none",
		};
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

	/** @returns Undefined where the list's counts are not those of what it lists. */
	async #countHostings(signal: AbortSignal): Promise<number | undefined> {
		if (!this.options.list.isCountTrusted) return undefined;
		const { client } = this.options;
		const { entryCount, totalCount } = await client.events(firstHostingQuery, signal);
		if (totalCount === undefined || entryCount > totalCount) return undefined;
		if (entryCount < totalCount || entryCount === 0) return totalCount;
		// There is but one, or it is the page that is counted.
		const next = await client.events({ ...firstHostingQuery, offset: entryCount }, signal);
		return next.entryCount === 0 ? totalCount : undefined;
	}
}

/**
 * A look at some kinds of events alone, beside the one at all that are needed. It may be taken again after a failure: what has
 * been read stays read.
 * @param readerOptions As {@link EventListReader} takes it.
 */
export function createListSync(
	{ client, clock, limits }: Pick<SyncAttemptOptions, "client" | "clock"> & Pick<ListReaderOptions, "limits">,
	types: readonly StreamEventType[],
	untilMs: number,
	readerOptions?: ListReaderOptions,
): (signal: AbortSignal) => Promise<Snapshot> {
	const list = new EventListReader(client, types, untilMs, { limits, ...readerOptions });
	const startedAtMs = clock.now();
	return async (signal) => {
		await list.readBack(signal);
		return { ...snapshotOf(list, startedAtMs, clock), totalCount: undefined };
	};
}

function snapshotOf(list: EventListReader, startedAtMs: number, clock: Clock): Snapshot {
	const { reachMs, namedFromMs, ...result } = list.result;
	// Where nothing is listed that is known, nothing is missing from now on.
	const fromMs = Math.min(reachMs, startedAtMs);
	return {
		...result,
		...{ reachMs: fromMs, namedFromMs: namedFromMs ?? fromMs, isExact: true },
		...{ startedAtMs, atMs: clock.elapsedMs() },
	};
}
