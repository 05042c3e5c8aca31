/** Creates an element. Strings become text nodes, never markup, because names are external input. */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	properties: Partial<Omit<HTMLElementTagNameMap[K], "children">> = {},
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
	const created = Object.assign(document.createElement(tag), properties);
	created.append(...children);
	return created;
}

/** Creates a button. Use `ariaDisabled` instead of `disabled`, which would remove the focus. */
export function button(label: string, onClick: () => void): HTMLButtonElement {
	const created = element("button", { type: "button", textContent: label });
	created.addEventListener("click", () => {
		if (created.ariaDisabled !== "true") onClick();
	});
	return created;
}

/**
 * Returns the element with this id.
 * @throws {TypeError} If the page has no such element of this kind.
 */
export function byId<T extends HTMLElement>(id: string, kind: abstract new () => T): T {
	const found = document.getElementById(id);
	if (!(found instanceof kind)) throw new TypeError(`the page has no fitting #${id}`);
	return found;
}

/** Sets a text if it has changed, so that a live region is not announced again. */
export function setText(node: HTMLElement, text: string): void {
	if (node.textContent !== text) node.textContent = text;
}

/** Shows or hides an element. If the hidden element had the focus, `fallback` receives it. */
export function show(target: HTMLElement, isShown: boolean, fallback?: HTMLElement): void {
	const hadFocus = !isShown && target.contains(document.activeElement);
	target.hidden = !isShown;
	if (hadFocus) fallback?.focus();
}
