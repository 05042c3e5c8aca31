import type { StringKey, Translate } from "./strings";

/** Makes an element. Text becomes text, never markup: names come from outside. */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	properties: Partial<Omit<HTMLElementTagNameMap[K], "children">> = {},
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
	const made = Object.assign(document.createElement(tag), properties);
	made.append(...children);
	return made;
}

/**
 * The element with this id.
 * @throws When the page has none of this kind: page and script don't fit each other.
 */
export function byId<T extends HTMLElement>(id: string, kind: abstract new () => T): T {
	const found = document.getElementById(id);
	if (!(found instanceof kind)) throw new TypeError(`the page has no fitting #${id}`);
	return found;
}

/** Fills in the texts of a page: `data-text` names an element's own. */
export function translatePage(root: ParentNode, text: Translate): void {
	for (const marked of root.querySelectorAll<HTMLElement>("[data-text]")) {
		// A test holds every page to the keys that there are.
		marked.textContent = text(marked.dataset["text"] as StringKey);
	}
}

/** Sets a text only when it is another one, so that a live region does not repeat itself. */
export function setText(node: HTMLElement, text: string): void {
	if (node.textContent !== text) node.textContent = text;
}
