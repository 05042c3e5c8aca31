import { serviceErrorFrom } from "../service/errors";
import type { AccountContext } from "../sync/account-context";
import type { AccountPoller } from "../sync/account-poller";
import { accountWaitMs } from "./timing";

/** Errors of the discovery request that do not indicate a problem of the sockets. */
const discoveryFailures = ["server-error", "bad-answer", "not-this-service", "rate-limited"];

/**
 * Resolves the address of the event channel, again for each attempt to join it. Invariant: the last address is used
 * again only if discovery alone fails.
 */
export class EventAddressResolver {
	readonly #context: Pick<AccountContext, "client" | "clock">;
	readonly #accountPoller: Pick<AccountPoller, "ensureLoaded">;
	#lastOrigin: string | undefined;

	constructor(
		context: Pick<AccountContext, "client" | "clock">,
		accountPoller: Pick<AccountPoller, "ensureLoaded">,
	) {
		this.#context = context;
		this.#accountPoller = accountPoller;
	}

	/**
	 * Returns the origin of the event channel.
	 * @throws {ServiceError} If the address cannot be discovered or the API key is refused.
	 */
	async resolve(signal: AbortSignal): Promise<string> {
		[this.#lastOrigin] = await Promise.all([this.#discover(signal), this.#waitForAccount(signal)]);
		return this.#lastOrigin;
	}

	#waitForAccount(signal: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			const cancelTimer = this.#context.clock.schedule(resolve, accountWaitMs);
			const end = () => {
				cancelTimer();
				signal.removeEventListener("abort", end);
			};
			signal.addEventListener("abort", end);
			void this.#accountPoller.ensureLoaded().then(resolve, reject).finally(end);
		});
	}

	/** Returns the discovered origin, or the last one if only the discovery fails. */
	async #discover(signal: AbortSignal): Promise<string> {
		try {
			return await this.#context.client.socketAddress(signal);
		} catch (error) {
			const isDiscoveryFailure = discoveryFailures.includes(serviceErrorFrom(error).kind);
			if (this.#lastOrigin !== undefined && isDiscoveryFailure) return this.#lastOrigin;
			throw error;
		}
	}
}
