import type { ServiceError } from "../service/errors";
import { serviceErrorFrom } from "../service/errors";
import type { Account } from "../state/account";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";

/** The account's currency may be changed, and nothing tells of it. */
const maxAgeMs = 300_000;

/** Knows whose account it is, and so whether the key is accepted. Asks until it is known, however the link is doing. */
export class AccountPoller {
	/** Paused, what is known from before is kept. */
	readonly resource: PolledResource<Account>;

	/** @param onRefused The service says that it does not know the key, and said so twice. */
	constructor(context: AccountContext, onRefused: (error: ServiceError) => void) {
		const { client, store } = context;
		this.resource = new PolledResource(context, {
			label: "the account",
			// A single refusal may be a mistake.
			fetch: async (signal) => {
				try {
					return await client.account(signal);
				} catch (error) {
					if (serviceErrorFrom(error).kind !== "refused") throw error;
					return client.account(signal);
				}
			},
			apply: (account) => {
				store.update({ account });
				return maxAgeMs;
			},
			onFailed: (error) => {
				if (error.kind === "refused") onRefused(error);
			},
		});
	}

	/**
	 * Asks unless it is known.
	 * @throws {ServiceError} `refused` only: anything else can wait.
	 */
	async ensureLoaded(): Promise<void> {
		if (this.resource.ageMs < Infinity && !this.resource.isFailing) return;
		const refusal = await this.checkKey();
		if (refusal) throw refusal;
	}

	/** Asks whose key it is. @returns Why it is not accepted; undefined when it is, or when nobody could tell. */
	async checkKey(): Promise<ServiceError | undefined> {
		const failure = await this.resource.refresh();
		return failure?.kind === "refused" ? failure : undefined;
	}
}
