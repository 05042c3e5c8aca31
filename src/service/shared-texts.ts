/** More different ones than this are forgotten, and begun anew. */
const maxTexts = 10_000;

/** Keeps each text once, however often it is read: for texts that come again and again and are kept for long. */
export class SharedTexts {
	readonly #texts = new Map<string, string>();

	/** @returns The same text, as it was read first. */
	shared(text: string | undefined): string | undefined {
		if (text === undefined) return undefined;
		const known = this.#texts.get(text);
		if (known !== undefined) return known;
		if (this.#texts.size >= maxTexts) this.#texts.clear();
		this.#texts.set(text, text);
		return text;
	}
}
