import type { SetupQueries } from "./setup-queries";
import type { GlobalSettingsStore } from "../settings/global-settings";
import type { Clock } from "../state/clock";
import type { Store } from "../state/store";
import type { TextFiles } from "../text-files/text-files";
import type { AccountSetup } from "./account-setup";
import { accountViewOf } from "./account-view";
import type { BackgroundKeyView, Envelope, InspectorReply, StripView } from "./messages";
import type { OpenPage, OpenPages, PreviewRequest } from "./open-pages";

/** Changes within this time are told together. */
const batchDelayMs = 250;
/** A page that is shown says so more often than this. */
const visibilityTimeoutMs = 5_000;

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

export type PageUpdatesOptions = {
	readonly host: InspectorHost;
	readonly settings: Pick<GlobalSettingsStore, "current">;
	readonly store: Store;
	readonly queries: Pick<SetupQueries, "avatar">;
	readonly textFiles: Pick<TextFiles, "status">;
	readonly backgroundKeys: { list(): readonly BackgroundKeyView[] };
	/** Undefined when the action draws no keys. */
	readonly preview: (manifestId: string, request: PreviewRequest) => Preview | undefined;
	readonly clock: Clock;
};

/** What pages are told without asking: those in sight, what changed, and only what they don't know yet. */
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

	/** Something is otherwise than it was. */
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

	/** The answer to a page that asks for the account. */
	account(page: OpenPage): InspectorReply {
		return recorded(page, this.#account());
	}

	/** The answer to a page that asks how its key's text file is doing, and is told from now on. */
	file(page: OpenPage): InspectorReply {
		page.showsFileStatus = true;
		return recorded(page, this.#file(page));
	}

	/** The answer to a page that asks for the background keys, and is told from now on. */
	backgroundKeys(page: OpenPage): InspectorReply {
		page.showsBackgroundKeys = true;
		return recorded(page, this.#backgroundKeys());
	}

	/** The answer to a page that asks for a picture of its key, and is told from now on. */
	preview(page: OpenPage, request: PreviewRequest): InspectorReply {
		page.preview = request;
		return recorded(page, this.#preview(page, request));
	}

	/** The account's picture comes late, if at all. */
	async loadAvatar(): Promise<void> {
		const avatar = await this.#options.queries.avatar();
		if (avatar === this.#avatar) return;
		this.#avatar = avatar;
		this.scheduleUpdate();
	}

	/** Says it unless the page knows. */
	async #send(page: OpenPage, reply: InspectorReply): Promise<void> {
		const { key, visit } = page;
		if (!this.#pages.isOpen(page) || !page.record(reply)) return;
		await this.#options.host.send(key.id, visit === undefined ? reply : { ...reply, page: visit });
	}

	#visiblePages(): readonly OpenPage[] {
		return this.#pages.visible(this.#options.clock.elapsedMs() - visibilityTimeoutMs);
	}

	#account(): InspectorReply {
		const { settings, store, clock } = this.#options;
		const { canRestoreKey } = this.#setup;
		const clockOffsetMs = clock.now() - clock.wallMs();
		const view = accountViewOf(settings.current, store.state, this.#avatar, clockOffsetMs);
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
