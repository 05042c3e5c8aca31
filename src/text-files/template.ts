const placeholder = /\{(\w+)\}/g;

/**
 * Fills in what is known: `Last: {name}`. A placeholder that nobody knows stays as it was typed, so that a slip of the
 * finger is seen; what is filled in is not looked at again.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
	return template.replace(placeholder, (original, name: string) =>
		Object.hasOwn(values, name) ? (values[name] ?? "") : original,
	);
}
