import { createServiceClient } from "./service/client";
import type { ServiceClient } from "./service/ports";
import { ServiceOffset } from "./service/service-offset";
import { parseGlobalSettings } from "./settings/schemas";
import type { Clock } from "./state/clock";
import { ServiceClock } from "./state/service-clock";

type AccountAccess = { readonly baseUrl: string; readonly apiKey: string };

/**
 * Asks the service what is asked first, whose account it is and where its room is, while the rest of the plugin is still
 * being loaded: by the time it is there, so are the answers.
 */
export class HeadStart {
	/** Put right by each answer. */
	readonly clock: ServiceClock;
	/** The service's offset from UTC, as its pushed events tell it. */
	readonly offset = new ServiceOffset();
	readonly #clientFactory: typeof createServiceClient;
	#prefetched: { readonly accountKey: string; readonly client: ServiceClient } | undefined;

	constructor(systemClock: Clock, clientFactory = createServiceClient) {
		this.clock = new ServiceClock(systemClock);
		this.#clientFactory = clientFactory;
	}

	/** @param settings What the host told, as it came. Without an account that can be asked, nothing is. */
	prefetch(settings: unknown): void {
		const { baseUrl, apiKey } = parseGlobalSettings(settings);
		if (baseUrl === undefined || apiKey === undefined) return;
		try {
			const client = withPrefetch(this.#createClient({ baseUrl, apiKey }));
			this.#prefetched = { accountKey: accountKeyOf({ baseUrl, apiKey }), client };
		} catch {
			// Whoever needs the account says what is wrong with its address.
		}
	}

	/** The client that has asked already, for whoever comes first for that account; else a new one. */
	readonly createClient = (account: AccountAccess): ServiceClient => {
		const prefetched = this.#prefetched;
		this.#prefetched = undefined;
		return prefetched?.accountKey === accountKeyOf(account) ? prefetched.client : this.#createClient(account);
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

function accountKeyOf({ baseUrl, apiKey }: AccountAccess): string {
	return JSON.stringify([baseUrl, apiKey]);
}

function withPrefetch(client: ServiceClient): ServiceClient {
	return {
		...client,
		account: prefetchOnce((signal) => client.account(signal)),
		socketAddress: prefetchOnce((signal) => client.socketAddress(signal)),
	};
}

/** Asks now; the first who asks is given that answer. */
function prefetchOnce<T>(
	request: (signal?: AbortSignal) => Promise<T>,
): (signal?: AbortSignal) => Promise<T> {
	let pending: Promise<T> | undefined = request();
	// Whoever takes it hears of it.
	pending.catch(() => undefined);
	return (signal) => {
		const response = pending ?? request(signal);
		pending = undefined;
		return response;
	};
}
