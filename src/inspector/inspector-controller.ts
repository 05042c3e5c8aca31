import type { ConnectionManager } from "../connection/connection-manager";
import type { CachePolicy, QueryResult, SetupQueries } from "./setup-queries";
import type { Log } from "../state/log";
import type { GlobalSettingsStore } from "../settings/global-settings";
import { awaitState } from "../state/await-state";
import type { Dispose } from "../state/time/clock";
import type { SuggestedFiles } from "../text-files/suggested-files";
import type { TextFiles } from "../text-files/text-files";
import { AccountSetup } from "./account-setup";
import {
	EnvelopeSchema,
	InspectorRequestSchema,
	type InspectorReply,
	type InspectorRequest,
} from "./messages";
import type { BackgroundKeyView, Option, SourceError, TryOutcome } from "./message-parts";
import { OpenPages, type InspectedKey, type OpenPage } from "./open-pages";
import { PageUpdates, type PageUpdatesOptions } from "./page-updates";
import type { TriedAction } from "./try-action";
import { itemOptionsOf, sceneOptionsOf } from "./scene-options";
import { requestTimeoutMs, settingsTimeoutMs } from "./timing";

/** A starter layout for the device of a key. */
export interface Starter {
	isOffered(keyId: string): boolean;
	/** Makes the app add it. @returns False without a device or a layout for it. */
	add(keyId: string): Promise<boolean>;
}

export type InspectorControllerOptions = PageUpdatesOptions & {
	readonly settings: GlobalSettingsStore;
	readonly connection: Pick<ConnectionManager, "reconnect">;
	readonly queries: SetupQueries;
	readonly textFiles: Pick<TextFiles, "status" | "confirm" | "restore">;
	readonly suggestedFiles: Pick<SuggestedFiles, "suggest" | "accept">;
	readonly labelOf: (manifestId: string, settings: unknown) => string;
	readonly backgroundKeys: {
		list(): readonly BackgroundKeyView[];
		stop(id: string): void;
	};
	readonly tryAction: (action: TriedAction) => Promise<TryOutcome>;
	readonly log: Log;
	/** Id of this run of the plugin. */
	readonly run: string;
	readonly diagnostics: () => string;
	readonly starter: Starter;
	readonly lastScene: () => string | undefined;
};

/**
 * Responds to the pages of the property inspector. Invariant: every request gets a response, and visible pages receive
 * changes.
 */
export class InspectorController {
	readonly #options: InspectorControllerOptions;
	readonly #setup: AccountSetup;
	readonly #pages = new OpenPages();
	readonly #updates: PageUpdates;

	constructor(options: InspectorControllerOptions) {
		this.#options = options;
		this.#setup = new AccountSetup(options);
		this.#updates = new PageUpdates(options, this.#pages, this.#setup);
	}

	/** Handles a page becoming visible. It may have been loaded long before. */
	async appear(key: InspectedKey): Promise<void> {
		const page = this.#pages.select(key, this.#nowMs);
		await this.#waitForSettings();
		await this.#updates.sendAll(page);
	}

	/** Handles the deselection of the key: its page is hidden and may stay loaded. */
	disappear(keyId: string): void {
		this.#pages.deselect(keyId);
	}

	/** Handles the removal of a key and its page. */
	forget(keyId: string): void {
		this.#pages.forget(keyId);
	}

	async receive(key: InspectedKey, message: unknown): Promise<void> {
		const envelope = EnvelopeSchema.safeParse(message).data ?? {};
		const page = this.#pages.recordMessage(key, envelope.page, this.#nowMs);
		const parsed = InspectorRequestSchema.safeParse(message);
		if (!parsed.success) this.#options.log.warn("property inspector: ignored an unknown message");
		const reply = parsed.success ? await this.#answer(page, parsed.data) : errorReplyTo(message);
		if (reply && this.#pages.isOpen(page)) await this.#options.host.send(key.id, { ...reply, ...envelope });
		if (parsed.data?.event === "getAccount") await this.#updates.loadAvatar();
	}

	get #nowMs(): number {
		return this.#options.clock.elapsedMs();
	}

	async #answer(page: OpenPage, request: InspectorRequest): Promise<InspectorReply> {
		const { queries, connection, textFiles, run } = this.#options;
		const { event } = request;
		if (event === "ping") return { event, run };
		await this.#waitForSettings();
		switch (event) {
			case "getAccount":
				return this.#updates.account(page);
			case "setAccount": {
				const answer = await this.#withTimeout(this.#setup.apply(request, page.key.id), timedOutOutcome);
				// The stored account must be visible to the page before the response that confirms it.
				await this.#updates.sendAccount(page);
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
				return { event, isAdded: await this.#options.starter.add(page.key.id) };
			case "getScenes": {
				const scenes = await this.#withTimeout(queries.scenes(cachePolicyOf(request)), timedOut);
				return { event, lastScene: this.#options.lastScene(), ...listReply(scenes, sceneOptionsOf) };
			}
			case "getSceneItems": {
				const { scene } = request;
				const items = await this.#withTimeout(queries.sceneItems(scene, cachePolicyOf(request)), timedOut);
				return { event, scene, ...listReply(items, itemOptionsOf) };
			}
			case "getSceneThumbnail": {
				const { scene } = request;
				return { event, scene, image: await this.#withTimeout(queries.sceneThumbnail(scene), undefined) };
			}
			case "getProviders": {
				const providers = await this.#withTimeout(queries.providers(cachePolicyOf(request)), timedOut);
				return { event, ...listReply(providers, providerOptionsOf) };
			}
			case "getFile":
				void textFiles.restore(page.key.id);
				return this.#updates.file(page);
			case "confirmFile":
				await textFiles.confirm(page.key.id);
				return { event, status: textFiles.status(page.key.id) };
			case "suggestFile": {
				const { labelOf, suggestedFiles } = this.#options;
				return { event, path: await suggestedFiles.suggest(labelOf(page.key.manifestId, request.settings)) };
			}
			case "acceptFile":
				return { event, trouble: await this.#options.suggestedFiles.accept(request.path) };
			case "getBackgroundKeys":
				return this.#updates.backgroundKeys(page);
			case "stopBackgroundKey":
				this.#options.backgroundKeys.stop(request.id);
				this.#updates.scheduleUpdate();
				return { event };
			case "tryAction": {
				const outcome = await this.#withTimeout(this.#options.tryAction(request), "failed");
				return { event, outcome };
			}
			case "getPreview":
				return this.#updates.preview(page, request);
		}
	}

	/** Sends the changed list of background keys or state of text files. */
	scheduleUpdate(): void {
		this.#updates.scheduleUpdate();
	}

	/** Waits for the host's settings. A response before that would treat them as empty. */
	async #waitForSettings(): Promise<void> {
		const { settings, store, clock } = this.#options;
		if (!settings.current) await awaitState(store, clock, () => settings.current, settingsTimeoutMs);
	}

	async #withTimeout<T>(answer: Promise<T>, fallback: T): Promise<T> {
		let cancel: Dispose | undefined;
		const timeout = new Promise<T>((resolve) => {
			cancel = this.#options.clock.schedule(() => {
				resolve(fallback);
			}, requestTimeoutMs);
		});
		return Promise.race([answer, timeout]).finally(() => cancel?.());
	}
}

const timedOut = { kind: "failure", failure: "timeout" } as const;
const timedOutOutcome = { outcome: "timeout" } as const;

function cachePolicyOf({ isRefresh }: { readonly isRefresh?: boolean | undefined }): CachePolicy {
	return isRefresh ? "fresh" : "shared";
}

/** Returns the failure for a query without a result, so that every query gets a response. */
function errorReplyTo(message: unknown): InspectorReply | undefined {
	const event = typeof message === "object" && message !== null && "event" in message && message.event;
	if (event === "getScenes" || event === "getProviders") return { event, items: [], error: "failed" };
	if (event === "getSceneItems") return { event, scene: "", items: [], error: "failed" };
	return event === "setAccount" ? { event, outcome: "failed" } : undefined;
}

function listReply<T, O>(
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
