import type { SceneLookup } from "../store";

/** Target of a key's commands. The item and its action are undefined until they are chosen. */
export type SceneBinding = {
	readonly sceneToken: string;
	readonly itemId?: number | undefined;
	readonly actionCode?: string | undefined;
};

/** Result of looking up a key's target in the service's last response. */
export type Binding =
	/** The scene has not been fetched yet. */
	| { readonly kind: "unchecked" }
	/** The target exists; these are its current names. */
	| { readonly kind: "found"; readonly itemName: string; readonly actionName: string }
	/** The response no longer contains this part. */
	| { readonly kind: "missing"; readonly part: "scene" | "item" | "action" };

/** Finds an item and its remote action by id and code, because names can change. */
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
