import type { SetupQueries } from "./setup-queries";
import type { GlobalSettingsStore } from "../settings/global-settings";
import type { Clock } from "../state/time/clock";
import type { Store } from "../state/store";
import type { TextFiles } from "../text-files/text-files";
import type { AccountSetup } from "./account-setup";
import { accountViewOf } from "./account-view";
import type { Envelope, InspectorReply, ReplyTo } from "./messages";
import type { BackgroundKeyView } from "./message-parts";
import type { OpenPage, OpenPages, PreviewRequest } from "./open-pages";
import { batchDelayMs, visibilityTimeoutMs } from "./timing";

/** Picture of a key, or the layout items of a dial. */
export type Preview = Omit<ReplyTo<"getPreview">, "event">;

/** Connection to the pages, through the host. */
export interface InspectorHost {
	/** Sends a message to the page of this key, visible or not. */
	send(keyId: string, reply: InspectorReply & Envelope): Promise<void>;
}

export type PageUpdatesOptions = {
	readonly host: InspectorHost;
	readonly settings: Pick<GlobalSettingsStore, "current">;
	readonly store: Store;
	readonly queries: Pick<SetupQueries, "avatar">;
	readonly textFiles: Pick<TextFiles, "status">;
	readonly backgroundKeys: { list(): readonly BackgroundKeyView[] };
	/** Undefined if the action draws no keys. */
	readonly preview: (manifestId: string, request: PreviewRequest) => Preview | undefined;
	readonly clock: Clock;
	/** How many keys count the session. */
	readonly sessionKeyCount: () => number;
};

/**
 * Sends changes to the pages. Invariant: an update goes only to visible pages, and only if it differs from the last
 * one.
 */
export class PageUpdates {
	readonly #options: PageUpdatesOptions;
	readonly #pages: OpenPages;
	readonly #setup: Pick<AccountSetup, "canRestoreKey">;
	#avatar: string | undefined;
	#isScheduled = false;

	constructor(options: PageUpdatesOptions, pages: OpenPages, setup: Pick<AccountSetup, "canRestoreKey">) {
		this.#options = options;
		this.#pages = pages;
		this.#setup = setup;
		options.store.subscribe(() => {
			this.scheduleUpdate();
		});
	}

	/** Schedules an update, because something has changed. */
	scheduleUpdate(): void {
		const { clock } = this.#options;
		if (this.#isScheduled || this.#visiblePages().length === 0) return;
		this.#isScheduled = true;
		clock.schedule(() => {
			this.#isScheduled = false;
			for (const page of this.#visiblePages()) void this.sendAll(page);
			void this.loadAvatar();
		}, batchDelayMs);
	}

	async sendAll(page: OpenPage): Promise<void> {
		await this.sendAccount(page);
		if (page.preview) await this.#send(page, this.#preview(page, page.preview));
		if (page.showsFileStatus) await this.#send(page, this.#file(page));
		if (page.showsBackgroundKeys) await this.#send(page, this.#backgroundKeys());
	}

	async sendAccount(page: OpenPage): Promise<void> {
		await this.#send(page, this.#account());
	}

	/** Responds to a page that requests the account. */
	account(page: OpenPage): InspectorReply {
		return recorded(page, this.#account());
	}

	/** Responds to a page that requests the state of its key's text file, and subscribes it to changes. */
	file(page: OpenPage): InspectorReply {
		page.showsFileStatus = true;
		return recorded(page, this.#file(page));
	}

	/** Responds to a page that requests the background keys, and subscribes it to changes. */
	backgroundKeys(page: OpenPage): InspectorReply {
		page.showsBackgroundKeys = true;
		return recorded(page, this.#backgroundKeys());
	}

	/** Responds to a page that requests a picture of its key, and subscribes it to changes. */
	preview(page: OpenPage, request: PreviewRequest): InspectorReply {
		page.preview = request;
		return recorded(page, this.#preview(page, request));
	}

	/** Loads the account's picture and sends it when it has arrived. */
	async loadAvatar(): Promise<void> {
		const avatar = await this.#options.queries.avatar();
		if (avatar === this.#avatar) return;
		this.#avatar = avatar;
		this.scheduleUpdate();
	}

	/** Sends the message unless the page already has it. */
	async #send(page: OpenPage, reply: InspectorReply): Promise<void> {
		const { key, visit } = page;
		if (!this.#pages.isOpen(page) || !page.record(reply)) return;
		await this.#options.host.send(key.id, visit === undefined ? reply : { ...reply, page: visit });
	}

	#visiblePages(): readonly OpenPage[] {
		return this.#pages.visible(this.#options.clock.elapsedMs() - visibilityTimeoutMs);
	}

	#account(): InspectorReply {
		const { settings, store, clock, sessionKeyCount } = this.#options;
		const { canRestoreKey } = this.#setup;
		const context = { avatar: this.#avatar, nowMs: clock.now(), sessionKeyCount: sessionKeyCount() };
		const clockOffsetMs = clock.now() - clock.wallMs();
		const view = accountViewOf(settings.current, store.state, context, clockOffsetMs);
		return { event: "getAccount", account: { ...view, canRestoreKey } };
	}

	#file({ key }: OpenPage): InspectorReply {
		return { event: "getFile", status: this.#options.textFiles.status(key.id) };
	}

	#backgroundKeys(): InspectorReply {
		return { event: "getBackgroundKeys", keys: [...this.#options.backgroundKeys.list()] };
	}

	#preview({ key }: OpenPage, request: PreviewRequest): InspectorReply {
		return { event: "getPreview", ...this.#options.preview(key.manifestId, request) };
	}
}

function recorded(page: OpenPage, reply: InspectorReply): InspectorReply {
	page.record(reply);
	return reply;
}
