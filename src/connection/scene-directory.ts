import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock, Dispose } from "../state/clock";
import type { SceneReading, Store } from "../state/store";
import { retryDelayMs } from "./retry-policy";

/** A scene read this recently isn't read again just because another key looks at it. */
const freshMs = 30_000;
/** One that was pressed on is looked at again sooner: somebody is about to rely on it. */
const pressedFreshMs = 2_000;
/** Nobody tells of a change: from time to time each scene is looked at again, one that is gone more often. */
const quietIntervalMs = 300_000;
const goneIntervalMs = 60_000;

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
	/** The next look at each scene, and how many have failed in a row. */
	readonly #nextLooks = new Map<string, { readonly failures: number; readonly cancel: Dispose }>();
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
		for (const { cancel } of this.#nextLooks.values()) cancel();
		this.#nextLooks.clear();
	}

	/** The scenes that visible keys are bound to. */
	async want(tokens: Iterable<string>): Promise<void> {
		this.#wanted.clear();
		for (const token of tokens) this.#wanted.add(token);
		await this.#loadUnless(freshMs);
	}

	/** A key was pressed: what it is bound to is looked at again, unless that was done just now. */
	async check(): Promise<void> {
		await this.#loadUnless(pressedFreshMs);
	}

	/** Reads one scene again, whether wanted or not. */
	async reloadScene(token: string): Promise<void> {
		await this.#load(token);
	}

	async #loadUnless(freshForMs: number): Promise<void> {
		if (!this.#isOpen) return;
		await Promise.all([...this.#wanted].filter((token) => !this.#isFresh(token, freshForMs)).map(this.#load));
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
		try {
			const reading = await this.#ask(token, signal);
			if (!signal.aborted) this.#remember(token, reading);
		} catch (error) {
			if (signal.aborted) return;
			const failure = serviceErrorFrom(error);
			this.#retryLater(token, failure);
			this.#options.onFailed(failure);
		}
	}

	/** A service that is broken may know nothing: a scene is gone only when the list of all scenes lacks it, too. */
	async #ask(token: string, signal: AbortSignal): Promise<SceneReading> {
		const { client, clock } = this.#options;
		try {
			const scene = await client.scene(token, signal);
			return { kind: "found", scene, readAtMs: clock.elapsedMs() };
		} catch (error) {
			if (!(error instanceof ServiceError) || error.kind !== "not-found") throw error;
			const { scenes } = await client.scenes(signal);
			if (scenes.some((scene) => scene.token === token)) throw error;
			return { kind: "gone", readAtMs: clock.elapsedMs() };
		}
	}

	#retryLater(token: string, failure: ServiceError): void {
		const failures = (this.#nextLooks.get(token)?.failures ?? 0) + 1;
		this.#lookIn(token, retryDelayMs(failure, failures, this.#options.random), failures);
	}

	#lookIn(token: string, delayMs: number, failures: number): void {
		this.#nextLooks.get(token)?.cancel();
		this.#nextLooks.delete(token);
		if (!this.#isOpen) return;
		const look = () => {
			if (this.#wanted.has(token)) void this.#load(token);
		};
		this.#nextLooks.set(token, { failures, cancel: this.#options.clock.schedule(look, delayMs) });
	}

	#isFresh(token: string, forMs: number): boolean {
		const { clock, store } = this.#options;
		const reading = store.state.scenes.get(token);
		return reading !== undefined && clock.elapsedMs() - reading.readAtMs < forMs;
	}

	#remember(token: string, reading: SceneReading): void {
		const { store } = this.#options;
		this.#lookIn(token, reading.kind === "gone" ? goneIntervalMs : quietIntervalMs, 0);
		store.update({ scenes: new Map(store.state.scenes).set(token, reading) });
	}
}
