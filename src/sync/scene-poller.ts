import { serviceErrorFrom } from "../service/errors";
import { resolveBinding } from "../state/scenes/scene-binding";
import type { SceneLookup } from "../state/store";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";
import {
	sceneMaxAgeMs,
	sceneMaxAgeOnPressMs,
	scenePollIntervalMs,
	missingScenePollIntervalMs,
} from "./timing";

/**
 * Keeps the scenes current that keys are bound to.
 *
 * Invariant: each scene is read by one resource, open only while the channel is joined and a key is bound to the
 * scene.
 */
export class ScenePoller {
	readonly #context: AccountContext;
	readonly #scenes = new Map<string, PolledResource<SceneLookup>>();
	#isOpen = false;

	constructor(context: AccountContext) {
		this.#context = context;
	}

	/** Reads each bound scene again, because the channel was joined. After a failure, the stored scene is kept. */
	open(): void {
		this.#isOpen = true;
		this.applyDemand();
	}

	close(): void {
		this.#isOpen = false;
		for (const scene of this.#scenes.values()) scene.close();
	}

	applyDemand(): void {
		if (!this.#isOpen) return;
		const tokens = new Set(this.#context.demand().bindings.map(({ sceneToken }) => sceneToken));
		for (const [token, scene] of this.#scenes) if (!tokens.has(token)) scene.pause();
		for (const token of tokens) {
			const scene = this.#scenes.get(token) ?? this.#create(token);
			scene.open();
			if (scene.ageMs >= sceneMaxAgeMs) void scene.refresh();
			else scene.refreshWithin(this.#scenePollIntervalMs(token) - scene.ageMs);
		}
	}

	/** Reads the bound scenes again because a key was pressed, unless they were read a moment ago. */
	refreshStale(): void {
		for (const scene of this.#scenes.values()) if (scene.ageMs >= sceneMaxAgeOnPressMs) void scene.refresh();
	}

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
				return this.#scenePollIntervalMs(token);
			},
		});
		this.#scenes.set(token, scene);
		return scene;
	}

	/**
	 * Reads a scene. A broken service may respond with `not-found`, so a scene counts as gone only if the list of
	 * all scenes does not contain it either.
	 */
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

	#scenePollIntervalMs(token: string): number {
		const { demand, store } = this.#context;
		const isBindingMissing = demand().bindings.some(({ sceneToken, itemId, actionCode }) => {
			if (sceneToken !== token) return false;
			return resolveBinding(store.state.scenes.get(token), itemId, actionCode).kind === "missing";
		});
		return isBindingMissing ? missingScenePollIntervalMs : scenePollIntervalMs;
	}
}
