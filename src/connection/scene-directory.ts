import { ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import type { SceneReading, Store } from "../state/store";

/** A scene read this recently isn't read again just because another key looks at it. */
const freshMs = 30_000;

export type SceneDirectoryOptions = {
	readonly client: ServiceClient;
	readonly store: Store;
	readonly clock: Clock;
	readonly onFailed: (error: ServiceError) => void;
};

/** Knows the scenes that keys are bound to, and asks the service about each at most once at a time. */
export class SceneDirectory {
	readonly #options: SceneDirectoryOptions;
	readonly #wanted = new Set<string>();
	readonly #pending = new Map<string, Promise<void>>();
	#isOpen = false;

	constructor(options: SceneDirectoryOptions) {
		this.#options = options;
	}

	/** The link is up: everything wanted is read anew. */
	async open(): Promise<void> {
		this.#isOpen = true;
		await this.reload();
	}

	close(): void {
		this.#isOpen = false;
	}

	/** The scenes that visible keys are bound to. */
	async want(tokens: Iterable<string>): Promise<void> {
		this.#wanted.clear();
		for (const token of tokens) this.#wanted.add(token);
		if (this.#isOpen)
			await Promise.all([...this.#wanted].filter((token) => !this.#isFresh(token)).map(this.#load));
	}

	/** Reads all wanted scenes again. A failure leaves what was known. */
	async reload(): Promise<void> {
		await Promise.all([...this.#wanted].map(this.#load));
	}

	/** Reads one scene again, whether wanted or not. */
	async reloadScene(token: string): Promise<void> {
		await this.#load(token);
	}

	readonly #load = (token: string): Promise<void> => {
		let loading = this.#pending.get(token);
		if (!loading) {
			loading = this.#read(token).finally(() => this.#pending.delete(token));
			this.#pending.set(token, loading);
		}
		return loading;
	};

	async #read(token: string): Promise<void> {
		const { client, clock, onFailed } = this.#options;
		try {
			const scene = await client.scene(token);
			this.#remember(token, { kind: "found", scene, readAtMs: clock.elapsedMs() });
		} catch (error) {
			if (error instanceof ServiceError && error.kind === "not-found") {
				this.#remember(token, { kind: "gone", readAtMs: clock.elapsedMs() });
			} else {
				onFailed(error instanceof ServiceError ? error : new ServiceError("bad-answer", String(error)));
			}
		}
	}

	#isFresh(token: string): boolean {
		const { clock, store } = this.#options;
		const reading = store.state.scenes.get(token);
		return reading !== undefined && clock.elapsedMs() - reading.readAtMs < freshMs;
	}

	#remember(token: string, reading: SceneReading): void {
		const { store } = this.#options;
		store.update({ scenes: new Map(store.state.scenes).set(token, reading) });
	}
}
