import type { SceneLookup } from "./store";

/** What a key sends commands to; the item and its action once they are chosen. */
export type SceneBinding = {
	readonly sceneToken: string;
	readonly itemId?: number | undefined;
	readonly actionCode?: string | undefined;
};

/** What the service's last answer says about what a key is bound to. */
export type Binding =
	/** Nobody could ask yet. */
	| { readonly kind: "unchecked" }
	/** All there, by these names now. */
	| { readonly kind: "found"; readonly itemName: string; readonly actionName: string }
	/** The answer does not hold it any more. */
	| { readonly kind: "missing"; readonly part: "scene" | "item" | "action" };

/** Looks up an item and its remote action by id and code: names may change. */
export function resolveBinding(
	lookup: SceneLookup | undefined,
	itemId: number | undefined,
	actionCode: string | undefined,
): Binding {
	if (!lookup) return { kind: "unchecked" };
	if (lookup.kind === "gone") return { kind: "missing", part: "scene" };
	const item = lookup.scene.items.find(({ id }) => id === itemId);
	if (!item) return { kind: "missing", part: "item" };
	const action = item.remoteActions.find(({ code }) => code === actionCode);
	if (!action) return { kind: "missing", part: "action" };
	return { kind: "found", itemName: item.name, actionName: action.name };
}
