/** A repeated event with listeners. */
export class Signal<T> {
	readonly #listeners = new Set<(value: T) => void>();

	/** @returns Removes the listener. */
	subscribe(listener: (value: T) => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	emit(value: T): void {
		for (const listener of [...this.#listeners]) listener(value);
	}
}
