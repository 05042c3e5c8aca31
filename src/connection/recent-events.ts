import { serviceErrorFrom, type ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock, Dispose } from "../state/clock";
import type { StreamEventType } from "../state/stream-event";
import type { Store } from "../state/store";
import { EventListReader } from "./event-list-reader";
import { retryDelayMs } from "./retry-policy";

/** How many of the newest events of these types a key shows. */
export type RecentNeed = { readonly types: readonly StreamEventType[]; readonly count: number };

export type RecentEventsOptions = {
	readonly client: ServiceClient;
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	readonly onFailed: (error: ServiceError) => void;
};

/**
 * Looks further back for kinds of events that the first reading had too few of: on a stream that people follow all the
 * time, the last hosting may be months ago. Each combination of types is read once; from then on it comes in live.
 */
export class RecentEvents {
	readonly #options: RecentEventsOptions;
	readonly #done = new Set<string>();
	#needs: readonly RecentNeed[] = [];
	#controller: AbortController | undefined;
	#reading: Promise<void> | undefined;
	#failures = 0;
	#cancelRetry: Dispose | undefined;

	constructor(options: RecentEventsOptions) {
		this.#options = options;
	}

	/** A first reading has been taken: what it lacked is read. */
	open(): void {
		this.#controller ??= new AbortController();
		this.#look();
	}

	/** The link is lost. A reading under way is abandoned. */
	close(): void {
		this.#controller?.abort();
		this.#controller = undefined;
		this.#reading = undefined;
		this.#cancelRetry?.();
		this.#cancelRetry = undefined;
	}

	/** What visible keys show. */
	want(needs: readonly RecentNeed[]): void {
		this.#needs = needs;
		this.#look();
	}

	#look(): void {
		if (!this.#controller || this.#reading || this.#cancelRetry) return;
		const unmet = this.#needs.find((need) => !this.#isMet(need));
		if (unmet) this.#reading = this.#read(unmet, this.#controller.signal);
	}

	#isMet({ types, count }: RecentNeed): boolean {
		if (this.#done.has(types.join())) return true;
		const { ledger } = this.#options.store;
		if (types.every((type) => ledger.completeFromMs(type) === -Infinity)) return true;
		const reachMs = Math.max(...types.map((type) => ledger.completeFromMs(type) ?? Infinity));
		const newest = ledger.newest(types, count);
		return newest.length === count && newest.every(({ createdAtMs }) => createdAtMs >= reachMs);
	}

	async #read({ types }: RecentNeed, signal: AbortSignal): Promise<void> {
		const { client, store, clock, random, onFailed } = this.#options;
		const startedAtMs = clock.now();
		try {
			const list = new EventListReader(client, types, Infinity);
			await list.readBack(signal);
			if (signal.aborted) return;
			const { events, reachMs } = list;
			const atMs = clock.elapsedMs();
			const { missed } = store.ledger.applyReading({
				types,
				events,
				reachMs,
				isExact: true,
				startedAtMs,
				atMs,
			});
			this.#failures = 0;
			this.#done.add(types.join());
			store.announce(missed.length > 0 ? { events: missed, source: "missed" } : undefined);
		} catch (error) {
			if (signal.aborted) return;
			const failure = serviceErrorFrom(error);
			this.#failures++;
			const delayMs = retryDelayMs(failure, this.#failures, random);
			this.#retryIn(delayMs);
			onFailed(failure);
		}
		this.#reading = undefined;
		this.#look();
	}

	#retryIn(delayMs: number): void {
		this.#cancelRetry = this.#options.clock.schedule(() => {
			this.#cancelRetry = undefined;
			this.#look();
		}, delayMs);
	}
}
