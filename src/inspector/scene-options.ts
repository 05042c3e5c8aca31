import type { SceneItem, SceneSummary } from "../state/scenes";
import type { ItemOption, SceneOption } from "./messages";

/** Scenes as a page lists them. */
export function sceneOptionsOf(scenes: readonly SceneSummary[]): SceneOption[] {
	const labels = labelsOf(scenes.map(({ name, token }) => ({ name, id: token })));
	return scenes.map(({ token, name }, index) => ({ label: labels[index] ?? name, value: token, name }));
}

/** A scene's items as a page lists them. No item is hidden; items that cannot be chosen are disabled. */
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

/** Returns labels. Equal names are numbered and carry the id that distinguishes them: `Confetti (2) · #314`. */
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
