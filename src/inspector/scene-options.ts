import type { SceneItem, SceneSummary } from "../state/scenes/scenes";
import type { ItemOption, SceneOption } from "./message-parts";

/** Returns the scenes as options of a page's list. */
export function sceneOptionsOf(scenes: readonly SceneSummary[]): SceneOption[] {
	const labels = labelsOf(scenes.map(({ name, token }) => ({ name, id: token })));
	return scenes.map(({ token, name }, index) => ({ label: labels[index] ?? name, value: token, name }));
}

/** Returns a scene's items as options of a page's list. Items without a remote action are disabled, not left out. */
export function itemOptionsOf(items: readonly SceneItem[]): ItemOption[] {
	const labels = labelsOf(items.map(({ name, id }) => ({ name, id: `#${id}` })));
	return items.map(({ id, name, type, remoteActions, place }, index) => ({
		label: labels[index] ?? name,
		value: String(id),
		name,
		type,
		disabled: remoteActions.length === 0 ? true : undefined,
		actions: remoteActions.map(({ code, name: label, description }) => ({ label, value: code, description })),
		place,
	}));
}

/** Returns a label for each entry. Equal names are numbered and followed by their id: `Confetti (2) · #314`. */
function labelsOf(entries: readonly { readonly name: string; readonly id: string }[]): string[] {
	const total = new Map<string, number>();
	for (const { name } of entries) total.set(name, (total.get(name) ?? 0) + 1);
	const seen = new Map<string, number>();
	return entries.map(({ name, id }) => {
		if ((total.get(name) ?? 0) < 2) return name;
		const ordinal = (seen.get(name) ?? 0) + 1;
		seen.set(name, ordinal);
		return `${name} (${ordinal}) · ${id}`;
	});
}
