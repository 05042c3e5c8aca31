import type { Account } from "./account";
import type { ChartData, ChartStaleness, ChartRange } from "./counters/chart";
import type { Dispose } from "./time/clock";
import type { LedgerContext } from "../ledger/figures/counters";
import type { Ledger } from "../ledger/ledger";
import type { SnapshotResult } from "../ledger/snapshot";
import type { IgnoredNames } from "./events/ignored-names";
import type { LinkStatus, LinkTrouble } from "./link-status";
import type { LedgerCache } from "../ledger/cached-list";
import { defaultCalendar, type Calendar } from "./time/periods";
import type { Interval } from "./time/scope";
import type { Scene } from "./scenes/scenes";
import type { StreamEvent, StreamEventType } from "./events/stream-event";

/** Whether the service has confirmed the displayed numbers. */
export type Confirmation =
	/** A sync is running or due: recent events may be missing. */
	| "pending"
	/** The last sync succeeded, and later events were pushed. */
	| "confirmed"
	/** The last sync failed; it is retried. */
	| "failed";

/** The service's last response about a scene that a key is bound to. A scene that was never requested is absent. */
export type SceneLookup = { readonly kind: "found"; readonly scene: Scene } | { readonly kind: "gone" };

/** State of the stream, except for the numbers, which the ledger holds. */
export type StreamState = {
	readonly link: LinkStatus;
	readonly sceneLink: LinkStatus;
	readonly confirmation: Confirmation;
	/** Start of the current series of failed syncs, epoch milliseconds; undefined if the last one succeeded. */
	readonly staleSinceMs?: number | undefined;
	/** Why the last sync failed. */
	readonly staleTrouble?: LinkTrouble | undefined;
	readonly account?: Account;
	/** Host name of the service, as the streamer typed it. */
	readonly serviceHost?: string;
	readonly hideNumbers: boolean;
	/** Epoch milliseconds. */
	readonly sessionStartedAtMs?: number | undefined;
	/** When the user's days and weeks begin. */
	readonly calendar: Calendar;
	/** By scene token. */
	readonly scenes: ReadonlyMap<string, SceneLookup>;
	/** By range; a chart that was never requested is absent. */
	readonly charts: ReadonlyMap<ChartRange, ChartData>;
	/** By range; a chart that is up to date is absent. */
	readonly chartStaleness: ReadonlyMap<ChartRange, ChartStaleness>;
};

export type EventBatch = {
	readonly events: readonly StreamEvent[];
	/** Whether the events were pushed or found by a sync. */
	readonly source: "live" | "missed";
};

/** @param cache The event list of the account as stored between runs. */
export type CreateLedger = (cache?: LedgerCache) => Ledger;

export type StoreListener = (batch?: EventBatch) => void;

/**
 * The state before the settings are loaded. Both links are connecting, because it is not known whether there is an
 * account.
 */
const emptyState: StreamState = {
	link: { phase: "connecting" },
	sceneLink: { phase: "connecting" },
	confirmation: "pending",
	hideNumbers: false,
	calendar: defaultCalendar,
	scenes: new Map(),
	charts: new Map(),
	chartStaleness: new Map(),
};

/**
 * The state shared by all keys. Listeners are notified of a change and read the state again.
 *
 * Invariant: the state and the ledger belong to the same account; both are replaced in one step.
 */
export class Store {
	readonly #listeners = new Set<StoreListener>();
	readonly #laterListeners = new Set<StoreListener>();
	#derive: (state: StreamState) => Partial<StreamState> | undefined = () => undefined;
	#state = emptyState;
	#ignoredNames: IgnoredNames = new Set();
	readonly #createLedger: CreateLedger;
	#ledger: Ledger;

	constructor(createLedger: CreateLedger) {
		this.#createLedger = createLedger;
		this.#ledger = createLedger();
	}

	get state(): StreamState {
		return this.#state;
	}

	get ledger(): Ledger {
		return this.#ledger;
	}

	update(patch: Partial<StreamState>): void {
		this.#state = { ...this.#state, ...patch };
		this.#ledger.setCurrency(this.#state.account?.currency);
		this.notify();
	}

	/**
	 * Discards everything that belongs to the account. Hidden numbers and the session start are kept.
	 * @param cache The event list of the next account as stored between runs.
	 */
	forgetAccount(cache?: LedgerCache): void {
		const { hideNumbers, sessionStartedAtMs, calendar } = this.#state;
		this.#ledger = this.#createLedger(cache);
		this.#ledger.ignore(this.#ignoredNames);
		this.#state = { ...emptyState, hideNumbers, sessionStartedAtMs, calendar };
		this.notify();
	}

	ignore(names: IgnoredNames): void {
		this.#ignoredNames = names;
		this.#ledger.ignore(names);
	}

	/** Sets a function that derives state from events and state. It runs before the listeners are notified. */
	setDerivation(derive: (state: StreamState) => Partial<StreamState> | undefined): void {
		this.#derive = derive;
	}

	/** Notifies all listeners, with the events that were just counted. */
	notify(batch?: EventBatch): void {
		const derived = this.#derive(this.#state);
		if (derived) this.#state = { ...this.#state, ...derived };
		for (const listener of [...this.#listeners]) listener(batch);
		queueMicrotask(() => {
			for (const listener of [...this.#laterListeners]) listener(batch);
		});
	}

	/**
	 * Notifies all listeners of the events that reads found. All of the numbers include them already, and a goal that a number
	 * has reached without an event is not sent, so those that have just happened come first and together.
	 */
	notifyFound(...results: readonly Pick<SnapshotResult, "live" | "missed">[]): void {
		for (const source of ["live", "missed"] as const) {
			const events = results.flatMap((result) => result[source]);
			if (events.length > 0) this.notify({ events, source });
		}
	}

	subscribe(listener: StoreListener): Dispose {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/** Calls the listener in a microtask, when the pictures of the change have been sent. */
	subscribeLater(listener: StoreListener): Dispose {
		this.#laterListeners.add(listener);
		return () => void this.#laterListeners.delete(listener);
	}

	/** Returns the context for ledger queries at this time, epoch milliseconds. */
	ledgerContext(nowMs: number): LedgerContext {
		const { sessionStartedAtMs, account, calendar } = this.#state;
		const thanksFromMs = (types: readonly StreamEventType[]) => this.#ledger.thanks.fromMs(types, nowMs);
		const readsSeparately = (interval: Interval) => this.#ledger.closedPeriods.accepts(interval, nowMs);
		const currency = account?.currency;
		return { nowMs, sessionStartedAtMs, calendar, currency, thanksFromMs, readsSeparately };
	}
}
