import { createListSync } from "../sync/sync-attempt";
import type { ServiceError } from "../service/errors";
import { scopeStartMs } from "../ledger/counters";
import type { Snapshot } from "../ledger/snapshot";
import type { StreamEventType } from "../state/stream-event";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";

/** How far back some kinds of events are needed, epoch milliseconds; Infinity is content with a page of them. */
type BackfillNeed = {
	readonly types: readonly StreamEventType[];
	readonly fromMs: number;
	/** Whether what is known serves it. */
	readonly isMet: boolean;
};

export type EventBackfillOptions = {
	/** As the log calls it. */
	readonly label: string;
	readonly needs: (context: AccountContext) => readonly BackfillNeed[];
	/** How long what was read stands, by how many events that were. Milliseconds. */
	readonly maxAgeMs: (count: number) => number;
};

/** On a stream that people follow all the time, the last hosting may be months ago. Once read, more comes in live. */
export const latestEventsBackfill: EventBackfillOptions = {
	label: "earlier events",
	needs: ({ demand, store: { ledger } }) =>
		demand().recent.map(({ types, count }) => {
			const reachMs = Math.max(...types.map((type) => ledger.namedFromMs(type) ?? Infinity));
			const newest = ledger.newest(types, count);
			const isFull = newest.length === count && newest.every(({ createdAtMs }) => createdAtMs >= reachMs);
			return { types, fromMs: Infinity, isMet: reachMs === -Infinity || isFull };
		}),
	maxAgeMs: () => Infinity,
};

/** As far back as keys rank who gave most. A donation may be edited long after; the more there are, the more that costs. */
export const donationsBackfill: EventBackfillOptions = {
	label: "donations",
	needs: ({ demand, store, clock }) => {
		const context = store.ledgerContext(clock.now());
		const starts = demand().supporters.map((scope) => scopeStartMs({ scope }, context) ?? -Infinity);
		const fromMs = Math.min(...starts);
		const isMet = (store.ledger.namedFromMs("donation") ?? Infinity) <= fromMs;
		return starts.length > 0 ? [{ types: ["donation"], fromMs, isMet }] : [];
	},
	maxAgeMs: (count) => Math.max(300_000, count * 1_000),
};

type BackfillResult = { readonly need: BackfillNeed; readonly snapshot: Snapshot };

/**
 * Reads what the looks at the whole list do not go back to: of some kinds of events alone, so that nobody reads a year of
 * follows for it. What is new comes with the usual looks, and live.
 */
export class EventBackfill {
	readonly #context: AccountContext;
	readonly #options: EventBackfillOptions;
	readonly #resource: PolledResource<BackfillResult | undefined>;
	/** Kept after a failure: what has been read stays read. */
	#sync: { readonly need: BackfillNeed; readonly run: ReturnType<typeof createListSync> } | undefined;
	/** How far back each was meant to be read: a list that can't be paged stops before. */
	readonly #requestedFromMs = new Map<string, number>();

	constructor(context: AccountContext, options: EventBackfillOptions) {
		this.#context = context;
		this.#options = options;
		this.#resource = new PolledResource(context, {
			label: options.label,
			fetch: (signal) => this.#read(signal),
			apply: (result) => (result ? this.#apply(result) : Infinity),
		});
	}

	/** A first look at the list has been taken: what it lacked is read. */
	open(): void {
		this.#resource.open(this.#unmetNeed ? 0 : Infinity);
	}

	/** The link is lost. Reading is abandoned. */
	close(): void {
		this.#sync = undefined;
		this.#requestedFromMs.clear();
		this.#resource.close();
	}

	/** Keys show other things than before. */
	applyDemand(): void {
		if (this.#unmetNeed) this.#resource.refreshWithin(0);
	}

	/** Reads it again. @returns What went wrong, if anything did. */
	refresh(): Promise<ServiceError | undefined> {
		return this.#resource.refresh();
	}

	get #needs(): readonly BackfillNeed[] {
		return this.#options.needs(this.#context);
	}

	get #unmetNeed(): BackfillNeed | undefined {
		return this.#needs.find((need) => !need.isMet && !this.#wasRequested(need));
	}

	#wasRequested({ types, fromMs }: BackfillNeed): boolean {
		const requestedFromMs = this.#requestedFromMs.get(types.join());
		return requestedFromMs !== undefined && requestedFromMs <= fromMs;
	}

	/** One after the other. */
	async #read(signal: AbortSignal): Promise<BackfillResult | undefined> {
		const need = this.#unmetNeed ?? this.#needs[0];
		if (!need) return undefined;
		const { types, fromMs } = need;
		const current = this.#sync?.need;
		if (!this.#sync || current?.types.join() !== types.join() || fromMs < current.fromMs)
			this.#sync = { need, run: createListSync(this.#context, types, fromMs) };
		return { need: this.#sync.need, snapshot: await this.#sync.run(signal) };
	}

	/** @returns When it is to be read again. */
	#apply({ need, snapshot }: BackfillResult): number {
		const { store } = this.#context;
		this.#sync = undefined;
		if (!this.#wasRequested(need)) this.#requestedFromMs.set(need.types.join(), need.fromMs);
		const { missed } = store.ledger.applySnapshot(snapshot);
		store.notify(missed.length > 0 ? { events: missed, source: "missed" } : undefined);
		return this.#unmetNeed ? 0 : this.#options.maxAgeMs(snapshot.events.length);
	}
}
