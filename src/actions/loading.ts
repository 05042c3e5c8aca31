/** Something that is still being loaded while others already have use for it: they are served in their order. */
export class Loading<T> {
	#waiting: ((value: T) => void)[] | undefined = [];
	#value: T | undefined;

	/** Calls back with the value: at once, or as soon as it is there. */
	use(callback: (value: T) => void): void {
		if (this.#waiting) this.#waiting.push(callback);
		else callback(this.#value as T);
	}

	/** It is there. */
	complete(value: T): void {
		const waiting = this.#waiting ?? [];
		this.#waiting = undefined;
		this.#value = value;
		for (const callback of waiting) callback(value);
	}
}
