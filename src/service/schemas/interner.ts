/** Maximum number of stored values. Beyond it, the store is cleared and starts again. */
const maxValues = 10_000;

/** Returns one instance for equal values, to save memory. For values that repeat often and are kept for long. */
export class Interner<Value> {
	readonly #values = new Map<string, Value>();

	/** @param key Differs for different values. */
	intern(key: string, value: Value): Value {
		const interned = this.#values.get(key);
		if (interned !== undefined) return interned;
		if (this.#values.size >= maxValues) this.#values.clear();
		this.#values.set(key, value);
		return value;
	}
}
