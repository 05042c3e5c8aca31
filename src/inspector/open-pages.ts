import type { InspectorReply, InspectorRequest } from "./messages";

/** A key and the kind of action it is an instance of. */
export type InspectedKey = { readonly id: string; readonly manifestId: string };

export type PreviewRequest = Pick<
	Extract<InspectorRequest, { readonly event: "getPreview" }>,
	"settings" | "controller"
>;

/** One page that is loaded, shown or not, and what it asked and was told. */
export class OpenPage {
	readonly key: InspectedKey;
	/** The visit, as the page names it. */
	readonly visit: string | undefined;
	preview: PreviewRequest | undefined;
	/** Whether it shows how the key's text file is doing. */
	showsFileStatus = false;
	/** Whether it lists the background keys. */
	showsBackgroundKeys = false;
	isSelected = false;
	lastMessageAtMs: number;
	readonly #lastSent = new Map<InspectorReply["event"], string>();

	constructor(key: InspectedKey, visit: string | undefined, lastMessageAtMs: number) {
		this.key = key;
		this.visit = visit;
		this.lastMessageAtMs = lastMessageAtMs;
	}

	/** Notes that it is told this. @returns Whether that is news to it. */
	record(reply: InspectorReply): boolean {
		const content = JSON.stringify(reply);
		if (this.#lastSent.get(reply.event) === content) return false;
		this.#lastSent.set(reply.event, content);
		return true;
	}
}

/**
 * The pages that are loaded, one for each key. A host may load many at once, and ask for some long before it announces
 * them; it says when one is selected and when a key leaves, but not when a page ends.
 */
export class OpenPages {
	readonly #pages = new Map<string, OpenPage>();

	/** The page that says something, known or not. */
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

	/** Another key is selected; the page may stay loaded, or not. */
	deselect(keyId: string): void {
		const page = this.#pages.get(keyId);
		if (page) page.isSelected = false;
	}

	/** The key is no longer on the deck. */
	forget(keyId: string): void {
		this.#pages.delete(keyId);
	}

	isOpen(page: OpenPage): boolean {
		return this.#pages.get(page.key.id) === page;
	}

	/** Pages that somebody is looking at: announced, or heard of since. */
	visible(sinceMs: number): readonly OpenPage[] {
		return [...this.#pages.values()].filter((page) => page.isSelected || page.lastMessageAtMs >= sinceMs);
	}
}
