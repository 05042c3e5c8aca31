import { createListSync } from "./sync-attempt";
import type { ServiceError } from "../service/errors";
import type { CoverageRequirement } from "../ledger/coverage";
import type { Snapshot } from "../ledger/snapshot";
import { noDemand } from "../state/service-demand";
import { displayedFromMs, requirementsOf, sessionRequirementsOf } from "./snapshot-needs";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";
import { donationsIntervalPerEventMs, minDonationsIntervalMs } from "./timing";

export type EventBackfillOptions = {
	/** Name in log lines. */
	readonly label: string;
	/** Returns the events that have to be stored, in the order in which they are read. */
	readonly requirements: (context: AccountContext) => readonly CoverageRequirement[];
	/** Returns how long the result is current, by the number of events, in milliseconds. */
	readonly maxAgeMs: (count: number) => number;
};

/**
 * Reads the latest events that keys display, if they are older than everything that the regular syncs have read. On a
 * stream with many follows, the newest page of all types contains only follows, while the latest hosting may be months
 * old. Later events are pushed, so the result does not expire.
 */
export const latestEventsBackfill: EventBackfillOptions = {
	label: "latest events",
	requirements: ({ demand, store, clock }) => {
		const { coverage } = store.ledger;
		const { recent } = demand();
		const nowMs = clock.now();
		const latestRequirements = recent.map((need): CoverageRequirement => {
			const { types } = need;
			// Since this time, the events of all these types are stored with user names. Infinity before the first snapshot.
			const storedFromMs = Math.max(...types.map((type) => coverage.namedFromMs(type)));
			// Each read goes at least twice as far back, because a minimum amount can leave out thousands of events. By a power
			// of two, so that a read that a limit stopped is not repeated when time passes.
			const addedMs = 2 ** Math.ceil(Math.log2(Math.max(1, nowMs - storedFromMs)));
			const nextFromMs = Math.min(storedFromMs, nowMs) - addedMs;
			// Infinity requires no past events.
			const fromMs = displayedFromMs(need, store) >= storedFromMs ? Infinity : nextFromMs;
			return { types, fromMs, userNames: "required" };
		});
		return [...latestRequirements, ...sessionRequirementsOf(recent, store.ledgerContext(nowMs))];
	},
	maxAgeMs: () => Infinity,
};

/**
 * Reads the donations since the earliest start of a period for which a key ranks donors. They are read again at
 * intervals, because a donation can be edited long after it was made and the edit is not always pushed.
 */
export const donationsBackfill: EventBackfillOptions = {
	label: "donations",
	requirements: ({ demand, store, clock }) =>
		// All rankings together make one requirement, the only one with user names.
		requirementsOf({ ...noDemand, supporters: demand().supporters }, store.ledgerContext(clock.now())).filter(
			({ userNames }) => userNames === "required",
		),
	maxAgeMs: (count) => Math.max(minDonationsIntervalMs, count * donationsIntervalPerEventMs),
};

/**
 * Reads past events of the types that a requirement names, and of no other type. The regular syncs read all types in
 * use together, so they would have to read a year of follows to reach a donation of last year. New events arrive by
 * push and by the regular syncs.
 *
 * Invariant: one requirement is read at a time, and reading continues after a failure from the pages already read.
 */
export class EventBackfill {
	readonly #context: AccountContext;
	readonly #options: EventBackfillOptions;
	readonly #dropUnneeded: () => void;
	readonly #resource: PolledResource<Snapshot | undefined>;
	/** The sync in progress. It is kept after a failure, so that its pages are reused. */
	#sync:
		| { readonly requirement: CoverageRequirement; readonly run: ReturnType<typeof createListSync> }
		| undefined;

	/** @param dropUnneeded Called after each read: an unordered list contains what no key requires. */
	constructor(context: AccountContext, options: EventBackfillOptions, dropUnneeded: () => void) {
		this.#context = context;
		this.#options = options;
		this.#dropUnneeded = dropUnneeded;
		this.#resource = new PolledResource(context, {
			label: options.label,
			fetch: (signal) => this.#read(signal),
			apply: (snapshot) => (snapshot ? this.#apply(snapshot) : Infinity),
		});
	}

	/** Starts to read what is missing. The caller waits for the first snapshot, which decides what is missing. */
	open(): void {
		this.#resource.open(this.#unmetRequirement ? 0 : Infinity);
	}

	/** Stops reading and discards the sync in progress, because the event channel was lost. */
	close(): void {
		this.#sync = undefined;
		this.#resource.close();
	}

	applyDemand(): void {
		if (this.#unmetRequirement) this.#resource.refreshWithin(0);
	}

	/**
	 * Reads the events of the first unmet requirement, or of the first one if all are met. Only donations are refreshed
	 * on request, and they have a single requirement.
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
		// A sync that failed is continued if it reads the same types at least as far back.
		if (!this.#sync || current?.types.join() !== types.join() || fromMs < current.fromMs)
			this.#sync = { requirement, run: createListSync(this.#context, types, fromMs) };
		return this.#sync.run(signal);
	}

	/** @returns Delay until the next read, in milliseconds. */
	#apply(snapshot: Snapshot): number {
		const { store } = this.#context;
		this.#sync = undefined;
		const result = store.ledger.applySnapshot(snapshot);
		this.#dropUnneeded();
		store.notifyFound(result);
		store.notify();
		return this.#unmetRequirement ? 0 : this.#options.maxAgeMs(snapshot.events.length);
	}
}
