/** Counts what a history contained, by name. */
export class Tally {
	readonly #counts = new Map<string, number>();

	get counts(): ReadonlyMap<string, number> {
		return this.#counts;
	}

	add(name: string, count = 1): void {
		this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
	}

	/** Records that something happened at all, at most once. */
	mark(name: string): void {
		this.#counts.set(name, 1);
	}
}
