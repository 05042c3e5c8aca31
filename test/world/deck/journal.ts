import type { Disposer } from "./frame";
import { defaultTimeoutMs, WaitTimeout, type WaitOptions } from "./wait-until";

/** Append-only record that can be read, subscribed to, and waited on. */
export class Journal<T> {
	readonly #entries: T[] = [];
	readonly #listeners = new Set<(entry: T) => void>();

	/** All entries so far, oldest first. */
	get entries(): readonly T[] {
		return this.#entries;
	}

	get last(): T | undefined {
		return this.#entries.at(-1);
	}

	add(entry: T): void {
		this.#entries.push(entry);
		for (const listener of [...this.#listeners]) listener(entry);
	}

	on(listener: (entry: T) => void): Disposer {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/**
	 * Returns the first entry from index `from` (default 0) that satisfies the predicate, as soon as it is written.
	 * @throws {@link WaitTimeout} after `timeoutMs`, and errors of the predicate.
	 */
	waitFor(
		predicate: (entry: T) => boolean,
		{ from = 0, ...options }: WaitOptions & { readonly from?: number } = {},
	): Promise<T> {
		return new Promise((resolve, reject) => {
			const existing = this.#entries.slice(from).find(predicate);
			if (existing !== undefined) return resolve(existing);
			const settle = (finish: () => void) => {
				stop();
				clearTimeout(timer);
				finish();
			};
			const stop = this.on((entry) => {
				try {
					if (predicate(entry)) settle(() => resolve(entry));
				} catch (error) {
					settle(() => reject(error instanceof Error ? error : new Error(String(error))));
				}
			});
			const timer = setTimeout(
				() => settle(() => reject(new WaitTimeout(options))),
				options.timeoutMs ?? defaultTimeoutMs,
			);
		});
	}
}
