import type { CreateClient } from "../connection/connection-manager";
import { queryFailureOf, type QueryFailure } from "../connection/query-failure";
import type { originFrom } from "../service/address";
import type { apiKeyByAccessToken } from "../service/client";
import type { readImage } from "../service/image";
import type { ServiceClient } from "../service/ports";
import type { Scene, SceneItem, SceneSummary } from "../state/scenes/scenes";
import type { identifySocketService } from "../service/socket/socket-probe";
import type { SceneLookup, Store } from "../state/store";
import { imageTimeoutMs, socketProbeTimeoutMs, staleTimeMs } from "./timing";

/** A response, or the reason for its absence. */
export type QueryResult<T> =
	| { readonly kind: "answer"; readonly answer: T }
	| { readonly kind: "failure"; readonly failure: QueryFailure | "not-set-up" };

/** `fresh` always sends a request; `shared` may use a recent response to another page. */
export type CachePolicy = "fresh" | "shared";

export type SetupQueriesOptions = {
	readonly store: Store;
	/** Client of the current account; undefined if there is none. */
	readonly client: () => ServiceClient | undefined;
	readonly createClient: CreateClient;
	readonly originFrom: typeof originFrom;
	readonly exchangeAccessToken: typeof apiKeyByAccessToken;
	readonly identifySocketService: typeof identifySocketService;
	readonly readImage: typeof readImage;
	/** Monotonic clock, milliseconds. */
	readonly elapsedMs: () => number;
};

type CachedAnswer = {
	readonly client: ServiceClient;
	readonly atMs: number;
	readonly answer: Promise<QueryResult<unknown>>;
};

/**
 * Queries to the service while a user sets up a key and waits for the response. No method throws. Invariant: the cache
 * contains only pending and successful queries of one client each; those of another client are not used.
 */
export class SetupQueries {
	readonly #options: SetupQueriesOptions;
	readonly #cache = new Map<string, CachedAnswer>();
	#avatar: { readonly source: string; readonly image: Promise<string | undefined> } | undefined;

	constructor(options: SetupQueriesOptions) {
		this.#options = options;
	}

	scenes(cachePolicy: CachePolicy = "fresh"): Promise<QueryResult<readonly SceneSummary[]>> {
		return this.#query("scenes", cachePolicy, async (client) => (await client.scenes()).scenes);
	}

	async sceneItems(
		token: string,
		cachePolicy: CachePolicy = "fresh",
	): Promise<QueryResult<readonly SceneItem[]>> {
		const result = await this.#scene(token, cachePolicy);
		return result.kind === "answer" ? { kind: "answer", answer: result.answer.items } : result;
	}

	/** Returns the scene's thumbnail as a data URI, from the service's own host only. Undefined if it has none. */
	async sceneThumbnail(token: string): Promise<string | undefined> {
		const origin = this.#options.client()?.origin;
		const result = await this.#scene(token, "shared");
		if (origin === undefined || result.kind === "failure") return undefined;
		const address = ownAddressFrom(result.answer.thumbnail, origin);
		if (address === undefined) return undefined;
		return this.#options.readImage(address, origin, { timeoutMs: imageTimeoutMs }).catch(() => undefined);
	}

	#scene(token: string, cachePolicy: CachePolicy): Promise<QueryResult<Scene>> {
		return this.#query(`scene ${token}`, cachePolicy, async (client) => {
			const scene = await client.scene(token);
			// The account may have changed in the meantime.
			if (client === this.#options.client()) this.#storeScene({ kind: "found", scene });
			return scene;
		});
	}

	/** Returns the codes of the streaming platforms that the account is connected to or has figures for. */
	providers(cachePolicy: CachePolicy = "fresh"): Promise<QueryResult<readonly string[]>> {
		return this.#query("providers", cachePolicy, async (client) => {
			const { byProvider } = await client.totals();
			const connected = this.#options.store.state.account?.providers ?? [];
			return [...new Set([...connected.map(({ code }) => code), ...Object.keys(byProvider)])];
		});
	}

	/** Returns the owner of the key. Without a key: checks by discovery that a service of this kind responds. */
	async checkAccount(
		baseUrl: string,
		apiKey: string | undefined,
	): Promise<QueryResult<{ username?: string }>> {
		return toResult(async () => {
			const client = this.#options.createClient({ baseUrl, apiKey: apiKey ?? "" });
			if (apiKey !== undefined) return { username: (await client.account()).username };
			await client.socketAddress();
			return {};
		});
	}

	/** Checks, without a key, that a Socket.IO server responds at this origin. */
	checkSocketAddress(origin: string): Promise<QueryResult<void>> {
		const { identifySocketService: identify } = this.#options;
		return toResult(() => identify(origin, { timeoutMs: socketProbeTimeoutMs }));
	}

	/** Returns the origin of an address; a failure if it cannot be the address of a service. */
	checkAddress(address: string): Promise<QueryResult<string>> {
		return toResult(async () => this.#options.originFrom(address));
	}

	exchangeAccessToken(baseUrl: string, accessToken: string): Promise<QueryResult<string>> {
		return toResult(() => this.#options.exchangeAccessToken(baseUrl, accessToken));
	}

	/**
	 * Returns the account's picture as a data URI. Retries until it succeeds once. Undefined if there is no usable
	 * picture.
	 */
	async avatar(): Promise<string | undefined> {
		const { client, store } = this.#options;
		const origin = client()?.origin;
		const address = store.state.account?.avatar;
		if (origin === undefined || address === undefined) return undefined;
		const source = `${origin} ${address}`;
		if (this.#avatar?.source !== source) {
			const image = this.#options.readImage(address, origin, { timeoutMs: imageTimeoutMs });
			const forget = () => (this.#avatar = undefined);
			this.#avatar = { source, image: image.catch(forget) };
		}
		return this.#avatar.image;
	}

	#query<T>(
		queryKey: string,
		cachePolicy: CachePolicy,
		request: (client: ServiceClient) => Promise<T>,
	): Promise<QueryResult<T>> {
		const { client, store, elapsedMs } = this.#options;
		const currentClient = client();
		if (!currentClient) {
			const { link } = store.state;
			const failure = (link.phase === "not-set-up" && link.trouble) || "not-set-up";
			return Promise.resolve({ kind: "failure", failure });
		}
		const cached = this.#cache.get(queryKey);
		const isFresh = cached?.client === currentClient && elapsedMs() - cached.atMs < staleTimeMs;
		if (cachePolicy === "shared" && isFresh) return cached.answer as Promise<QueryResult<T>>;
		const answer = toResult(() => request(currentClient));
		this.#cache.set(queryKey, { client: currentClient, atMs: elapsedMs(), answer });
		void answer.then(({ kind }) => {
			if (kind === "failure" && this.#cache.get(queryKey)?.answer === answer) this.#cache.delete(queryKey);
		});
		return answer;
	}

	/** Passes a loaded scene to the store, so that keys bound to it are updated. */
	#storeScene(lookup: Extract<SceneLookup, { readonly kind: "found" }>): void {
		const { store } = this.#options;
		const { token } = lookup.scene;
		if (store.state.scenes.has(token))
			store.update({ scenes: new Map(store.state.scenes).set(token, lookup) });
	}
}

/** Returns an address at the service; undefined for other hosts, and for an empty address. */
function ownAddressFrom(address: string | undefined, origin: string): string | undefined {
	if (!address || !URL.canParse(address, origin)) return undefined;
	const url = new URL(address, origin);
	return url.origin === origin ? url.href : undefined;
}

async function toResult<T>(request: () => Promise<T>): Promise<QueryResult<T>> {
	try {
		return { kind: "answer", answer: await request() };
	} catch (error) {
		return { kind: "failure", failure: queryFailureOf(error) };
	}
}
