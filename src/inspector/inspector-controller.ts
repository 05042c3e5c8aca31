import type { ConnectionManager } from "../connection/connection-manager";
import type { Inquired, Inquiries } from "../connection/inquiries";
import type { Log } from "../connection/log";
import type { GlobalSettingsStore } from "../settings/global-settings";
import type { Clock, Dispose } from "../state/clock";
import type { Store } from "../state/store";
import { AccountSetup } from "./account-setup";
import { accountViewOf } from "./account-view";
import {
	InspectorRequestSchema,
	type InspectorReply,
	type InspectorRequest,
	type Option,
	type SourceError,
} from "./messages";
import { sceneGroupsOf } from "./scene-options";

/** Somebody is waiting: later than this, "no answer" is the answer. */
const answerLimitMs = 12_000;
/** The host may never tell the settings. */
const settingsLimitMs = 4_000;
/** Changes within this time are told together. */
const gatherMs = 250;

/** A key as a picture. */
export type Preview = { readonly image: string; readonly title: string; readonly color?: string | undefined };

/** The open inspector, as the host sees it. */
export interface InspectorHost {
	/** The key whose inspector is open, if one is. */
	openKeyId(): string | undefined;
	/** To the open inspector. */
	send(reply: InspectorReply): Promise<void>;
}

/** A key and the kind of action it is an instance of. */
export type InspectedKey = { readonly id: string; readonly manifestId: string };

export type InspectorControllerOptions = {
	readonly host: InspectorHost;
	readonly settings: GlobalSettingsStore;
	readonly store: Store;
	readonly connection: Pick<ConnectionManager, "reconnect">;
	readonly inquiries: Inquiries;
	/** Undefined when the action draws no keys. */
	readonly preview: (manifestId: string, settings: unknown) => Preview | undefined;
	readonly clock: Clock;
	readonly log: Log;
};

/** Answers the property inspector, always, and tells it what changes while it is open. */
export class InspectorController {
	readonly #options: InspectorControllerOptions;
	readonly #setup: AccountSetup;
	/** The last of each kind that was told to this key's inspector, so that nothing is told twice. */
	#told: { readonly keyId: string; readonly byEvent: Map<string, string> } | undefined;
	#previewed: { readonly key: InspectedKey; readonly settings: unknown } | undefined;
	/** Answers for a key whose inspector the host has not announced yet. */
	#early: { readonly keyId: string; readonly byEvent: Map<string, InspectorReply> } | undefined;
	#avatar: string | undefined;
	#isNewsDue = false;

	constructor(options: InspectorControllerOptions) {
		this.#options = options;
		this.#setup = new AccountSetup(options);
		options.store.subscribe(() => {
			this.#tellNewsSoon();
		});
	}

	/** The host shows an inspector. */
	async appear(keyId: string): Promise<void> {
		const early = this.#early?.keyId === keyId ? this.#early.byEvent.values() : [];
		this.#early = undefined;
		this.#told = undefined;
		if (this.#previewed?.key.id !== keyId) this.#previewed = undefined;
		for (const reply of early) await this.#reply(keyId, reply);
		await this.#untilLoaded();
		await this.#tellAccount(keyId);
	}

	/** A page says something. */
	async receive(key: InspectedKey, message: unknown): Promise<void> {
		const parsed = InspectorRequestSchema.safeParse(message);
		if (!parsed.success) {
			this.#options.log.warn("a property inspector said something unknown");
			const event = eventOf(message);
			// Whoever waits for a list shall not wait in vain, whatever else was wrong with the question.
			if (event === "getScenes" || event === "getProviders") {
				await this.#reply(key.id, { event, items: [], error: "failed" });
			} else if (event === "setAccount") await this.#reply(key.id, { event, outcome: "failed" });
			return;
		}
		await this.#untilLoaded();
		await this.#answer(key, parsed.data);
	}

	async #answer(key: InspectedKey, request: InspectorRequest): Promise<void> {
		const { inquiries, connection } = this.#options;
		switch (request.event) {
			case "getAccount":
				this.#told = undefined;
				await this.#tellAccount(key.id);
				return this.#loadAvatar(key.id);
			case "setAccount": {
				const { event } = request;
				const answer = await this.#inTime(this.#setup.apply(request), { outcome: "timeout" });
				return this.#reply(key.id, { event, ...answer });
			}
			case "reconnect":
				connection.reconnect();
				return this.#reply(key.id, { event: request.event });
			case "getScenes": {
				const scenes = await this.#inTime(inquiries.scenes(), timedOut);
				return this.#reply(key.id, { event: request.event, ...listOf(scenes, sceneGroupsOf) });
			}
			case "getProviders": {
				const providers = await this.#inTime(inquiries.providers(), timedOut);
				return this.#reply(key.id, { event: request.event, ...listOf(providers, providerOptionsOf) });
			}
			case "getPreview":
				this.#previewed = { key, settings: request.settings };
				this.#told?.byEvent.delete(request.event);
				return this.#tellPreview();
		}
	}

	#tellNewsSoon(): void {
		const { host, clock } = this.#options;
		if (this.#isNewsDue || host.openKeyId() === undefined) return;
		this.#isNewsDue = true;
		clock.schedule(() => {
			this.#isNewsDue = false;
			void this.#tellNews();
		}, gatherMs);
	}

	async #tellNews(): Promise<void> {
		const keyId = this.#options.host.openKeyId();
		if (keyId === undefined) return;
		await this.#tellAccount(keyId);
		if (this.#previewed?.key.id === keyId) await this.#tellPreview();
		await this.#loadAvatar(keyId);
	}

	#tellAccount(keyId: string): Promise<void> {
		const { settings, store } = this.#options;
		const account = accountViewOf(settings.current, store.state, this.#avatar);
		return this.#tell(keyId, { event: "getAccount", account });
	}

	async #loadAvatar(keyId: string): Promise<void> {
		const avatar = await this.#options.inquiries.avatar();
		if (avatar === this.#avatar) return;
		this.#avatar = avatar;
		await this.#tellAccount(keyId);
	}

	async #tellPreview(): Promise<void> {
		if (!this.#previewed) return;
		const { key, settings } = this.#previewed;
		const preview = this.#options.preview(key.manifestId, settings);
		await this.#tell(key.id, { event: "getPreview", ...preview });
	}

	/** Says it unless it was said before. */
	async #tell(keyId: string, reply: InspectorReply): Promise<void> {
		if (this.#told?.keyId !== keyId) this.#told = { keyId, byEvent: new Map() };
		const content = JSON.stringify(reply);
		if (this.#told.byEvent.get(reply.event) === content) return;
		this.#told.byEvent.set(reply.event, content);
		await this.#reply(keyId, reply);
	}

	async #reply(keyId: string, reply: InspectorReply): Promise<void> {
		const { host } = this.#options;
		if (host.openKeyId() === keyId) return host.send(reply);
		if (this.#early?.keyId !== keyId) this.#early = { keyId, byEvent: new Map() };
		this.#early.byEvent.set(reply.event, reply);
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

function listOf<T, O>(
	inquired: Inquired<T>,
	optionsOf: (answer: T) => O[],
): { readonly items: O[]; readonly error?: SourceError } {
	return inquired.kind === "answer"
		? { items: optionsOf(inquired.answer) }
		: { items: [], error: inquired.failure };
}

function providerOptionsOf(codes: readonly string[]): Option[] {
	return codes.map((code) => ({ label: code, value: code }));
}

function eventOf(message: unknown): unknown {
	return typeof message === "object" && message !== null && "event" in message ? message.event : undefined;
}
