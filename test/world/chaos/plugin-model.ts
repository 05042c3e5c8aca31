import { ConnectionManager } from "../../../src/connection/connection-manager";
import { callTimeoutMs } from "../../../src/service/timing";
import { noDemand, type ServiceDemand } from "../../../src/state/service-demand";
import type { CounterQuery } from "../../../src/state/counters/counter-query";
import type { CustomEvent } from "../../../src/state/events/custom-event";
import { secondMs, startOfSecondMs } from "../../../src/state/time/periods";
import { ignoredNamesFrom } from "../../../src/state/events/ignored-names";
import { ServiceClock } from "../../../src/state/time/service-clock";
import type { StoreListener } from "../../../src/state/store";
import { instantOf } from "../../../src/state/time/clock";
import { InMemoryListStore } from "../fakes/in-memory-list-store";
import { ProcessClock } from "../fakes/virtual-clock";
import { SkewedClock } from "../fakes/skewed-clock";
import type { GoalKeys } from "./user/goal-keys";
import { minOf, type LatestKey } from "./user/keys";
import type { OwnEventRecords } from "../../../src/ledger/own-events";
import type { ServiceModel } from "./service/service-model";
import { neededTypes } from "../../../src/sync/snapshot-needs";
import { Store } from "../../../src/state/store";
import { Ledger } from "../../../src/ledger/ledger";
import { ownLimits, type Limits } from "./limits";
import type { ThankMarks } from "../../../src/ledger/thank-marks";
import type { StreamEvent } from "../../../src/state/events/stream-event";

export type PluginOptions = {
	readonly sessionStartedAtMs?: number | undefined;
	/** Identities of events that an earlier run posted. */
	readonly ownEvents?: OwnEventRecords;
	/** List data stored by an earlier run. */
	readonly memory?: InMemoryListStore;
	readonly listener?: StoreListener;
	readonly goals?: GoalKeys | undefined;
	readonly log?: (message: string) => void;
	readonly limits?: Limits;
	/** Stored record of thanked events; undefined without keys that thank. */
	readonly thanked?: ThankMarks | undefined;
};

/** One run of the plugin's process, down to the ports: the real modules, called as keys call them. */
export class PluginModel {
	readonly store: Store;
	readonly manager: ConnectionManager;
	readonly process: ProcessClock;
	/** The clock of the plugin's computer. */
	readonly clock: ServiceClock;
	/** The event list that is stored across restarts. */
	readonly memory: InMemoryListStore;
	/** Stored record of thanked events; undefined without keys that thank. */
	thanked: ThankMarks | undefined;
	/** Start of the process, on the monotonic clock. */
	readonly startedAtMs: number;
	readonly #keyClock: ProcessClock;
	readonly #service: ServiceModel;
	readonly #goals: GoalKeys | undefined;

	constructor(service: ServiceModel, options: PluginOptions = {}) {
		const {
			sessionStartedAtMs,
			ownEvents = { keys: [], posts: [] },
			limits = ownLimits,
			memory = new InMemoryListStore(limits.minCachedCount),
			listener,
			goals,
			log,
		} = options;
		this.#goals = goals;
		this.#service = service;
		this.startedAtMs = service.clock.elapsedMs();
		this.store = new Store((cache) => new Ledger(cache, limits.ledger));
		this.thanked = options.thanked;
		this.memory = memory;
		this.process = new ProcessClock(service.clock);
		this.#keyClock = new ProcessClock(service.clock);
		this.clock = new ServiceClock(new SkewedClock(this.process, () => service.computerClockOffsetMs));
		service.resetCooldowns();
		const writeLog = (message: string) => log?.(message);
		this.manager = new ConnectionManager({
			store: this.store,
			clock: this.clock,
			random: service.random.next,
			createClient: () =>
				service.client(this.process, callTimeoutMs, (dateMs, origin) => this.clock.noteDate(dateMs, origin)),
			openMemory: () => memory,
			openRoom: service.openRoomFor(this.process),
			limits: limits.sync,
			log: { info: writeLog, warn: writeLog, error: writeLog },
			onJoined: () => {
				if (this.store.state.sessionStartedAtMs === undefined) this.resetSession();
			},
		});
		this.configure();
		this.store.ignore(ignoredNamesFrom(service.ignoredName));
		this.store.ledger.thanks.resume(this.thanked ?? {}, this.thanked && sessionStartedAtMs);
		this.store.update({ sessionStartedAtMs });
		this.store.ledger.ownEvents.restore(ownEvents);
		const checkGoals = goals?.watch(this.store, this.clock, this.#keyClock);
		this.store.subscribe((batch) => {
			if (this.process.isKilled) return;
			if (batch?.source === "live") for (const event of batch.events) this.clock.noteEvent(event.createdAtMs);
			if (batch) this.#saveThanked();
			checkGoals?.(batch);
			listener?.(batch);
		});
	}

	/** @param sceneSocketUrl Address of the scene channel, as typed by the user. */
	configure(sceneSocketUrl?: string): void {
		const { apiKey } = this.#service.account;
		this.#service.sceneOrigin = sceneSocketUrl;
		this.manager.configure({ baseUrl: "https://service.example", apiKey, sceneSocketUrl });
	}

	/** Starts a session with this second, or with the next one if this second already has an event. */
	resetSession(): void {
		const nextMs = startOfSecondMs(this.store.ledger.newestMs() ?? -Infinity) + secondMs;
		this.startSession(Math.max(startOfSecondMs(this.clock.now()), nextMs));
	}

	/** Applies another session start from the settings. */
	startSession(sessionStartedAtMs: number | undefined): void {
		if (this.thanked) this.store.ledger.thanks.resume(this.thanked, sessionStartedAtMs);
		this.#saveThanked();
		this.store.update({ sessionStartedAtMs });
	}

	/** Presses a key that thanks the person who has waited longest. */
	thankNext(key: LatestKey): StreamEvent | undefined {
		const min = minOf(key, this.currency);
		const thanked = this.store.ledger.thanks.thankNext(key.types, this.clock.now(), min);
		this.#saveThanked();
		return thanked?.event;
	}

	#saveThanked(): void {
		if (this.thanked) this.thanked = structuredClone(this.store.ledger.thanks.marks);
	}

	/** Presses a key that refreshes everything. */
	refresh(): void {
		this.#service.resetCooldowns();
		void this.manager.refresh("numbers");
	}

	/** Presses a key that reconnects. */
	reconnect(): void {
		this.#service.resetCooldowns();
		this.manager.reconnect();
	}

	/** Presses a key that sends an event. */
	async post(event: CustomEvent): Promise<void> {
		this.#service.resetCooldowns();
		await this.manager.postEvent(event, instantOf(this.process));
	}

	/** Makes keys with these queries visible. */
	show(queries: readonly CounterQuery[], others: ServiceDemand = noDemand): void {
		const demand = { ...others, queries: [...queries, ...this.goalQueries] };
		this.#service.silentChanges.setNeeded(neededTypes(demand));
		this.manager.setDemand(demand);
	}

	/** Queries of hidden keys with goals, which the plugin watches while a key is visible. */
	get goalQueries(): readonly CounterQuery[] {
		return this.#goals?.queries ?? [];
	}

	/** Hides the last key. */
	hide(): void {
		this.#service.silentChanges.setNeeded(new Set());
		this.manager.setDemand(undefined);
	}

	/** The account's currency, as far as the plugin knows. */
	get currency(): string | undefined {
		return this.store.state.account?.currency;
	}

	/** Whether the plugin is live and confirmed by the last snapshot. */
	get isExact(): boolean {
		const { link, confirmation, staleSinceMs } = this.store.state;
		return link.phase === "live" && confirmation === "confirmed" && staleSinceMs === undefined;
	}

	/** Ends the process without cleanup, as a kill does. */
	kill(service: ServiceModel): void {
		this.process.kill();
		this.#keyClock.kill();
		for (const room of [...service.rooms]) room.close();
	}
}
