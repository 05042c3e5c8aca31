type Own<Name extends keyof HTMLElementTagNameMap> = Partial<HTMLElementTagNameMap[Name]>;

/** Creates an element with properties and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	properties: Own<Name> = {},
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const made = Object.assign(document.createElement(name), properties);
	made.append(...children);
	return made;
}

/** Returns the element with this id. @throws If the page has none of this kind. */
export function byId(id: string): HTMLElement;
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind;
export function byId(id: string, kind: abstract new () => HTMLElement = HTMLElement): HTMLElement {
	const found = document.getElementById(id);
	if (found instanceof kind) return found;
	throw new Error(`The page has no such element: ${id}`);
}

/** Returns all matching elements of this kind. */
export function all<Kind extends HTMLElement>(
	selector: string,
	kind: abstract new () => Kind,
): readonly Kind[] {
	const isOfKind = (found: Element): found is Kind => found instanceof kind;
	return [...document.querySelectorAll(selector)].filter(isOfKind);
}

/** Sets a text if it has changed, so that focus, selections and running animations are kept. */
export function setText(target: HTMLElement, text: string): void {
	if (target.textContent !== text) target.textContent = text;
}

/** {@link setText} for an attribute. */
export function setAttribute(target: Element, name: string, value: string): void {
	if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}

/** Sets several attributes. @returns The element. */
export function withAttributes<Target extends Element>(
	target: Target,
	attributes: Readonly<Record<string, string | number>>,
): Target {
	for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value));
	return target;
}

/** Replaces the options of a select element and keeps its value. */
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
