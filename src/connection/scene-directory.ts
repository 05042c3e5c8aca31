import { ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock, Dispose } from "../state/clock";
import type { SceneReading, Store } from "../state/store";
import { retryDelayMs } from "./retry-policy";

/** A scene read this recently isn't read again just because another key looks at it. */
const freshMs = 30_000;

export type SceneDirectoryOptions = {
	readonly client: ServiceClient;
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	readonly onFailed: (error: ServiceError) => void;
};

/** Knows the scenes that keys are bound to, and asks the service about each at most once at a time. */
export class SceneDirectory {
	readonly #options: SceneDirectoryOptions;
	readonly #wanted = new Set<string>();
	readonly #pending = new Map<string, Promise<void>>();
	readonly #retries = new Map<string, { readonly failures: number; readonly cancel: Dispose }>();
	#controller = new AbortController();
	#isOpen = false;

	constructor(options: SceneDirectoryOptions) {
		this.#options = options;
	}

	/** The link is up: everything wanted is read anew. A failure leaves what was known. */
	async open(): Promise<void> {
		this.#isOpen = true;
		await Promise.all([...this.#wanted].map(this.#load));
	}

	/** The link is lost. What is being read is abandoned. */
	close(): void {
		this.#isOpen = false;
		this.#controller.abort();
		this.#controller = new AbortController();
		this.#pending.clear();
		for (const { cancel } of this.#retries.values()) cancel();
		this.#retries.clear();
	}

	/** The scenes that visible keys are bound to. */
	async want(tokens: Iterable<string>): Promise<void> {
		this.#wanted.clear();
		for (const token of tokens) this.#wanted.add(token);
		if (this.#isOpen)
			await Promise.all([...this.#wanted].filter((token) => !this.#isFresh(token)).map(this.#load));
	}

	/** Reads one scene again, whether wanted or not. */
	async reloadScene(token: string): Promise<void> {
		await this.#load(token);
	}

	readonly #load = (token: string): Promise<void> => {
		const known = this.#pending.get(token);
		if (known) return known;
		const loading = this.#read(token, this.#controller.signal).finally(() => {
			if (this.#pending.get(token) === loading) this.#pending.delete(token);
		});
		this.#pending.set(token, loading);
		return loading;
	};

	async #read(token: string, signal: AbortSignal): Promise<void> {
		const { client, clock, onFailed } = this.#options;
		try {
			const scene = await client.scene(token, signal);
			if (!signal.aborted) this.#remember(token, { kind: "found", scene, readAtMs: clock.elapsedMs() });
		} catch (error) {
			if (signal.aborted) return;
			const failure = error instanceof ServiceError ? error : new ServiceError("bad-answer", String(error));
			if (failure.kind === "not-found") {
				this.#remember(token, { kind: "gone", readAtMs: clock.elapsedMs() });
			} else {
				this.#retryLater(token, failure);
				onFailed(failure);
			}
		}
	}

	#retryLater(token: string, failure: ServiceError): void {
		const { clock, random } = this.#options;
		const last = this.#retries.get(token);
		last?.cancel();
		const failures = (last?.failures ?? 0) + 1;
		const delayMs = retryDelayMs(failure, failures, random);
		if (!this.#isOpen) return;
		const retry = () => {
			if (this.#wanted.has(token)) void this.#load(token);
		};
		this.#retries.set(token, { failures, cancel: clock.schedule(retry, delayMs) });
	}

	#isFresh(token: string): boolean {
		const { clock, store } = this.#options;
		const reading = store.state.scenes.get(token);
		return reading !== undefined && clock.elapsedMs() - reading.readAtMs < freshMs;
	}

	#remember(token: string, reading: SceneReading): void {
		const { store } = this.#options;
		this.#retries.get(token)?.cancel();
		this.#retries.delete(token);
		store.update({ scenes: new Map(store.state.scenes).set(token, reading) });
	}
}
