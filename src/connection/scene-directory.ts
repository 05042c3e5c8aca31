import { serviceErrorFrom } from "../service/errors";
import { resolveBinding } from "../state/scene-binding";
import type { SceneLookup } from "../state/store";
import type { AccountContext } from "./account-context";
import { KeptFresh } from "./kept-fresh";

/** A scene read this recently isn't read again just because another key looks at it. */
const freshMs = 30_000;
/** One that was pressed on is looked at again sooner: somebody is about to rely on it. */
const pressedFreshMs = 2_000;
/** Nobody tells of a change: from time to time each scene is looked at again, more often while a key misses something. */
const quietIntervalMs = 300_000;
const missingIntervalMs = 50_000;

/** Knows the scenes that keys are bound to. */
export class SceneDirectory {
	readonly #context: AccountContext;
	readonly #scenes = new Map<string, KeptFresh<SceneLookup>>();
	#isOpen = false;

	constructor(context: AccountContext) {
		this.#context = context;
	}

	/** The channel is joined: every scene that a key is bound to is read anew. A failure leaves what was known. */
	open(): void {
		this.#isOpen = true;
		this.applyDemand();
	}

	/** The channel is lost. */
	close(): void {
		this.#isOpen = false;
		for (const scene of this.#scenes.values()) scene.close();
	}

	/** Keys are bound to other things than before. */
	applyDemand(): void {
		if (!this.#isOpen) return;
		const tokens = new Set(this.#context.demand().bindings.map(({ sceneToken }) => sceneToken));
		for (const [token, scene] of this.#scenes) if (!tokens.has(token)) scene.pause();
		for (const token of tokens) {
			const scene = this.#scenes.get(token) ?? this.#create(token);
			scene.open();
			if (scene.ageMs >= freshMs) void scene.refresh();
			else scene.within(this.#intervalMs(token) - scene.ageMs);
		}
	}

	/** A key was pressed: what keys are bound to is looked at again, unless that was done just now. */
	check(): void {
		for (const scene of this.#scenes.values()) if (scene.ageMs >= pressedFreshMs) void scene.refresh();
	}

	/** Reads one scene again. */
	async reloadScene(token: string): Promise<void> {
		await this.#scenes.get(token)?.refresh();
	}

	#create(token: string): KeptFresh<SceneLookup> {
		const { store } = this.#context;
		const scene = new KeptFresh<SceneLookup>(this.#context, {
			what: "a scene",
			read: (signal) => this.#ask(token, signal),
			apply: (lookup) => {
				store.update({ scenes: new Map(store.state.scenes).set(token, lookup) });
				return this.#intervalMs(token);
			},
		});
		this.#scenes.set(token, scene);
		return scene;
	}

	/** A service that is broken may know nothing: a scene is gone only when the list of all scenes lacks it, too. */
	async #ask(token: string, signal: AbortSignal): Promise<SceneLookup> {
		const { client } = this.#context;
		try {
			return { kind: "found", scene: await client.scene(token, signal) };
		} catch (error) {
			if (serviceErrorFrom(error).kind !== "not-found") throw error;
			const { scenes } = await client.scenes(signal);
			if (scenes.some((scene) => scene.token === token)) throw error;
			return { kind: "gone" };
		}
	}

	#intervalMs(token: string): number {
		const { demand, store } = this.#context;
		const isMissed = demand().bindings.some(({ sceneToken, itemId, actionCode }) => {
			if (sceneToken !== token) return false;
			return resolveBinding(store.state.scenes.get(token), itemId, actionCode).kind === "missing";
		});
		return isMissed ? missingIntervalMs : quietIntervalMs;
	}
}
