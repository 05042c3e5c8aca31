/** Makes an element: properties first, `data-`, `aria-` and other attributes under `attributes`, then its children. */
export function element(name, { attributes = {}, ...properties } = {}, ...children) {
	const made = Object.assign(document.createElement(name), properties);
	for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
	made.append(...children);
	return made;
}

export const byId = (id) => document.getElementById(id);

/** Sets what differs only, so that focus, selections and running animations stay. */
export function update(target, properties) {
	for (const [name, value] of Object.entries(properties)) if (target[name] !== value) target[name] = value;
}

export function setAttribute(target, name, value) {
	if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}

/** Fills a select without losing what is chosen. */
export function fillSelect(select, options, chosen) {
	const wanted = JSON.stringify(options);
	if (select.dataset.options !== wanted) {
		select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
		select.dataset.options = wanted;
	}
	if (chosen !== undefined && select.value !== chosen) select.value = chosen;
}
