import type { Surface } from "./surface";

/** Instance of an action: its parsed settings and its own state. */
export type KeyState<Settings, View> = {
	readonly id: string;
	readonly surface: Surface;
	settings: Settings;
	readonly view: View;
};

const maxHiddenKeys = 500;

/**
 * Visible and hidden keys of one action. Hidden keys are stored, so that a key that appears again has its state. If there
 * are too many, the one hidden longest is dropped. Invariant: no id is both visible and hidden.
 */
export class Keys<Settings, View> {
	readonly #visible = new Map<string, KeyState<Settings, View>>();
	readonly #hidden = new Map<string, KeyState<Settings, View>>();

	get(id: string): KeyState<Settings, View> | undefined {
		return this.#visible.get(id);
	}

	getVisibleOrHidden(id: string): KeyState<Settings, View> | undefined {
		return this.#visible.get(id) ?? this.#hidden.get(id);
	}

	show(key: KeyState<Settings, View>): void {
		this.#hidden.delete(key.id);
		this.#visible.set(key.id, key);
	}

	/** @returns The id of the key that was dropped, if there is one. */
	hide(id: string): string | undefined {
		const key = this.#visible.get(id);
		if (!key) return undefined;
		this.#visible.delete(id);
		this.#hidden.set(id, key);
		const [oldestId] = this.#hidden.keys();
		if (this.#hidden.size <= maxHiddenKeys || oldestId === undefined) return undefined;
		this.#hidden.delete(oldestId);
		return oldestId;
	}

	/** Adds a key that an earlier run of the plugin displayed. */
	addHidden(key: KeyState<Settings, View>): void {
		this.#hidden.set(key.id, key);
	}

	remove(id: string): void {
		this.#visible.delete(id);
		this.#hidden.delete(id);
	}

	get visible(): Iterable<KeyState<Settings, View>> {
		return this.#visible.values();
	}

	/** Visible keys and stored hidden keys. */
	*all(): Generator<KeyState<Settings, View>> {
		yield* this.#visible.values();
		yield* this.#hidden.values();
	}
}
