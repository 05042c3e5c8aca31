import type { RecentNeed } from "../state/service-demand";
import type { Snapshot } from "../state/snapshot";
import type { AccountContext } from "./account-context";
import { EventListReader } from "../event-list/event-list-reader";
import { KeptFresh } from "./kept-fresh";

/**
 * Looks further back for kinds of events that the first reading had too few of: on a stream that people follow all the
 * time, the last hosting may be months ago. Each combination of types is read once; from then on it comes in live.
 */
export class RecentEvents {
	readonly #context: AccountContext;
	readonly #done = new Set<string>();
	readonly #next: KeptFresh<Snapshot | undefined>;

	constructor(context: AccountContext) {
		this.#context = context;
		this.#next = new KeptFresh(context, {
			what: "earlier events",
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
		return this.#context.demand().recent.find((need) => !this.#isMet(need));
	}

	#isMet({ types, count }: RecentNeed): boolean {
		if (this.#done.has(types.join())) return true;
		const { ledger } = this.#context.store;
		if (types.every((type) => ledger.namedFromMs(type) === -Infinity)) return true;
		const reachMs = Math.max(...types.map((type) => ledger.namedFromMs(type) ?? Infinity));
		const newest = ledger.newest(types, count);
		return newest.length === count && newest.every(({ createdAtMs }) => createdAtMs >= reachMs);
	}

	/** One combination at a time. */
	async #read(signal: AbortSignal): Promise<Snapshot | undefined> {
		const { client, clock } = this.#context;
		const types = this.#unmet?.types;
		if (!types) return undefined;
		const startedAtMs = clock.now();
		const list = new EventListReader(client, types, Infinity);
		await list.readBack(signal);
		const { events, reachMs } = list;
		return { types, events, reachMs, isExact: true, startedAtMs, atMs: clock.elapsedMs() };
	}

	#apply(reading: Snapshot): void {
		const { store } = this.#context;
		const { missed } = store.ledger.applySnapshot(reading);
		this.#done.add(reading.types.join());
		store.announce(missed.length > 0 ? { events: missed, source: "missed" } : undefined);
	}
}
