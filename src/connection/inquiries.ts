import { originFrom } from "../service/address";
import type { apiKeyByAccessToken } from "../service/client";
import { ServiceError } from "../service/errors";
import type { readImage } from "../service/image";
import type { ServiceClient } from "../service/ports";
import type { LinkTrouble } from "../state/link-status";
import type { SceneItem, SceneSummary } from "../state/scenes";
import type { SceneReading, Store } from "../state/store";
import type { CreateClient } from "./connection-manager";
import { troubleOf } from "./link-trouble";

/** Long enough for a slow service, short enough for somebody who waits for a list. */
const callLimitMs = 7_000;
const imageLimitMs = 5_000;
/** A service that limits calls shall not be asked for all scenes at once. */
const scenesAtOnce = 4;

export type InquiryFailure = LinkTrouble | "timeout" | "bad-address" | "not-set-up";

/** An answer, or why there is none. */
export type Inquired<T> =
	| { readonly kind: "answer"; readonly answer: T }
	| { readonly kind: "failure"; readonly failure: InquiryFailure };

/** A scene with its items, or why those could not be had. */
export type ListedScene = SceneSummary & { readonly items: Inquired<readonly SceneItem[]> };

export type InquiriesOptions = {
	readonly store: Store;
	/** Of the account that is set up; undefined while there is none. */
	readonly client: () => ServiceClient | undefined;
	readonly createClient: CreateClient;
	readonly exchangeAccessToken: typeof apiKeyByAccessToken;
	readonly readImage: typeof readImage;
	/** On a clock that never jumps, milliseconds. */
	readonly elapsedMs: () => number;
};

/** Single questions to the service, for somebody who is setting up a key and waits for the answer. Nothing throws. */
export class Inquiries {
	readonly #options: InquiriesOptions;
	#avatar: { readonly of: string; readonly image: Promise<string | undefined> } | undefined;

	constructor(options: InquiriesOptions) {
		this.#options = options;
	}

	/** All scenes and what is in them. A scene that can't be read leaves the others alone. */
	scenes(): Promise<Inquired<readonly ListedScene[]>> {
		return this.#ask(async (client) => {
			const { scenes } = await client.scenes();
			const listed: ListedScene[] = [];
			for (let from = 0; from < scenes.length; from += scenesAtOnce) {
				const batch = scenes.slice(from, from + scenesAtOnce);
				listed.push(...(await Promise.all(batch.map((summary) => this.#withItems(client, summary)))));
			}
			return listed;
		});
	}

	/** Codes of the streaming platforms that the account is connected to or has figures of. */
	providers(): Promise<Inquired<readonly string[]>> {
		return this.#ask(async (client) => {
			const { byProvider } = await client.totals();
			const connected = this.#options.store.state.account?.providers ?? [];
			return [...new Set([...connected.map(({ code }) => code), ...Object.keys(byProvider)])];
		});
	}

	/** Whose key this is. Without a key: whether a service of this kind answers at all. */
	async checkAccount(baseUrl: string, apiKey: string | undefined): Promise<Inquired<{ username?: string }>> {
		return inquire(async () => {
			const client = this.#options.createClient({ baseUrl, apiKey: apiKey ?? "", timeoutMs: callLimitMs });
			if (apiKey !== undefined) return { username: (await client.account()).username };
			await client.socketAddress();
			return {};
		});
	}

	/** Whether this could be the address of a service. */
	checkAddress(address: string): Promise<Inquired<string>> {
		return inquire(async () => originFrom(address));
	}

	/** The API key that belongs to an access token. */
	exchangeAccessToken(baseUrl: string, accessToken: string): Promise<Inquired<string>> {
		return inquire(() => this.#options.exchangeAccessToken(baseUrl, accessToken, { timeoutMs: callLimitMs }));
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

	#ask<T>(question: (client: ServiceClient) => Promise<T>): Promise<Inquired<T>> {
		const { client, store } = this.#options;
		const asked = client();
		if (asked) return inquire(() => question(asked));
		const { link } = store.state;
		const failure = (link.phase === "not-set-up" && link.trouble) || "not-set-up";
		return Promise.resolve({ kind: "failure", failure });
	}

	async #withItems(client: ServiceClient, summary: SceneSummary): Promise<ListedScene> {
		const items = await inquire(async () => {
			const scene = await client.scene(summary.token);
			// It may be another account's by now.
			if (client === this.#options.client())
				this.#remember({ kind: "found", scene, readAtMs: this.#options.elapsedMs() });
			return scene.items;
		});
		return { ...summary, items };
	}

	/** Keys that are bound to the scene get to know it too. */
	#remember(reading: Extract<SceneReading, { readonly kind: "found" }>): void {
		const { store } = this.#options;
		const { token } = reading.scene;
		if (store.state.scenes.has(token))
			store.update({ scenes: new Map(store.state.scenes).set(token, reading) });
	}
}

async function inquire<T>(question: () => Promise<T>): Promise<Inquired<T>> {
	try {
		return { kind: "answer", answer: await question() };
	} catch (error) {
		if (!(error instanceof ServiceError)) return { kind: "failure", failure: "service-error" };
		const { kind } = error;
		return {
			kind: "failure",
			failure: kind === "timeout" || kind === "bad-address" ? kind : troubleOf(kind),
		};
	}
}
