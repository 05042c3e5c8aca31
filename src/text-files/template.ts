const placeholder = /( *)\{(\w+)\}/g;

/**
 * Replaces the placeholders that have a value, as in `Last: {name}`. A placeholder without a value stays as typed, so
 * that a typing mistake is visible. Blanks before an empty value are dropped. Inserted values are not expanded again.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
	return template.replace(placeholder, (original, blanks: string, name: string) => {
		if (!Object.hasOwn(values, name)) return original;
		const value = values[name];
		return value ? blanks + value : "";
	});
}
