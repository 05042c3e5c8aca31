import type { ServiceError } from "../service/errors";
import { scopeStartMs } from "../state/counters";
import type { Snapshot } from "../state/snapshot";
import type { AccountContext } from "./account-context";
import { EventListReader } from "../event-list/event-list-reader";
import { KeptFresh } from "./kept-fresh";

/** A list that is being read, and since when, epoch milliseconds. */
type Look = { readonly list: EventListReader; readonly fromMs: number; readonly startedAtMs: number };

/** Read again at the earliest after so long: a donation may be edited or deleted long after it came. */
const minAgeMs = 300_000;
/** The longer the history, the more it costs to read it. */
const ageMsPerEvent = 1_000;

/**
 * Donations alone, as far back as keys rank who gave most: nothing else has to be read of a year for that. What is new
 * comes with the usual looks at the list, and live.
 */
export class DonationHistory {
	readonly #context: AccountContext;
	readonly #fresh: KeptFresh<Snapshot | undefined>;
	/** Kept after a failure: what has been read stays read. */
	#look: Look | undefined;
	/** How far back the last one was meant to go: a list that can't be paged stops before. */
	#askedFromMs = Infinity;

	constructor(context: AccountContext) {
		this.#context = context;
		this.#fresh = new KeptFresh(context, {
			what: "donations",
			read: (signal) => this.#read(signal),
			apply: (reading) => (reading ? this.#apply(reading) : Infinity),
		});
	}

	/** A first look at the list has been taken: what it lacked is read. */
	open(): void {
		this.#fresh.open(this.#isUnmet ? 0 : Infinity);
	}

	/** The link is lost. Reading is abandoned. */
	close(): void {
		this.#look = undefined;
		this.#askedFromMs = Infinity;
		this.#fresh.close();
	}

	/** Keys show other things than before. */
	applyDemand(): void {
		if (this.#isUnmet) this.#fresh.within(0);
	}

	/** Reads all of it again. @returns What went wrong, if anything did. */
	refresh(): Promise<ServiceError | undefined> {
		return this.#fresh.refresh();
	}

	/** How far back the rankings go, epoch milliseconds; undefined when no key ranks anybody. */
	get #fromMs(): number | undefined {
		const { clock, demand, store } = this.#context;
		const context = store.ledgerContext(clock.now());
		const starts = demand().supporters.map((scope) => scopeStartMs({ scope }, context) ?? -Infinity);
		return starts.length === 0 ? undefined : Math.min(...starts);
	}

	get #isUnmet(): boolean {
		const fromMs = this.#fromMs ?? Infinity;
		const completeFromMs = this.#context.store.ledger.namedFromMs("donation") ?? Infinity;
		return Math.min(completeFromMs, this.#askedFromMs) > fromMs;
	}

	async #read(signal: AbortSignal): Promise<Snapshot | undefined> {
		const { client, clock } = this.#context;
		const fromMs = this.#fromMs;
		if (fromMs === undefined) return undefined;
		if (!this.#look || fromMs < this.#look.fromMs) {
			const list = new EventListReader(client, ["donation"], fromMs);
			this.#look = { list, fromMs, startedAtMs: clock.now() };
		}
		const { list, startedAtMs } = this.#look;
		await list.readBack(signal);
		const { events, reachMs } = list;
		return { types: ["donation"], events, reachMs, isExact: true, startedAtMs, atMs: clock.elapsedMs() };
	}

	/** @returns When it is to be read again. */
	#apply(reading: Snapshot): number {
		const { store } = this.#context;
		this.#askedFromMs = Math.min(this.#askedFromMs, this.#look?.fromMs ?? Infinity);
		this.#look = undefined;
		const { missed } = store.ledger.applySnapshot(reading);
		store.announce(missed.length > 0 ? { events: missed, source: "missed" } : undefined);
		return this.#isUnmet ? 0 : Math.max(minAgeMs, reading.events.length * ageMsPerEvent);
	}
}
