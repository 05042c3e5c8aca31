import { serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";

/** The name of the account is asked for on the way to the room; a service that doesn't say must not hold us up. */
const accountWaitMs = 2_500;
/** Failures of the discovery that say nothing about the sockets. */
const discoveryFailures = ["server-error", "bad-answer", "not-this-service", "rate-limited"];

export type EventAddressOptions = {
	readonly client: Pick<ServiceClient, "socketAddress">;
	readonly clock: Clock;
	/** Resolves when the account is known, rejects with a `refused` {@link ServiceError} when the key is not accepted. */
	readonly account: () => Promise<void>;
};

/** Finds out where the event channel is, anew for each attempt to join it. */
export class EventAddress {
	readonly #options: EventAddressOptions;
	#lastOrigin: string | undefined;

	constructor(options: EventAddressOptions) {
		this.#options = options;
	}

	/** @throws {ServiceError} When nobody tells, or the key is refused. */
	async find(signal: AbortSignal): Promise<string> {
		const [origin] = await Promise.all([this.#discover(signal), this.#waitForAccount()]);
		this.#lastOrigin = origin;
		return origin;
	}

	#waitForAccount(): Promise<void> {
		const { account, clock } = this.#options;
		return new Promise((resolve, reject) => {
			const cancel = clock.schedule(resolve, accountWaitMs);
			void account().then(resolve, reject).finally(cancel);
		});
	}

	/** The last known address serves when only the discovery is broken. */
	async #discover(signal: AbortSignal): Promise<string> {
		try {
			return await this.#options.client.socketAddress(signal);
		} catch (error) {
			const isElsewhere = discoveryFailures.includes(serviceErrorFrom(error).kind);
			if (this.#lastOrigin !== undefined && isElsewhere) return this.#lastOrigin;
			throw error;
		}
	}
}
