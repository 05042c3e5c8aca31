import { serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";

/** The name of the account is asked for on the way to the room; a service that doesn't say must not hold us up. */
const accountWaitMs = 2_500;
/** Failures of the discovery that say nothing about the sockets. */
const discoveryFailures = ["server-error", "bad-answer", "not-this-service", "rate-limited"];

/** Finds out where the event channel is, anew for each attempt to join it. */
export class EventAddressResolver {
	readonly #client: Pick<ServiceClient, "socketAddress">;
	readonly #clock: Clock;
	readonly #ensureAccount: () => Promise<void>;
	#lastOrigin: string | undefined;

	/** @param ensureAccount Resolves when the account is known, rejects with a `refused` {@link ServiceError} when the key is not accepted. */
	constructor(
		client: Pick<ServiceClient, "socketAddress">,
		clock: Clock,
		ensureAccount: () => Promise<void>,
	) {
		this.#client = client;
		this.#clock = clock;
		this.#ensureAccount = ensureAccount;
	}

	/** @throws {ServiceError} When nobody tells, or the key is refused. */
	async resolve(signal: AbortSignal): Promise<string> {
		[this.#lastOrigin] = await Promise.all([this.#discover(signal), this.#waitForAccount()]);
		return this.#lastOrigin;
	}

	#waitForAccount(): Promise<void> {
		return new Promise((resolve, reject) => {
			const cancel = this.#clock.schedule(resolve, accountWaitMs);
			void this.#ensureAccount().then(resolve, reject).finally(cancel);
		});
	}

	/** The last known address serves when only the discovery is broken. */
	async #discover(signal: AbortSignal): Promise<string> {
		try {
			return await this.#client.socketAddress(signal);
		} catch (error) {
			const isDiscoveryFailure = discoveryFailures.includes(serviceErrorFrom(error).kind);
			if (this.#lastOrigin !== undefined && isDiscoveryFailure) return this.#lastOrigin;
			throw error;
		}
	}
}
