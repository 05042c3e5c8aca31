type Own<Name extends keyof HTMLElementTagNameMap> = Partial<HTMLElementTagNameMap[Name]>;

/** Makes an element: properties first, then its children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	properties: Own<Name> = {},
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const made = Object.assign(document.createElement(name), properties);
	made.append(...children);
	return made;
}

/** The element of this kind that has the id. @throws When the page has none. */
export function byId(id: string): HTMLElement;
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind;
export function byId(id: string, kind: abstract new () => HTMLElement = HTMLElement): HTMLElement {
	const found = document.getElementById(id);
	if (found instanceof kind) return found;
	throw new Error(`The page has no such element: ${id}`);
}

/** All elements of this kind that match. */
export function all<Kind extends HTMLElement>(
	selector: string,
	kind: abstract new () => Kind,
): readonly Kind[] {
	const isOfKind = (found: Element): found is Kind => found instanceof kind;
	return [...document.querySelectorAll(selector)].filter(isOfKind);
}

/** Sets what differs only, so that focus, selections and running animations stay. */
export function setText(target: HTMLElement, text: string): void {
	if (target.textContent !== text) target.textContent = text;
}

/** {@link setText} for an attribute. */
export function setAttribute(target: Element, name: string, value: string): void {
	if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}

/** Several attributes of an element, which is returned. */
export function withAttributes<Target extends Element>(
	target: Target,
	attributes: Readonly<Record<string, string | number>>,
): Target {
	for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value));
	return target;
}

/** Fills a select without losing what is chosen. */
export function fillSelect(
	select: HTMLSelectElement,
	options: readonly (readonly [value: string, text: string])[],
	chosen?: string,
): void {
	const optionsJson = JSON.stringify(options);
	if (select.dataset["options"] !== optionsJson) {
		const before = select.value;
		select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
		select.dataset["options"] = optionsJson;
		if (options.some(([value]) => value === before)) select.value = before;
	}
	if (chosen !== undefined && select.value !== chosen) select.value = chosen;
}
