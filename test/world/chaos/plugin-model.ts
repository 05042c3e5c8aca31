import { ConnectionManager } from "../../../src/connection/connection-manager";
import { callLimitMs } from "../../../src/service/client";
import { noDemand } from "../../../src/state/service-demand";
import type { CounterQuery } from "../../../src/state/counter-query";
import type { CustomEvent } from "../../../src/state/custom-event";
import { secondMs, secondOf } from "../../../src/state/periods";
import { ServiceClock } from "../../../src/state/service-clock";
import { Store, type StoreListener } from "../../../src/state/store";
import { instantOf } from "../../../src/state/clock";
import { MemoryModel } from "../fakes/memory-model";
import { ProcessClock } from "../fakes/virtual-clock";
import { WrongClock } from "../fakes/wrong-clock";
import type { GoalsModel } from "./goals-model";
import type { ServiceModel } from "./service-model";

export type PluginOptions = {
	readonly sessionStartedAtMs?: number | undefined;
	/** Names of events that an earlier run posted. */
	readonly testNames?: readonly string[];
	/** What an earlier run has kept of the list. */
	readonly memory?: MemoryModel;
	readonly listener?: StoreListener;
	readonly goals?: GoalsModel | undefined;
	readonly log?: (message: string) => void;
};

/** One run of the plugin's process, down to the ports: the real modules, asked as keys ask them. */
export class PluginModel {
	readonly store = new Store();
	readonly manager: ConnectionManager;
	readonly process: ProcessClock;
	/** What time it is, as far as the plugin knows. */
	readonly clock: ServiceClock;
	/** What the settings keep of events that were posted. */
	readonly testNames: string[];
	readonly memory: MemoryModel;
	readonly #service: ServiceModel;
	readonly #goals: GoalsModel | undefined;

	constructor(service: ServiceModel, options: PluginOptions = {}) {
		const { sessionStartedAtMs, testNames = [], memory = new MemoryModel(), listener, goals, log } = options;
		this.#goals = goals;
		this.#service = service;
		this.memory = memory;
		this.process = new ProcessClock(service.clock);
		this.clock = new ServiceClock(new WrongClock(this.process, () => service.computerAheadMs));
		service.forgetRequests();
		const say = (message: string) => log?.(message);
		this.manager = new ConnectionManager({
			store: this.store,
			clock: this.clock,
			random: service.random.next,
			createClient: () =>
				service.client(this.process, callLimitMs, (dateMs, origin) => this.clock.noteDate(dateMs, origin)),
			openMemory: () => memory,
			openRoom: service.openRoomFor(this.process),
			log: { info: say, warn: say, error: say },
			onJoined: () => {
				if (this.store.state.sessionStartedAtMs === undefined) this.resetSession();
			},
		});
		this.manager.configure({ baseUrl: "https://service.example", apiKey: service.account.apiKey });
		this.store.update({ sessionStartedAtMs });
		this.testNames = [...testNames];
		this.store.ledger.recallTests(testNames);
		const lookAtGoals = goals?.watch(this.store, this.clock);
		this.store.subscribe((batch) => {
			if (this.process.isKilled) return;
			if (batch?.source === "live") for (const event of batch.events) this.clock.noteEvent(event.createdAtMs);
			lookAtGoals?.(batch);
			listener?.(batch);
		});
	}

	/** A session begins with this second, or with the next one if something happened in this one already. */
	resetSession(): void {
		const nextMs = secondOf(this.store.ledger.newestMs() ?? -Infinity) + secondMs;
		this.store.update({ sessionStartedAtMs: Math.max(secondOf(this.clock.now()), nextMs) });
	}

	/** Somebody presses a key that reads everything again. */
	refresh(): void {
		this.#service.forgetRequests();
		void this.manager.refresh("numbers");
	}

	/** Somebody presses a key that connects anew. */
	reconnect(): void {
		this.#service.forgetRequests();
		this.manager.reconnect();
	}

	/** Somebody presses a key that sends an event. */
	async post(event: CustomEvent): Promise<void> {
		this.#service.forgetRequests();
		const outcome = await this.manager.postEvent(event, instantOf(this.process));
		if (outcome.kind === "posted" && outcome.name !== undefined) this.testNames.push(outcome.name);
	}

	/** Keys appear that ask these questions. */
	show(queries: readonly CounterQuery[]): void {
		this.manager.setDemand({ ...noDemand, queries: [...queries, ...(this.#goals?.queries ?? [])] });
	}

	/** The last key disappears. */
	hide(): void {
		this.manager.setDemand(undefined);
	}

	/** Live, and confirmed by the last reading. */
	get isSure(): boolean {
		const { link, confirmation, doubtSinceMs } = this.store.state;
		return link.phase === "live" && confirmation === "confirmed" && doubtSinceMs === undefined;
	}

	/** Ends as a killed process does: without a word. */
	kill(service: ServiceModel): void {
		this.process.kill();
		for (const room of [...service.rooms]) room.close();
	}
}
