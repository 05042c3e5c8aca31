import type { ConnectionManager } from "../connection/connection-manager";
import type { Freshness, QueryResult, SetupQueries } from "../connection/setup-queries";
import type { Log } from "../connection/log";
import type { GlobalSettingsStore } from "../settings/global-settings";
import type { Clock, Dispose } from "../state/clock";
import type { Store } from "../state/store";
import type { TextFiles } from "../text-files/text-files";
import { AccountSetup } from "./account-setup";
import { accountViewOf } from "./account-view";
import {
	EnvelopeSchema,
	InspectorRequestSchema,
	type Envelope,
	type InspectorReply,
	type InspectorRequest,
	type Option,
	type SourceError,
	type StripView,
} from "./messages";
import { OpenPages, type InspectedKey, type OpenPage, type WantedPreview } from "./open-pages";
import { itemOptionsOf, sceneOptionsOf } from "./scene-options";

/** Somebody is waiting: later than this, "no answer" is the answer. */
const answerLimitMs = 12_000;
/** The host may never tell the settings. */
const settingsLimitMs = 4_000;
/** Changes within this time are told together. */
const gatherMs = 250;
/** A page that is shown says so more often than this. */
const sightMs = 5_000;

/** A key as a picture, or a dial item by item of its layout. */
export type Preview = {
	readonly image?: string | undefined;
	readonly strip?: StripView | undefined;
	readonly title: string;
	readonly color?: string | undefined;
};

/** The pages, as the host reaches them. */
export interface InspectorHost {
	/** To the page of this key, shown or not. */
	send(keyId: string, reply: InspectorReply & Envelope): Promise<void>;
}

/** A layout to start from, for the device that a key is on. */
export interface Starter {
	isOffered(keyId: string): boolean;
	/** Has the app offer it; without one, nothing happens. */
	add(keyId: string): Promise<void>;
}

export type InspectorControllerOptions = {
	readonly host: InspectorHost;
	readonly settings: GlobalSettingsStore;
	readonly store: Store;
	readonly connection: Pick<ConnectionManager, "reconnect">;
	readonly queries: SetupQueries;
	readonly textFiles: Pick<TextFiles, "status" | "confirm">;
	/** Undefined when the action draws no keys. */
	readonly preview: (manifestId: string, wanted: WantedPreview) => Preview | undefined;
	readonly clock: Clock;
	readonly log: Log;
	/** Names this run of the plugin. */
	readonly run: string;
	/** What somebody who helps has to know, without secrets. */
	readonly diagnostics: () => string;
	readonly starter: Starter;
};

/** Answers every page of the property inspector, always, and tells those in sight what changes. */
export class InspectorController {
	readonly #options: InspectorControllerOptions;
	readonly #setup: AccountSetup;
	readonly #pages = new OpenPages();
	#avatar: string | undefined;
	#isNewsDue = false;

	constructor(options: InspectorControllerOptions) {
		this.#options = options;
		this.#setup = new AccountSetup(options);
		options.store.subscribe(() => {
			this.#tellNewsSoon();
		});
	}

	/** The host shows a page; it may have been loaded long before. */
	async appear(key: InspectedKey): Promise<void> {
		const page = this.#pages.announced(key, this.#nowMs);
		await this.#untilLoaded();
		await this.#tellNews(page);
	}

	/** The host shows another page. */
	disappear(keyId: string): void {
		this.#pages.left(keyId);
	}

	/** The key left the deck, and its page with it. */
	forget(keyId: string): void {
		this.#pages.forget(keyId);
	}

	/** A page says something. */
	async receive(key: InspectedKey, message: unknown): Promise<void> {
		const envelope = EnvelopeSchema.safeParse(message).data ?? {};
		const page = this.#pages.heard(key, envelope.page, this.#nowMs);
		const parsed = InspectorRequestSchema.safeParse(message);
		if (!parsed.success) this.#options.log.warn("a property inspector said something unknown");
		const reply = parsed.success ? await this.#answer(page, parsed.data) : refusalOf(message);
		if (reply && this.#pages.isOpen(page)) await this.#options.host.send(key.id, { ...reply, ...envelope });
		if (parsed.data?.event === "getAccount") await this.#loadAvatar();
	}

	get #nowMs(): number {
		return this.#options.clock.elapsedMs();
	}

	async #answer(page: OpenPage, request: InspectorRequest): Promise<InspectorReply> {
		const { queries, connection, textFiles, run } = this.#options;
		const { event } = request;
		if (event === "ping") return { event, run };
		await this.#untilLoaded();
		switch (event) {
			case "getAccount":
				return noted(page, this.#account());
			case "setAccount": {
				const answer = await this.#inTime(this.#setup.apply(request, page.key.id), timedOutOutcome);
				// What is kept now is to be seen before it is said that it is.
				await this.#tell(page, this.#account());
				return { event, ...answer };
			}
			case "reconnect":
				connection.reconnect();
				return { event };
			case "getDiagnostics": {
				const { diagnostics, log } = this.#options;
				const text = diagnostics();
				log.info(text);
				return { event, text };
			}
			case "getStarter":
				return { event, isOffered: this.#options.starter.isOffered(page.key.id) };
			case "addStarter":
				await this.#options.starter.add(page.key.id);
				return { event };
			case "getScenes": {
				const scenes = await this.#inTime(queries.scenes(freshnessOf(request)), timedOut);
				return { event, ...listOf(scenes, sceneOptionsOf) };
			}
			case "getSceneItems": {
				const { scene } = request;
				const items = await this.#inTime(queries.sceneItems(scene, freshnessOf(request)), timedOut);
				return { event, scene, ...listOf(items, itemOptionsOf) };
			}
			case "getProviders": {
				const providers = await this.#inTime(queries.providers(freshnessOf(request)), timedOut);
				return { event, ...listOf(providers, providerOptionsOf) };
			}
			case "getFile":
				page.hasFile = true;
				return noted(page, this.#file(page));
			case "confirmFile":
				await textFiles.confirm(page.key.id);
				return { event, status: textFiles.status(page.key.id) };
			case "getPreview":
				page.preview = request;
				return noted(page, this.#preview(page, request));
		}
	}

	/** Some key's text file is doing better or worse. */
	noteFiles(): void {
		this.#tellNewsSoon();
	}

	#tellNewsSoon(): void {
		const { clock } = this.#options;
		if (this.#isNewsDue || this.#pages.inSight(this.#nowMs - sightMs).length === 0) return;
		this.#isNewsDue = true;
		clock.schedule(() => {
			this.#isNewsDue = false;
			for (const page of this.#pages.inSight(this.#nowMs - sightMs)) void this.#tellNews(page);
			void this.#loadAvatar();
		}, gatherMs);
	}

	async #tellNews(page: OpenPage): Promise<void> {
		await this.#tell(page, this.#account());
		if (page.preview) await this.#tell(page, this.#preview(page, page.preview));
		if (page.hasFile) await this.#tell(page, this.#file(page));
	}

	/** Says it unless the page knows. */
	async #tell(page: OpenPage, reply: InspectorReply): Promise<void> {
		const { key, visit } = page;
		if (!this.#pages.isOpen(page) || !page.note(reply)) return;
		await this.#options.host.send(key.id, visit === undefined ? reply : { ...reply, page: visit });
	}

	#account(): InspectorReply {
		const { settings, store } = this.#options;
		const { canRestoreKey } = this.#setup;
		const view = accountViewOf(settings.current, store.state, this.#avatar);
		return { event: "getAccount", account: { ...view, canRestoreKey } };
	}

	#file({ key }: OpenPage): InspectorReply {
		return { event: "getFile", status: this.#options.textFiles.status(key.id) };
	}

	#preview({ key }: OpenPage, wanted: WantedPreview): InspectorReply {
		return { event: "getPreview", ...this.#options.preview(key.manifestId, wanted) };
	}

	async #loadAvatar(): Promise<void> {
		const avatar = await this.#options.queries.avatar();
		if (avatar === this.#avatar) return;
		this.#avatar = avatar;
		this.#tellNewsSoon();
	}

	/** What is asked before the host has told the settings would be answered as if there were none. */
	async #untilLoaded(): Promise<void> {
		const { settings, store } = this.#options;
		if (settings.current) return;
		const loaded = new Promise<void>((resolve) => {
			const stop = store.subscribe(() => {
				if (!settings.current) return;
				stop();
				resolve();
			});
		});
		await this.#inTime(loaded, undefined, settingsLimitMs);
	}

	async #inTime<T>(answer: Promise<T>, late: T, limitMs = answerLimitMs): Promise<T> {
		let cancel: Dispose | undefined;
		const limit = new Promise<T>((resolve) => {
			cancel = this.#options.clock.schedule(() => {
				resolve(late);
			}, limitMs);
		});
		return Promise.race([answer, limit]).finally(() => cancel?.());
	}
}

const timedOut = { kind: "failure", failure: "timeout" } as const;
const timedOutOutcome = { outcome: "timeout" } as const;

function noted(page: OpenPage, reply: InspectorReply): InspectorReply {
	page.note(reply);
	return reply;
}

function freshnessOf({ isRefresh }: { readonly isRefresh?: boolean | undefined }): Freshness {
	return isRefresh ? "anew" : "shared";
}

/** Whoever waits for a list shall not wait in vain, whatever else was wrong with the question. */
function refusalOf(message: unknown): InspectorReply | undefined {
	const event = typeof message === "object" && message !== null && "event" in message && message.event;
	if (event === "getScenes" || event === "getProviders") return { event, items: [], error: "failed" };
	if (event === "getSceneItems") return { event, scene: "", items: [], error: "failed" };
	return event === "setAccount" ? { event, outcome: "failed" } : undefined;
}

function listOf<T, O>(
	result: QueryResult<T>,
	optionsOf: (answer: T) => O[],
): { readonly items: O[]; readonly error?: SourceError } {
	return result.kind === "answer"
		? { items: optionsOf(result.answer) }
		: { items: [], error: result.failure };
}

function providerOptionsOf(codes: readonly string[]): Option[] {
	return codes.map((code) => ({ label: code, value: code }));
}
