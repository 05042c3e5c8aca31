import { createListSync } from "./sync-attempt";
import type { ServiceError } from "../service/errors";
import type { CoverageRequirement } from "../ledger/coverage";
import type { Snapshot } from "../ledger/snapshot";
import { noDemand } from "../state/service-demand";
import { requirementsOf, sessionRequirementsOf } from "./snapshot-needs";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";

export type EventBackfillOptions = {
	/** Name in log lines. */
	readonly label: string;
	readonly requirements: (context: AccountContext) => readonly CoverageRequirement[];
	/** Returns how long the result is current, by the number of events, in milliseconds. */
	readonly maxAgeMs: (count: number) => number;
};

/**
 * Reads the latest events of types that are rare: on a stream with many follows, the last hosting may be months
 * old. Later ones are pushed, so the result does not expire.
 */
export const latestEventsBackfill: EventBackfillOptions = {
	label: "earlier events",
	requirements: ({ demand, store, clock }) => {
		const { ledger } = store;
		const { recent } = demand();
		const newestRequirements = recent.map(({ types, count, min }): CoverageRequirement => {
			const reachMs = Math.max(...types.map((type) => ledger.coverage.namedFromMs(type)));
			const newest = ledger.newest(types, count, min);
			const isFull = newest.length === count && newest.every(({ createdAtMs }) => createdAtMs >= reachMs);
			const fromMs = isFull ? Infinity : Math.min(reachMs, clock.now()) - 1;
			return { types, fromMs, userNames: "required" };
		});
		return [...newestRequirements, ...sessionRequirementsOf(recent, store.ledgerContext(clock.now()))];
	},
	maxAgeMs: () => Infinity,
};

/**
 * Reads donations as far back as keys rank donors. A donation can be edited long after it was made. The more
 * donations there are, the more a read costs, so the longer the interval.
 */
export const donationsBackfill: EventBackfillOptions = {
	label: "donations",
	requirements: ({ demand, store, clock }) =>
		requirementsOf({ ...noDemand, supporters: demand().supporters }, store.ledgerContext(clock.now())).filter(
			({ userNames }) => userNames,
		),
	maxAgeMs: (count) => Math.max(300_000, count * 1_000),
};

/**
 * Reads older events of some types alone, so that a year of follows is not read for them. New events arrive by push
 * and by the regular syncs.
 *
 * Invariant: one requirement is read at a time, and reading continues after a failure from the pages already read.
 */
export class EventBackfill {
	readonly #context: AccountContext;
	readonly #options: EventBackfillOptions;
	readonly #resource: PolledResource<Snapshot | undefined>;
	/** The sync in progress. It is kept after a failure, so that its pages are reused. */
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

	/** Starts after the first snapshot, and reads what is missing. */
	open(): void {
		if (this.#resource.isOpen) return;
		this.#resource.open(this.#unmetRequirement ? 0 : Infinity);
	}

	/** Stops reading and discards the sync in progress, because the event channel was lost. */
	close(): void {
		this.#sync = undefined;
		this.#resource.close();
	}

	/** Applies a change of what the keys in use need. */
	applyDemand(): void {
		if (this.#unmetRequirement) this.#resource.refreshWithin(0);
	}

	/**
	 * Reads the events again.
	 * @returns The error; undefined after success.
	 */
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

	/** Reads one requirement. Further ones follow after it is applied. */
	async #read(signal: AbortSignal): Promise<Snapshot | undefined> {
		const requirement = this.#unmetRequirement ?? this.#requirements[0];
		if (!requirement) return undefined;
		const { types, fromMs } = requirement;
		const current = this.#sync?.requirement;
		if (!this.#sync || current?.types.join() !== types.join() || fromMs < current.fromMs)
			this.#sync = { requirement, run: createListSync(this.#context, types, fromMs) };
		return this.#sync.run(signal);
	}

	/**
	 * Applies a snapshot.
	 * @returns Delay until the next read, in milliseconds.
	 */
	#apply(snapshot: Snapshot): number {
		const { store } = this.#context;
		this.#sync = undefined;
		const { missed } = store.ledger.applySnapshot(snapshot);
		store.notify(missed.length > 0 ? { events: missed, source: "missed" } : undefined);
		return this.#unmetRequirement ? 0 : this.#options.maxAgeMs(snapshot.events.length);
	}
}
