export type Changes<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** Returns a copy with the given changes. Members that are undefined stay as they were, and new members are ignored. */
export function withChanges<T extends object>(base: T, changes: Changes<T>): T {
	const changed = { ...base };
	for (const name in base) {
		const value = changes[name];
		if (value !== undefined) changed[name] = value;
	}
	return changed;
}
