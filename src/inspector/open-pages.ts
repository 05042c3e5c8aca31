import type { InspectorReply, InspectorRequest } from "./messages";

/** A key and the type of its action. */
export type InspectedKey = { readonly id: string; readonly manifestId: string };

export type PreviewRequest = Pick<
	Extract<InspectorRequest, { readonly event: "getPreview" }>,
	"settings" | "controller"
>;

/** A loaded page, visible or not, with its subscriptions and the last messages sent to it. */
export class OpenPage {
	readonly key: InspectedKey;
	/** Id of the visit, chosen by the page. */
	readonly visit: string | undefined;
	preview: PreviewRequest | undefined;
	/** Whether it displays the state of the key's text file. */
	showsFileStatus = false;
	showsBackgroundKeys = false;
	isSelected = false;
	lastMessageAtMs: number;
	readonly #lastSent = new Map<InspectorReply["event"], string>();

	constructor(key: InspectedKey, visit: string | undefined, lastMessageAtMs: number) {
		this.key = key;
		this.visit = visit;
		this.lastMessageAtMs = lastMessageAtMs;
	}

	/** Records a message to the page. @returns Whether it differs from the last one. */
	record(reply: InspectorReply): boolean {
		const content = JSON.stringify(reply);
		if (this.#lastSent.get(reply.event) === content) return false;
		this.#lastSent.set(reply.event, content);
		return true;
	}
}

/**
 * The loaded pages. Invariant: at most one per key. A host may load many at the same time and send requests of some
 * long before it announces them. It reports when a page is selected and when a key disappears, but not when a page
 * ends.
 */
export class OpenPages {
	readonly #pages = new Map<string, OpenPage>();

	/** Returns the page that sent a message; creates it on the first message. */
	recordMessage(key: InspectedKey, visit: string | undefined, nowMs: number): OpenPage {
		const existing = this.#pages.get(key.id);
		if (existing && (visit === undefined || existing.visit === visit)) {
			existing.lastMessageAtMs = nowMs;
			return existing;
		}
		const page = new OpenPage(key, visit, nowMs);
		page.isSelected = existing?.isSelected ?? false;
		this.#pages.set(key.id, page);
		return page;
	}

	select(key: InspectedKey, nowMs: number): OpenPage {
		const page = this.#pages.get(key.id) ?? this.recordMessage(key, undefined, nowMs);
		page.isSelected = true;
		return page;
	}

	/** Records that another key was selected. The page may stay loaded. */
	deselect(keyId: string): void {
		const page = this.#pages.get(keyId);
		if (page) page.isSelected = false;
	}

	/** Removes the page, because the key is no longer on the deck. */
	forget(keyId: string): void {
		this.#pages.delete(keyId);
	}

	isOpen(page: OpenPage): boolean {
		return this.#pages.get(page.key.id) === page;
	}

	/** Visible pages: announced, or active since then. */
	visible(sinceMs: number): readonly OpenPage[] {
		return [...this.#pages.values()].filter((page) => page.isSelected || page.lastMessageAtMs >= sinceMs);
	}
}
