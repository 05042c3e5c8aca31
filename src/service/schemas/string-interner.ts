/** Maximum number of stored strings. Beyond it, the store is cleared and starts again. */
const maxStrings = 10_000;

/** Returns one instance for equal strings, to save memory. For strings that repeat often and are kept for long. */
export class StringInterner {
	readonly #strings = new Map<string, string>();

	intern(text: string | undefined): string | undefined {
		if (text === undefined) return undefined;
		const interned = this.#strings.get(text);
		if (interned !== undefined) return interned;
		if (this.#strings.size >= maxStrings) this.#strings.clear();
		this.#strings.set(text, text);
		return text;
	}
}
