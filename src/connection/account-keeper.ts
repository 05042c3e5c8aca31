import type { ServiceError } from "../service/errors";
import { serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Account } from "../state/account";
import type { Clock } from "../state/clock";
import type { Store } from "../state/store";
import { KeptFresh } from "./kept-fresh";
import type { Log } from "./log";

export type AccountKeeperOptions = {
	readonly client: Pick<ServiceClient, "account">;
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	readonly log: Log;
	/** The service says that it does not know the key, and said so twice. */
	readonly onRefused: (error: ServiceError) => void;
};

/** Knows whose account it is, and so whether the key is accepted. Asks until it is known, however the link is doing. */
export class AccountKeeper {
	readonly #options: AccountKeeperOptions;
	readonly #account: KeptFresh<Account>;
	#isKnown = false;

	constructor(options: AccountKeeperOptions) {
		this.#options = options;
		const { clock, random } = options;
		this.#account = new KeptFresh({
			...{ clock, random },
			read: (signal) => this.#ask(signal),
			apply: (account) => {
				this.#isKnown = true;
				options.store.update({ account });
				return Infinity;
			},
			onFailed: (error) => {
				options.log.warn(`account: ${error.kind}: ${error.message}`);
				if (error.kind === "refused") options.onRefused(error);
			},
		});
	}

	/** What is known from before is kept. */
	open(): void {
		this.#account.open(this.#isKnown ? Infinity : 0);
	}

	close(): void {
		this.#account.close();
	}

	/** What is known may have changed. */
	expire(): void {
		this.#isKnown = false;
	}

	/**
	 * Asks unless it is known.
	 * @throws {ServiceError} `refused` only: anything else can wait.
	 */
	async find(): Promise<void> {
		if (this.#isKnown && !this.#account.isFailing) return;
		const refusal = await this.checkKey();
		if (refusal) throw refusal;
	}

	/** Asks whose key it is. @returns Why it is not accepted; undefined when it is, or when nobody could tell. */
	async checkKey(): Promise<ServiceError | undefined> {
		const failure = await this.#account.refresh();
		return failure?.kind === "refused" ? failure : undefined;
	}

	/** A single refusal may be a mistake. */
	async #ask(signal: AbortSignal): Promise<Account> {
		const { client } = this.#options;
		try {
			return await client.account(signal);
		} catch (error) {
			if (serviceErrorFrom(error).kind !== "refused") throw error;
			return client.account(signal);
		}
	}
}
