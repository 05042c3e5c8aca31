import type { SetupQueries } from "./setup-queries";
import type { GlobalSettingsStore } from "../settings/global-settings";
import type { Clock } from "../state/clock";
import type { Store } from "../state/store";
import type { TextFiles } from "../text-files/text-files";
import type { AccountSetup } from "./account-setup";
import { accountViewOf } from "./account-view";
import type { Envelope, InspectorReply, StripView } from "./messages";
import type { OpenPage, OpenPages, WantedPreview } from "./open-pages";

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

export type PageNewsOptions = {
	readonly host: InspectorHost;
	readonly settings: Pick<GlobalSettingsStore, "current">;
	readonly store: Store;
	readonly queries: Pick<SetupQueries, "avatar">;
	readonly textFiles: Pick<TextFiles, "status">;
	/** Undefined when the action draws no keys. */
	readonly preview: (manifestId: string, wanted: WantedPreview) => Preview | undefined;
	readonly clock: Clock;
};

/** What pages are told without asking: those in sight, what changed, and only what they don't know yet. */
export class PageNews {
	readonly #options: PageNewsOptions;
	readonly #pages: OpenPages;
	readonly #setup: Pick<AccountSetup, "canRestoreKey">;
	#avatar: string | undefined;
	#isDue = false;

	constructor(options: PageNewsOptions, pages: OpenPages, setup: Pick<AccountSetup, "canRestoreKey">) {
		this.#options = options;
		this.#pages = pages;
		this.#setup = setup;
		options.store.subscribe(() => {
			this.tellSoon();
		});
	}

	/** Something is otherwise than it was. */
	tellSoon(): void {
		const { clock } = this.#options;
		if (this.#isDue || this.#inSight().length === 0) return;
		this.#isDue = true;
		clock.schedule(() => {
			this.#isDue = false;
			for (const page of this.#inSight()) void this.tellAll(page);
			void this.loadAvatar();
		}, gatherMs);
	}

	async tellAll(page: OpenPage): Promise<void> {
		await this.tellAccount(page);
		if (page.preview) await this.#tell(page, this.#preview(page, page.preview));
		if (page.hasFile) await this.#tell(page, this.#file(page));
	}

	async tellAccount(page: OpenPage): Promise<void> {
		await this.#tell(page, this.#account());
	}

	/** The answer to a page that asks for the account. */
	account(page: OpenPage): InspectorReply {
		return noted(page, this.#account());
	}

	/** The answer to a page that asks how its key's text file is doing, and is told from now on. */
	file(page: OpenPage): InspectorReply {
		page.hasFile = true;
		return noted(page, this.#file(page));
	}

	/** The answer to a page that asks for a picture of its key, and is told from now on. */
	preview(page: OpenPage, wanted: WantedPreview): InspectorReply {
		page.preview = wanted;
		return noted(page, this.#preview(page, wanted));
	}

	/** The account's picture comes late, if at all. */
	async loadAvatar(): Promise<void> {
		const avatar = await this.#options.queries.avatar();
		if (avatar === this.#avatar) return;
		this.#avatar = avatar;
		this.tellSoon();
	}

	/** Says it unless the page knows. */
	async #tell(page: OpenPage, reply: InspectorReply): Promise<void> {
		const { key, visit } = page;
		if (!this.#pages.isOpen(page) || !page.note(reply)) return;
		await this.#options.host.send(key.id, visit === undefined ? reply : { ...reply, page: visit });
	}

	#inSight(): readonly OpenPage[] {
		return this.#pages.inSight(this.#options.clock.elapsedMs() - sightMs);
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
}

function noted(page: OpenPage, reply: InspectorReply): InspectorReply {
	page.note(reply);
	return reply;
}
