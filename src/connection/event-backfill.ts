import { createListSync } from "../sync/sync-attempt";
import type { ServiceError } from "../service/errors";
import type { CoverageRequirement } from "../ledger/coverage";
import type { Snapshot } from "../ledger/snapshot";
import { noDemand } from "../state/service-demand";
import { requirementsOf } from "../sync/snapshot-needs";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";

export type EventBackfillOptions = {
	/** As the log calls it. */
	readonly label: string;
	readonly requirements: (context: AccountContext) => readonly CoverageRequirement[];
	/** How long what was read is current, by the number of events, in milliseconds. */
	readonly maxAgeMs: (count: number) => number;
};

/** On a stream that gets follows all the time, the last hosting may be months ago. Once read, more are pushed. */
export const latestEventsBackfill: EventBackfillOptions = {
	label: "earlier events",
	requirements: ({ demand, store: { ledger }, clock }) =>
		demand().recent.map(({ types, count }) => {
			const reachMs = Math.max(...types.map((type) => ledger.coverage.namedFromMs(type)));
			const newest = ledger.newest(types, count);
			const isFull = newest.length === count && newest.every(({ createdAtMs }) => createdAtMs >= reachMs);
			const fromMs = isFull ? Infinity : Math.min(reachMs, clock.now()) - 1;
			return { types, fromMs, userNames: "required" };
		}),
	maxAgeMs: () => Infinity,
};

/** As far back as keys rank who gave most. A donation may be edited long after; the more there are, the more that costs. */
export const donationsBackfill: EventBackfillOptions = {
	label: "donations",
	requirements: ({ demand, store, clock }) =>
		requirementsOf({ ...noDemand, supporters: demand().supporters }, store.ledgerContext(clock.now())).filter(
			({ userNames }) => userNames,
		),
	maxAgeMs: (count) => Math.max(300_000, count * 1_000),
};

/**
 * Reads what the looks at the whole list do not go back to: of some kinds of events alone, so that nobody reads a year of
 * follows for it. What is new comes with the usual looks, and live.
 */
export class EventBackfill {
	readonly #context: AccountContext;
	readonly #options: EventBackfillOptions;
	readonly #resource: PolledResource<Snapshot | undefined>;
	/** Kept after a failure: what has been read stays read. */
	#sync:
		| { readonly requirement: CoverageRequirement; readonly run: ReturnType<typeof createListSync> }
		| undefined;

	constructor(context: AccountContext, options: EventBackfillOptions) {
		this.#context = context;
		this.#options = options;
		this.#resource = new PolledResource(context, {
			label: options.label,
			fetch: (signal) => this.#read(signal),
			apply: (snapshot) => (snapshot ? this.#apply(snapshot) : Infinity),
		});
	}

	/** A first snapshot was taken: what it lacks is read. */
	open(): void {
		this.#resource.open(this.#unmetRequirement ? 0 : Infinity);
	}

	/** The link is lost. Reading is abandoned. */
	close(): void {
		this.#sync = undefined;
		this.#resource.close();
	}

	/** The keys in use need something else than before. */
	applyDemand(): void {
		if (this.#unmetRequirement) this.#resource.refreshWithin(0);
	}

	/** Reads it again. @returns The error, if it failed. */
	refresh(): Promise<ServiceError | undefined> {
		return this.#resource.refresh();
	}

	get #requirements(): readonly CoverageRequirement[] {
		return this.#options.requirements(this.#context);
	}

	get #unmetRequirement(): CoverageRequirement | undefined {
		const { coverage } = this.#context.store.ledger;
		return this.#requirements.find((requirement) => !coverage.isEnough(requirement));
	}

	/** One requirement after the other. */
	async #read(signal: AbortSignal): Promise<Snapshot | undefined> {
		const requirement = this.#unmetRequirement ?? this.#requirements[0];
		if (!requirement) return undefined;
		const { types, fromMs } = requirement;
		const current = this.#sync?.requirement;
		if (!this.#sync || current?.types.join() !== types.join() || fromMs < current.fromMs)
			this.#sync = { requirement, run: createListSync(this.#context, types, fromMs) };
		return this.#sync.run(signal);
	}

	/** @returns When it has to be read again, in milliseconds. */
	#apply(snapshot: Snapshot): number {
		const { store } = this.#context;
		this.#sync = undefined;
		const { missed } = store.ledger.applySnapshot(snapshot);
		store.notify(missed.length > 0 ? { events: missed, source: "missed" } : undefined);
		return this.#unmetRequirement ? 0 : this.#options.maxAgeMs(snapshot.events.length);
	}
}
