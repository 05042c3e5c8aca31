import type { ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import type { Snapshot } from "../state/snapshot";
import type { StreamEventType } from "../state/stream-event";
import type { Store } from "../state/store";
import { EventListReader } from "./event-list-reader";
import { KeptFresh } from "./kept-fresh";

/** How many of the newest events of these types a key shows. */
export type RecentNeed = { readonly types: readonly StreamEventType[]; readonly count: number };

export type RecentEventsOptions = {
	readonly client: ServiceClient;
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	/** What keys show. */
	readonly needs: () => readonly RecentNeed[];
	readonly onFailed: (error: ServiceError) => void;
};

/**
 * Looks further back for kinds of events that the first reading had too few of: on a stream that people follow all the
 * time, the last hosting may be months ago. Each combination of types is read once; from then on it comes in live.
 */
export class RecentEvents {
	readonly #options: RecentEventsOptions;
	readonly #done = new Set<string>();
	readonly #next: KeptFresh<Snapshot | undefined>;

	constructor(options: RecentEventsOptions) {
		this.#options = options;
		const { clock, random, onFailed } = options;
		this.#next = new KeptFresh({
			...{ clock, random, onFailed },
			read: (signal) => this.#read(signal),
			apply: (reading) => {
				if (reading) this.#apply(reading);
				return this.#unmet ? 0 : Infinity;
			},
		});
	}

	/** A first reading has been taken: what it lacked is read. */
	open(): void {
		this.#next.open(this.#unmet ? 0 : Infinity);
	}

	/** The link is lost. A reading under way is abandoned. */
	close(): void {
		this.#next.close();
	}

	/** Keys show other things than before. */
	applyDemand(): void {
		if (this.#unmet) this.#next.within(0);
	}

	get #unmet(): RecentNeed | undefined {
		return this.#options.needs().find((need) => !this.#isMet(need));
	}

	#isMet({ types, count }: RecentNeed): boolean {
		if (this.#done.has(types.join())) return true;
		const { ledger } = this.#options.store;
		if (types.every((type) => ledger.completeFromMs(type) === -Infinity)) return true;
		const reachMs = Math.max(...types.map((type) => ledger.completeFromMs(type) ?? Infinity));
		const newest = ledger.newest(types, count);
		return newest.length === count && newest.every(({ createdAtMs }) => createdAtMs >= reachMs);
	}

	/** One combination at a time. */
	async #read(signal: AbortSignal): Promise<Snapshot | undefined> {
		const { client, clock } = this.#options;
		const types = this.#unmet?.types;
		if (!types) return undefined;
		const startedAtMs = clock.now();
		const list = new EventListReader(client, types, Infinity);
		await list.readBack(signal);
		const { events, reachMs } = list;
		return { types, events, reachMs, isExact: true, startedAtMs, atMs: clock.elapsedMs() };
	}

	#apply(reading: Snapshot): void {
		const { store } = this.#options;
		const { missed } = store.ledger.applySnapshot(reading);
		this.#done.add(reading.types.join());
		store.announce(missed.length > 0 ? { events: missed, source: "missed" } : undefined);
	}
}
