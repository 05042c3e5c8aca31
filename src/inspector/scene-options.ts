import type { ListedScene } from "../connection/inquiries";
import type { SceneItem } from "../state/scenes";
import type { ItemOption, SceneGroup } from "./messages";

/** Scenes as a page lists them. Nothing is hidden: what can't be chosen is disabled. */
export function sceneGroupsOf(scenes: readonly ListedScene[]): SceneGroup[] {
	const labels = labelsOf(scenes.map(({ name, token }) => ({ name, id: token })));
	return scenes.map(({ token, name, items }, index) => {
		const group = { label: labels[index] ?? name, value: token, name };
		return items.kind === "answer"
			? { ...group, children: itemOptionsOf(items.answer) }
			: { ...group, children: [], error: items.failure };
	});
}

function itemOptionsOf(items: readonly SceneItem[]): ItemOption[] {
	const labels = labelsOf(items.map(({ name, id }) => ({ name, id: `#${id}` })));
	return items.map(({ id, name, type, remoteActions }, index) => ({
		label: labels[index] ?? name,
		value: String(id),
		name,
		type,
		disabled: remoteActions.length === 0 ? true : undefined,
		actions: remoteActions.map(({ code, name: label, description }) => ({ label, value: code, description })),
	}));
}

/** Names; namesakes are counted and carry what really tells them apart: `Confetti (2) · #314`. */
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
