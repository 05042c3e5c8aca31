import type { InputLag } from "./keys/input-lag";

/**
 * Value that is still loading. Invariant: callbacks run in the order of registration, and each is handled with the input
 * age of the moment when it was registered.
 */
export class Deferred<T> {
	readonly #inputLag: Pick<InputLag, "sentAfter" | "replay">;
	#queued: ((value: T) => void)[] | undefined = [];
	#value: T | undefined;

	constructor(inputLag: Pick<InputLag, "sentAfter" | "replay">) {
		this.#inputLag = inputLag;
	}

	get isAwaited(): boolean {
		return this.#queued !== undefined && this.#queued.length > 0;
	}

	/** Calls back with the value: immediately, or as soon as it is loaded. */
	whenReady(callback: (value: T) => void): void {
		if (!this.#queued) return callback(this.#value as T);
		const { sentAfter } = this.#inputLag;
		this.#queued.push((value) => this.#inputLag.replay(sentAfter, () => callback(value)));
	}

	/** Sets the value and runs the queued callbacks. */
	resolve(value: T): void {
		const queued = this.#queued ?? [];
		this.#queued = undefined;
		this.#value = value;
		for (const callback of queued) callback(value);
	}
}
