import type { Account } from "./account";
import type { ChartData, ChartStaleness, ChartRange } from "./chart";
import type { Dispose } from "./clock";
import type { LedgerContext } from "../ledger/counters";
import type { Ledger } from "../ledger/ledger";
import type { LinkStatus, LinkTrouble } from "./link-status";
import type { ListCache } from "../ledger/cached-list";
import type { Scene } from "./scenes";
import type { StreamEvent, StreamEventType } from "./stream-event";

/** How far the numbers shown are backed by the service. */
export type Confirmation =
	/** A look is under way or due: what happened meanwhile may be missing. */
	| "pending"
	/** The last look succeeded and the events since came in live. */
	| "confirmed"
	/** The last look failed; another will be tried. */
	| "failed";

/** What the service said of a scene that some key is bound to. A scene never asked for is absent. */
export type SceneLookup = { readonly kind: "found"; readonly scene: Scene } | { readonly kind: "gone" };

/** Everything known about the stream, apart from the numbers, which the ledger holds. */
export type StreamState = {
	readonly link: LinkStatus;
	readonly sceneLink: LinkStatus;
	readonly confirmation: Confirmation;
	/** Since when looks have failed, epoch milliseconds; undefined while the last one succeeded. */
	readonly staleSinceMs?: number | undefined;
	/** Why the last read failed. */
	readonly staleTrouble?: LinkTrouble | undefined;
	readonly account?: Account;
	/** Host name of the service, as the streamer typed it. */
	readonly serviceHost?: string;
	readonly hideNumbers: boolean;
	/** Epoch milliseconds. */
	readonly sessionStartedAtMs?: number | undefined;
	/** By scene token. */
	readonly scenes: ReadonlyMap<string, SceneLookup>;
	/** By range; a chart never asked for is absent. */
	readonly charts: ReadonlyMap<ChartRange, ChartData>;
	/** By range; a chart that can be trusted is absent. */
	readonly chartStaleness: ReadonlyMap<ChartRange, ChartStaleness>;
};

/** Stream events that were just counted. */
export type EventBatch = {
	readonly events: readonly StreamEvent[];
	/** Whether they came live or were found afterwards. */
	readonly source: "live" | "missed";
};

/** @param hashName Hashes user names that are no longer stored. */
export type CreateLedger = (hashName?: ListCache["hashName"]) => Ledger;

export type StoreListener = (batch?: EventBatch) => void;

/** Until the host has told the settings, nobody knows whether there is an account. */
const emptyState: StreamState = {
	link: { phase: "connecting" },
	sceneLink: { phase: "connecting" },
	confirmation: "pending",
	hideNumbers: false,
	scenes: new Map(),
	charts: new Map(),
	chartStaleness: new Map(),
};

/** The one copy of the truth that all keys look at. Listeners learn that something changed, and look again. */
export class Store {
	readonly #listeners = new Set<StoreListener>();
	#state = emptyState;
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
	 * Another account: nothing of the last one may show.
	 * @param hashName How names are kept that are not known any more.
	 */
	forgetAccount(hashName?: ListCache["hashName"]): void {
		const { hideNumbers, sessionStartedAtMs } = this.#state;
		this.#ledger = this.#createLedger(hashName);
		this.#state = { ...emptyState, hideNumbers, sessionStartedAtMs };
		this.notify();
	}

	/** Tells the listeners to look again, and what has just happened. */
	notify(batch?: EventBatch): void {
		for (const listener of [...this.#listeners]) listener(batch);
	}

	subscribe(listener: StoreListener): Dispose {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/** What the ledger needs to answer a query at this time. */
	ledgerContext(nowMs: number): LedgerContext {
		const { sessionStartedAtMs, account } = this.#state;
		const thanksFromMs = (types: readonly StreamEventType[]) => this.#ledger.thanks.fromMs(types, nowMs);
		return { nowMs, sessionStartedAtMs, currency: account?.currency, thanksFromMs };
	}
}
