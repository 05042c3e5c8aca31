/** Makes an element. Text becomes text, never markup: names come from outside. */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	properties: Partial<Omit<HTMLElementTagNameMap[K], "children">> = {},
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
	const created = Object.assign(document.createElement(tag), properties);
	created.append(...children);
	return created;
}

/** A button that does one thing. It never becomes `disabled`, which would take the focus from whoever pressed it. */
export function button(label: string, onClick: () => void): HTMLButtonElement {
	const created = element("button", { type: "button", textContent: label });
	created.addEventListener("click", () => {
		if (created.ariaDisabled !== "true") onClick();
	});
	return created;
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

/** Sets a text only when it is another one, so that a live region does not repeat itself. */
export function setText(node: HTMLElement, text: string): void {
	if (node.textContent !== text) node.textContent = text;
}

/** Hides or shows; when that would leave the focus nowhere, it goes to `instead`. */
export function show(target: HTMLElement, isShown: boolean, fallback?: HTMLElement): void {
	const hadFocus = !isShown && target.contains(document.activeElement);
	target.hidden = !isShown;
	if (hadFocus) fallback?.focus();
}
