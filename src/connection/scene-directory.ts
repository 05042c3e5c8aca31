import type { ServiceError } from "../service/errors";
import { serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import { resolveBinding, type SceneBinding } from "../state/scene-binding";
import type { SceneLookup, Store } from "../state/store";
import { KeptFresh } from "./kept-fresh";

/** A scene read this recently isn't read again just because another key looks at it. */
const freshMs = 30_000;
/** One that was pressed on is looked at again sooner: somebody is about to rely on it. */
const pressedFreshMs = 2_000;
/** Nobody tells of a change: from time to time each scene is looked at again, more often while a key misses something. */
const quietIntervalMs = 300_000;
const missingIntervalMs = 50_000;

export type SceneDirectoryOptions = {
	readonly client: ServiceClient;
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	/** What keys send commands to. */
	readonly bindings: () => readonly SceneBinding[];
	readonly onFailed: (error: ServiceError) => void;
};

/** Knows the scenes that keys are bound to. */
export class SceneDirectory {
	readonly #options: SceneDirectoryOptions;
	readonly #scenes = new Map<string, KeptFresh<SceneLookup>>();
	#isOpen = false;

	constructor(options: SceneDirectoryOptions) {
		this.#options = options;
	}

	/** The channel is joined: every scene that a key is bound to is read anew. A failure leaves what was known. */
	open(): void {
		this.#isOpen = true;
		for (const token of this.#tokens) this.#open(token, Infinity);
	}

	/** The channel is lost. What is being read is abandoned. */
	close(): void {
		this.#isOpen = false;
		for (const scene of this.#scenes.values()) scene.close();
		this.#scenes.clear();
	}

	/** Keys are bound to other things than before. */
	applyDemand(): void {
		if (!this.#isOpen) return;
		const tokens = this.#tokens;
		for (const [token, scene] of this.#scenes) {
			if (tokens.has(token)) continue;
			scene.close();
			this.#scenes.delete(token);
		}
		for (const token of tokens) {
			const ageMs = this.#ageMs(token);
			const scene = this.#scenes.get(token) ?? this.#open(token, ageMs);
			if (ageMs >= freshMs) void scene.refresh();
			else scene.within(this.#intervalMs(token) - ageMs);
		}
	}

	/** A key was pressed: what keys are bound to is looked at again, unless that was done just now. */
	check(): void {
		for (const [token, scene] of this.#scenes) if (this.#ageMs(token) >= pressedFreshMs) void scene.refresh();
	}

	/** Reads one scene again. */
	async reloadScene(token: string): Promise<void> {
		await this.#scenes.get(token)?.refresh();
	}

	get #tokens(): ReadonlySet<string> {
		return new Set(this.#options.bindings().map(({ sceneToken }) => sceneToken));
	}

	/** @param ageMs How long ago it was read. */
	#open(token: string, ageMs: number): KeptFresh<SceneLookup> {
		const { clock, random, store, onFailed } = this.#options;
		const scene = new KeptFresh<SceneLookup>({
			...{ clock, random, onFailed },
			read: (signal) => this.#ask(token, signal),
			apply: (lookup) => {
				store.update({ scenes: new Map(store.state.scenes).set(token, lookup) });
				return this.#intervalMs(token);
			},
		});
		this.#scenes.set(token, scene);
		scene.open(ageMs < freshMs ? this.#intervalMs(token) - ageMs : 0);
		return scene;
	}

	/** A service that is broken may know nothing: a scene is gone only when the list of all scenes lacks it, too. */
	async #ask(token: string, signal: AbortSignal): Promise<SceneLookup> {
		const { client, clock } = this.#options;
		try {
			const scene = await client.scene(token, signal);
			return { kind: "found", scene, readAtMs: clock.elapsedMs() };
		} catch (error) {
			if (serviceErrorFrom(error).kind !== "not-found") throw error;
			const { scenes } = await client.scenes(signal);
			if (scenes.some((scene) => scene.token === token)) throw error;
			return { kind: "gone", readAtMs: clock.elapsedMs() };
		}
	}

	#ageMs(token: string): number {
		const { clock, store } = this.#options;
		return clock.elapsedMs() - (store.state.scenes.get(token)?.readAtMs ?? -Infinity);
	}

	#intervalMs(token: string): number {
		const { bindings, store } = this.#options;
		const isMissed = bindings().some(({ sceneToken, itemId, actionCode }) => {
			if (sceneToken !== token) return false;
			return resolveBinding(store.state.scenes.get(token), itemId, actionCode).kind === "missing";
		});
		return isMissed ? missingIntervalMs : quietIntervalMs;
	}
}
