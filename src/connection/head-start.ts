import { createServiceClient } from "../service/client";
import type { ServiceClient } from "../service/ports";
import { ServiceOffset, type OffsetStorage } from "../service/service-offset";
import { accountSecret, type AccountAccess, type StoredAccess } from "../state/account";
import type { Totals } from "../state/totals";
import type { ServiceClock } from "../state/time/service-clock";

/**
 * Sends the first requests of a session, for the account and its channel, while the rest of the plugin is still
 * loading.
 * Invariant: prefetched responses are used at most once, and only for the account for which they were requested.
 */
export class HeadStart {
	/** Clock of the service, corrected by each response. */
	readonly clock: ServiceClock;
	/** Offset of the service from UTC, derived from its pushed events. */
	readonly offset: ServiceOffset;
	readonly #clientFactory: typeof createServiceClient;
	#onTotals: ((totals: Totals) => void) | undefined;
	#prefetched: { readonly secret: string | undefined; readonly client: ServiceClient } | undefined;

	constructor(clock: ServiceClock, offsets?: OffsetStorage, clientFactory = createServiceClient) {
		this.clock = clock;
		this.offset = new ServiceOffset(offsets);
		this.#clientFactory = clientFactory;
	}

	/**
	 * Starts the requests, if an account is stored.
	 * @param onTotals If given, the totals are requested, too.
	 */
	prefetch({ baseUrl, apiKey }: StoredAccess, onTotals?: (totals: Totals) => void): void {
		if (baseUrl === undefined || apiKey === undefined) return;
		try {
			const client = withPrefetch(this.#createClient({ baseUrl, apiKey }));
			this.#onTotals = onTotals;
			// A failure is handled by the first sync, which requests them again.
			if (onTotals)
				client.totals().then(
					(totals) => this.#onTotals?.(totals),
					() => undefined,
				);
			this.#prefetched = { secret: accountSecret({ baseUrl, apiKey }), client };
		} catch {
			// An invalid address is reported when the connection uses the account.
		}
	}

	/**
	 * Returns the client with the prefetched responses to the first caller for that account, and a new one to all
	 * others.
	 */
	readonly createClient = (account: AccountAccess): ServiceClient => {
		const prefetched = this.#prefetched;
		this.#prefetched = undefined;
		const isSame = prefetched !== undefined && prefetched.secret === accountSecret(account);
		if (!isSame) this.#onTotals = undefined;
		return isSame ? prefetched.client : this.#createClient(account);
	};

	#createClient(account: AccountAccess): ServiceClient {
		const { clock, offset } = this;
		const client = this.#clientFactory({
			...account,
			offset,
			now: () => clock.now(),
			onDate: (dateMs, origin) => {
				clock.noteDate(dateMs, origin);
			},
		});
		offset.useFor(client.origin);
		return client;
	}
}

function withPrefetch(client: ServiceClient): ServiceClient {
	return {
		...client,
		account: prefetchOnce((signal) => client.account(signal)),
		socketAddress: prefetchOnce((signal) => client.socketAddress(signal)),
	};
}

/** Starts the request immediately and returns its result to the first caller. */
function prefetchOnce<T>(
	request: (signal?: AbortSignal) => Promise<T>,
): (signal?: AbortSignal) => Promise<T> {
	let pending: Promise<T> | undefined = request();
	// The caller that takes the result handles its rejection.
	pending.catch(() => undefined);
	return (signal) => {
		const response = pending ?? request(signal);
		pending = undefined;
		return response;
	};
}
