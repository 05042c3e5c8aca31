import { createServiceClient } from "./service/client";
import type { ServiceClient } from "./service/ports";
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
	readonly #create: typeof createServiceClient;
	#ahead: { readonly of: string; readonly client: ServiceClient } | undefined;

	constructor(computer: Clock, create = createServiceClient) {
		this.clock = new ServiceClock(computer);
		this.#create = create;
	}

	/** @param settings What the host told, as it came. Without an account that can be asked, nothing is. */
	ask(settings: unknown): void {
		const { baseUrl, apiKey } = parseGlobalSettings(settings);
		if (baseUrl === undefined || apiKey === undefined) return;
		try {
			const client = withFirstAnswers(this.#createClient({ baseUrl, apiKey }));
			this.#ahead = { of: nameOf({ baseUrl, apiKey }), client };
		} catch {
			// Whoever needs the account says what is wrong with its address.
		}
	}

	/** The client that has asked already, for whoever comes first for that account; else a new one. */
	readonly createClient = (account: AccountAccess): ServiceClient => {
		const ahead = this.#ahead;
		this.#ahead = undefined;
		return ahead?.of === nameOf(account) ? ahead.client : this.#createClient(account);
	};

	#createClient(account: AccountAccess): ServiceClient {
		const { clock } = this;
		return this.#create({
			...account,
			now: () => clock.now(),
			onDate: (dateMs, origin) => {
				clock.noteDate(dateMs, origin);
			},
		});
	}
}

function nameOf({ baseUrl, apiKey }: AccountAccess): string {
	return JSON.stringify([baseUrl, apiKey]);
}

function withFirstAnswers(client: ServiceClient): ServiceClient {
	return {
		...client,
		account: firstOf((signal) => client.account(signal)),
		socketAddress: firstOf((signal) => client.socketAddress(signal)),
	};
}

/** Asks now; the first who asks is given that answer. */
function firstOf<T>(ask: (signal?: AbortSignal) => Promise<T>): (signal?: AbortSignal) => Promise<T> {
	let first: Promise<T> | undefined = ask();
	// Whoever takes it hears of it.
	first.catch(() => undefined);
	return (signal) => {
		const answer = first ?? ask(signal);
		first = undefined;
		return answer;
	};
}
