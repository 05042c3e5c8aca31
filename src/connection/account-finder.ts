import { serviceErrorFrom, type ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock, Dispose } from "../state/clock";
import type { Store } from "../state/store";
import type { Log } from "./log";
import { retryDelayMs } from "./retry-policy";

export type AccountFinderOptions = {
	readonly client: ServiceClient;
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	readonly log: Log;
};

/** Learns whose account it is. Nothing has to wait for it, so it is asked for again until it is known. */
export class AccountFinder {
	readonly #options: AccountFinderOptions;
	#isOld = false;
	#failure: ServiceError | undefined;
	#failures = 0;
	#controller = new AbortController();
	#cancelRetry: Dispose = () => undefined;

	constructor(options: AccountFinderOptions) {
		this.#options = options;
	}

	/** What is known may have changed. */
	expire(): void {
		this.#isOld = true;
	}

	/**
	 * Asks unless it is known.
	 * @throws {ServiceError} `refused` only: anything else can wait.
	 */
	async find(signal: AbortSignal): Promise<void> {
		const { client, store, log } = this.#options;
		if (store.state.account && !this.#isOld) return;
		try {
			const account = await client.account(signal);
			if (signal.aborted) return;
			this.#isOld = false;
			this.#failure = undefined;
			this.#failures = 0;
			store.update({ account });
		} catch (error) {
			if (signal.aborted) return;
			this.#failure = serviceErrorFrom(error);
			this.#failures++;
			if (this.#failure.kind === "refused") throw this.#failure;
			log.warn(`account: ${this.#failure.kind}: ${this.#failure.message}`);
		}
	}

	/** The link is up: what could not be learned on the way is asked for again. */
	open(): void {
		this.close();
		this.#controller = new AbortController();
		this.#retryLater();
	}

	close(): void {
		this.#controller.abort();
		this.#cancelRetry();
	}

	#retryLater(): void {
		const { clock, random } = this.#options;
		const delayMs = this.#failure && retryDelayMs(this.#failure, this.#failures, random);
		if (delayMs === undefined) return;
		const { signal } = this.#controller;
		this.#cancelRetry = clock.schedule(() => {
			const retry = () => {
				if (!signal.aborted) this.#retryLater();
			};
			// Whether the key is refused, the readings find out as well.
			void this.find(signal).then(retry, retry);
		}, delayMs);
	}
}
