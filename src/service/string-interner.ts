/** More different ones than this are forgotten, and begun anew. */
const maxStrings = 10_000;

/** Keeps each text once, however often it is read: for texts that come again and again and are kept for long. */
export class StringInterner {
	readonly #strings = new Map<string, string>();

	/** @returns The same text, as it was read first. */
	intern(text: string | undefined): string | undefined {
		if (text === undefined) return undefined;
		const interned = this.#strings.get(text);
		if (interned !== undefined) return interned;
		if (this.#strings.size >= maxStrings) this.#strings.clear();
		this.#strings.set(text, text);
		return text;
	}
}
