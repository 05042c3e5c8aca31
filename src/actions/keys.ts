import type { Surface } from "./surface";

/** One visible instance of an action: its settings, as understood, and what only this one knows. */
export type KeyState<Settings, View> = {
	readonly id: string;
	readonly surface: Surface;
	settings: Settings;
	readonly view: View;
};

const maxHiddenKeys = 500;

/**
 * The keys of one action, those in sight and those that were: what happens meanwhile is not lost on a key that comes
 * back. The longest unseen are forgotten.
 */
export class Keys<Settings, View> {
	readonly #visible = new Map<string, KeyState<Settings, View>>();
	readonly #hidden = new Map<string, KeyState<Settings, View>>();

	/** The key, if it is in sight. */
	get(id: string): KeyState<Settings, View> | undefined {
		return this.#visible.get(id);
	}

	/** The key, in sight or not, if it is remembered. */
	getVisibleOrHidden(id: string): KeyState<Settings, View> | undefined {
		return this.#visible.get(id) ?? this.#hidden.get(id);
	}

	show(key: KeyState<Settings, View>): void {
		this.#hidden.delete(key.id);
		this.#visible.set(key.id, key);
	}

	/** @returns The key that is forgotten for it, if one is. */
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

	/** Adds a key that an earlier run of the plugin has displayed. */
	addHidden(key: KeyState<Settings, View>): void {
		this.#hidden.set(key.id, key);
	}

	remove(id: string): void {
		this.#visible.delete(id);
		this.#hidden.delete(id);
	}

	/** Keys in sight. */
	get visible(): Iterable<KeyState<Settings, View>> {
		return this.#visible.values();
	}

	/** Keys in sight and those that are remembered. */
	*all(): Generator<KeyState<Settings, View>> {
		yield* this.#visible.values();
		yield* this.#hidden.values();
	}
}
