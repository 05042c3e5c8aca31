import { serviceErrorFrom, type ServiceError } from "../service/errors";
import type { Account } from "../state/account";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";
import { accountMaxAgeMs } from "./timing";

/**
 * Keeps the account current, and thereby checks whether the API key is accepted. Retries until it succeeds,
 * independently of the channels.
 *
 * Invariant: the API key is reported as refused only after two refusals in a row.
 */
export class AccountPoller {
	/** The polled account. While it is paused, the last account stays in the store. */
	readonly resource: PolledResource<Account>;

	/** @param onRefused Called when the service refused the API key twice in a row. */
	constructor(context: AccountContext, onRefused: (error: ServiceError) => void) {
		const { client, store } = context;
		this.resource = new PolledResource(context, {
			label: "the account",
			// A single refusal may be an error of the service.
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
				return accountMaxAgeMs;
			},
			onFailed: (error) => {
				if (error.kind === "refused") onRefused(error);
			},
		});
	}

	/**
	 * Reads the account unless it is stored.
	 * @throws {ServiceError} `refused` only. After other errors the account is read later.
	 */
	async ensureLoaded(): Promise<void> {
		if (this.resource.ageMs < Infinity && !this.resource.isFailing) return;
		const refusal = await this.checkKey();
		if (refusal) throw refusal;
	}

	/**
	 * Reads the account to check the API key.
	 * @returns The refusal; undefined if the key is accepted or could not be checked.
	 */
	async checkKey(): Promise<ServiceError | undefined> {
		const failure = await this.resource.refresh();
		return failure?.kind === "refused" ? failure : undefined;
	}
}
