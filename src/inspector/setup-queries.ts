import type { CreateClient } from "../connection/connection-manager";
import { failureOf, type QueryFailure } from "../connection/link-trouble";
import type { originFrom } from "../service/address";
import type { apiKeyByAccessToken } from "../service/client";
import type { readImage } from "../service/image";
import type { ServiceClient } from "../service/ports";
import type { SceneItem, SceneSummary } from "../state/scenes";
import type { SceneLookup, Store } from "../state/store";

/** Long enough for a slow service, short enough for somebody who waits for a picture. */
const imageLimitMs = 5_000;
/** Many pages may be loaded at the same time and ask the same: one call answers all of them. */
const shareForMs = 5_000;

/** An answer, or why there is none. */
export type QueryResult<T> =
	| { readonly kind: "answer"; readonly answer: T }
	| { readonly kind: "failure"; readonly failure: QueryFailure | "not-set-up" };

/** `anew` leaves aside what another page was told a moment ago. */
export type Freshness = "anew" | "shared";

export type SetupQueriesOptions = {
	readonly store: Store;
	/** Of the account that is set up; undefined while there is none. */
	readonly client: () => ServiceClient | undefined;
	readonly createClient: CreateClient;
	readonly originFrom: typeof originFrom;
	readonly exchangeAccessToken: typeof apiKeyByAccessToken;
	readonly readImage: typeof readImage;
	/** On a clock that never jumps, milliseconds. */
	readonly elapsedMs: () => number;
};

type SharedAnswer = {
	readonly client: ServiceClient;
	readonly atMs: number;
	readonly answer: Promise<QueryResult<unknown>>;
};

/** Single questions to the service, for somebody who is setting up a key and waits for the answer. Nothing throws. */
export class SetupQueries {
	readonly #options: SetupQueriesOptions;
	readonly #shared = new Map<string, SharedAnswer>();
	#avatar: { readonly of: string; readonly image: Promise<string | undefined> } | undefined;

	constructor(options: SetupQueriesOptions) {
		this.#options = options;
	}

	/** The names of all scenes. */
	scenes(freshness: Freshness = "anew"): Promise<QueryResult<readonly SceneSummary[]>> {
		return this.#ask("scenes", freshness, async (client) => (await client.scenes()).scenes);
	}

	/** What is in a scene. */
	sceneItems(token: string, freshness: Freshness = "anew"): Promise<QueryResult<readonly SceneItem[]>> {
		return this.#ask(`scene ${token}`, freshness, async (client) => {
			const scene = await client.scene(token);
			// It may be another account's by now.
			if (client === this.#options.client()) this.#remember({ kind: "found", scene });
			return scene.items;
		});
	}

	/** Codes of the streaming platforms that the account is connected to or has figures of. */
	providers(freshness: Freshness = "anew"): Promise<QueryResult<readonly string[]>> {
		return this.#ask("providers", freshness, async (client) => {
			const { byProvider } = await client.totals();
			const connected = this.#options.store.state.account?.providers ?? [];
			return [...new Set([...connected.map(({ code }) => code), ...Object.keys(byProvider)])];
		});
	}

	/** Whose key this is. Without a key: whether a service of this kind answers at all. */
	async checkAccount(
		baseUrl: string,
		apiKey: string | undefined,
	): Promise<QueryResult<{ username?: string }>> {
		return ask(async () => {
			const client = this.#options.createClient({ baseUrl, apiKey: apiKey ?? "" });
			if (apiKey !== undefined) return { username: (await client.account()).username };
			await client.socketAddress();
			return {};
		});
	}

	/** Whether this could be the address of a service. */
	checkAddress(address: string): Promise<QueryResult<string>> {
		return ask(async () => this.#options.originFrom(address));
	}

	/** The API key that belongs to an access token. */
	exchangeAccessToken(baseUrl: string, accessToken: string): Promise<QueryResult<string>> {
		return ask(() => this.#options.exchangeAccessToken(baseUrl, accessToken));
	}

	/** The account's picture as a data URI, read until that succeeds once. Undefined when it has none that can be shown. */
	async avatar(): Promise<string | undefined> {
		const { client, store } = this.#options;
		const origin = client()?.origin;
		const address = store.state.account?.avatar;
		if (origin === undefined || address === undefined) return undefined;
		const of = `${origin} ${address}`;
		if (this.#avatar?.of !== of) {
			const image = this.#options.readImage(address, origin, { timeoutMs: imageLimitMs });
			const forget = () => (this.#avatar = undefined);
			this.#avatar = { of, image: image.catch(forget) };
		}
		return this.#avatar.image;
	}

	#ask<T>(
		what: string,
		freshness: Freshness,
		question: (client: ServiceClient) => Promise<T>,
	): Promise<QueryResult<T>> {
		const { client, store, elapsedMs } = this.#options;
		const asked = client();
		if (!asked) {
			const { link } = store.state;
			const failure = (link.phase === "not-set-up" && link.trouble) || "not-set-up";
			return Promise.resolve({ kind: "failure", failure });
		}
		const shared = this.#shared.get(what);
		const isUsable = shared?.client === asked && elapsedMs() - shared.atMs < shareForMs;
		if (freshness === "shared" && isUsable) return shared.answer as Promise<QueryResult<T>>;
		const answer = ask(() => question(asked));
		this.#shared.set(what, { client: asked, atMs: elapsedMs(), answer });
		void answer.then(({ kind }) => {
			if (kind === "failure" && this.#shared.get(what)?.answer === answer) this.#shared.delete(what);
		});
		return answer;
	}

	/** Keys that are bound to the scene get to know it too. */
	#remember(lookup: Extract<SceneLookup, { readonly kind: "found" }>): void {
		const { store } = this.#options;
		const { token } = lookup.scene;
		if (store.state.scenes.has(token))
			store.update({ scenes: new Map(store.state.scenes).set(token, lookup) });
	}
}

async function ask<T>(question: () => Promise<T>): Promise<QueryResult<T>> {
	try {
		return { kind: "answer", answer: await question() };
	} catch (error) {
		return { kind: "failure", failure: failureOf(error) };
	}
}
