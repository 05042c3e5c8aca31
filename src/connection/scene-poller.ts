import { serviceErrorFrom } from "../service/errors";
import { resolveBinding } from "../state/scene-binding";
import type { SceneLookup } from "../state/store";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";

/** A scene read this recently isn't read again just because another key looks at it. */
const maxAgeMs = 30_000;
/** One that was pressed on is looked at again sooner: somebody is about to rely on it. */
const maxAgeOnPressMs = 2_000;
/** Nobody tells of a change: from time to time each scene is looked at again, more often while a key misses something. */
const pollIntervalMs = 300_000;
const missingPollIntervalMs = 50_000;

/** Knows the scenes that keys are bound to. */
export class ScenePoller {
	readonly #context: AccountContext;
	readonly #scenes = new Map<string, PolledResource<SceneLookup>>();
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
			if (scene.ageMs >= maxAgeMs) void scene.refresh();
			else scene.refreshWithin(this.#pollIntervalMs(token) - scene.ageMs);
		}
	}

	/** A key was pressed: what keys are bound to is looked at again, unless that was done just now. */
	refreshStale(): void {
		for (const scene of this.#scenes.values()) if (scene.ageMs >= maxAgeOnPressMs) void scene.refresh();
	}

	/** Reads one scene again. */
	async reloadScene(token: string): Promise<void> {
		await this.#scenes.get(token)?.refresh();
	}

	#create(token: string): PolledResource<SceneLookup> {
		const { store } = this.#context;
		const scene = new PolledResource<SceneLookup>(this.#context, {
			label: "a scene",
			fetch: (signal) => this.#fetch(token, signal),
			apply: (lookup) => {
				store.update({ scenes: new Map(store.state.scenes).set(token, lookup) });
				return this.#pollIntervalMs(token);
			},
		});
		this.#scenes.set(token, scene);
		return scene;
	}

	/** A service that is broken may know nothing: a scene is gone only when the list of all scenes lacks it, too. */
	async #fetch(token: string, signal: AbortSignal): Promise<SceneLookup> {
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

	#pollIntervalMs(token: string): number {
		const { demand, store } = this.#context;
		const isBindingMissing = demand().bindings.some(({ sceneToken, itemId, actionCode }) => {
			if (sceneToken !== token) return false;
			return resolveBinding(store.state.scenes.get(token), itemId, actionCode).kind === "missing";
		});
		return isBindingMissing ? missingPollIntervalMs : pollIntervalMs;
	}
}
