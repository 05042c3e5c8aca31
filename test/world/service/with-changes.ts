export type Changes<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The same with what is named changed. What is named but undefined stays as it is, and what is new is left out. */
export function withChanges<T extends object>(base: T, changes: Changes<T>): T {
	const changed = { ...base };
	for (const name in base) {
		const value = changes[name];
		if (value !== undefined) changed[name] = value;
	}
	return changed;
}
