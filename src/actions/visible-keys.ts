import type { Surface } from "./surface";

/** One visible instance of an action: its settings, as understood, and what only this one knows. */
export type VisibleKey<Settings, View> = {
	readonly id: string;
	readonly surface: Surface;
	settings: Settings;
	readonly view: View;
};

const maxHidden = 500;

/**
 * The keys of one action, those in sight and those that were: what happens meanwhile is not lost on a key that comes
 * back. The longest unseen are forgotten.
 */
export class VisibleKeys<Settings, View> {
	readonly #visible = new Map<string, VisibleKey<Settings, View>>();
	readonly #hidden = new Map<string, VisibleKey<Settings, View>>();

	/** The key, if it is in sight. */
	get(id: string): VisibleKey<Settings, View> | undefined {
		return this.#visible.get(id);
	}

	/** The key, in sight or not, if it is remembered. */
	recall(id: string): VisibleKey<Settings, View> | undefined {
		return this.#visible.get(id) ?? this.#hidden.get(id);
	}

	show(key: VisibleKey<Settings, View>): void {
		this.#hidden.delete(key.id);
		this.#visible.set(key.id, key);
	}

	/** @returns The key that is forgotten for it, if one is. */
	hide(id: string): string | undefined {
		const key = this.#visible.get(id);
		if (!key) return undefined;
		this.#visible.delete(id);
		this.#hidden.set(id, key);
		const [maxUnseen] = this.#hidden.keys();
		if (this.#hidden.size <= maxHidden || maxUnseen === undefined) return undefined;
		this.#hidden.delete(maxUnseen);
		return maxUnseen;
	}

	/** Keys in sight. */
	get visible(): Iterable<VisibleKey<Settings, View>> {
		return this.#visible.values();
	}

	/** Keys in sight and those that are remembered. */
	*all(): Generator<VisibleKey<Settings, View>> {
		yield* this.#visible.values();
		yield* this.#hidden.values();
	}
}
