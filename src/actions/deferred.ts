import type { InputLag } from "./input-lag";

/**
 * Something that is still being loaded while others already have use for it: they are served in their order, and what
 * they were told meanwhile is as old as it is.
 */
export class Deferred<T> {
	readonly #inputLag: Pick<InputLag, "sentAfter" | "replay">;
	#queued: ((value: T) => void)[] | undefined = [];
	#value: T | undefined;

	constructor(inputLag: Pick<InputLag, "sentAfter" | "replay">) {
		this.#inputLag = inputLag;
	}

	/** Whether somebody has had use for it before it is there. */
	get isAwaited(): boolean {
		return this.#queued !== undefined && this.#queued.length > 0;
	}

	/** Calls back with the value: at once, or as soon as it is there. */
	whenReady(callback: (value: T) => void): void {
		const { sentAfter } = this.#inputLag;
		if (this.#queued) this.#queued.push((value) => this.#inputLag.replay(sentAfter, () => callback(value)));
		else callback(this.#value as T);
	}

	/** It is there. */
	resolve(value: T): void {
		const queued = this.#queued ?? [];
		this.#queued = undefined;
		this.#value = value;
		for (const callback of queued) callback(value);
	}
}
