import { listLook } from "../event-list/look";
import type { ServiceError } from "../service/errors";
import { scopeStartMs } from "../state/counters";
import type { Snapshot } from "../state/snapshot";
import type { StreamEventType } from "../state/stream-event";
import type { AccountContext } from "./account-context";
import { KeptFresh } from "./kept-fresh";

/** How far back some kinds of events are needed, epoch milliseconds; Infinity is content with a page of them. */
type EarlierNeed = {
	readonly types: readonly StreamEventType[];
	readonly fromMs: number;
	/** Whether what is known serves it. */
	readonly isMet: boolean;
};

export type EarlierEventsOptions = {
	/** As the log calls it. */
	readonly what: string;
	readonly needs: (context: AccountContext) => readonly EarlierNeed[];
	/** How long what was read stands, by how many events that were. Milliseconds. */
	readonly maxAgeMs: (count: number) => number;
};

/** On a stream that people follow all the time, the last hosting may be months ago. Once read, more comes in live. */
export const lastEvents: EarlierEventsOptions = {
	what: "earlier events",
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
export const donations: EarlierEventsOptions = {
	what: "donations",
	needs: ({ demand, store, clock }) => {
		const context = store.ledgerContext(clock.now());
		const starts = demand().supporters.map((scope) => scopeStartMs({ scope }, context) ?? -Infinity);
		const fromMs = Math.min(...starts);
		const isMet = (store.ledger.namedFromMs("donation") ?? Infinity) <= fromMs;
		return starts.length > 0 ? [{ types: ["donation"], fromMs, isMet }] : [];
	},
	maxAgeMs: (count) => Math.max(300_000, count * 1_000),
};

type EarlierLook = { readonly need: EarlierNeed; readonly snapshot: Snapshot };

/**
 * Reads what the looks at the whole list do not go back to: of some kinds of events alone, so that nobody reads a year of
 * follows for it. What is new comes with the usual looks, and live.
 */
export class EarlierEvents {
	readonly #context: AccountContext;
	readonly #options: EarlierEventsOptions;
	readonly #fresh: KeptFresh<EarlierLook | undefined>;
	/** Kept after a failure: what has been read stays read. */
	#look: { readonly need: EarlierNeed; readonly take: ReturnType<typeof listLook> } | undefined;
	/** How far back each was meant to be read: a list that can't be paged stops before. */
	readonly #askedFromMs = new Map<string, number>();

	constructor(context: AccountContext, options: EarlierEventsOptions) {
		this.#context = context;
		this.#options = options;
		this.#fresh = new KeptFresh(context, {
			what: options.what,
			read: (signal) => this.#read(signal),
			apply: (look) => (look ? this.#apply(look) : Infinity),
		});
	}

	/** A first look at the list has been taken: what it lacked is read. */
	open(): void {
		this.#fresh.open(this.#unmet ? 0 : Infinity);
	}

	/** The link is lost. Reading is abandoned. */
	close(): void {
		this.#look = undefined;
		this.#askedFromMs.clear();
		this.#fresh.close();
	}

	/** Keys show other things than before. */
	applyDemand(): void {
		if (this.#unmet) this.#fresh.within(0);
	}

	/** Reads it again. @returns What went wrong, if anything did. */
	refresh(): Promise<ServiceError | undefined> {
		return this.#fresh.refresh();
	}

	get #needs(): readonly EarlierNeed[] {
		return this.#options.needs(this.#context);
	}

	get #unmet(): EarlierNeed | undefined {
		return this.#needs.find((need) => !need.isMet && !this.#wasAsked(need));
	}

	#wasAsked({ types, fromMs }: EarlierNeed): boolean {
		const askedFromMs = this.#askedFromMs.get(types.join());
		return askedFromMs !== undefined && askedFromMs <= fromMs;
	}

	/** One after the other. */
	async #read(signal: AbortSignal): Promise<EarlierLook | undefined> {
		const need = this.#unmet ?? this.#needs[0];
		if (!need) return undefined;
		const { types, fromMs } = need;
		const begun = this.#look?.need;
		if (!this.#look || begun?.types.join() !== types.join() || fromMs < begun.fromMs)
			this.#look = { need, take: listLook(this.#context, types, fromMs) };
		return { need: this.#look.need, snapshot: await this.#look.take(signal) };
	}

	/** @returns When it is to be read again. */
	#apply({ need, snapshot }: EarlierLook): number {
		const { store } = this.#context;
		this.#look = undefined;
		if (!this.#wasAsked(need)) this.#askedFromMs.set(need.types.join(), need.fromMs);
		const { missed } = store.ledger.applySnapshot(snapshot);
		store.announce(missed.length > 0 ? { events: missed, source: "missed" } : undefined);
		return this.#unmet ? 0 : this.#options.maxAgeMs(snapshot.events.length);
	}
}
