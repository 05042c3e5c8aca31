import type { ItemPlace, RemoteAction, Scene, SceneItem, SceneSummary } from "../../state/scenes/scenes";
import { unlessBlank } from "../../state/events/user-name";
import { entriesFrom, fieldsOf, numberFrom, textFrom } from "./wire-scalars";

/** The scenes that can be controlled, and their owner. */
export type SceneList = {
	readonly username?: string | undefined;
	readonly scenes: readonly SceneSummary[];
};

/** Parses the scenes; undefined without a list. Entries without a token are dropped. */
export function parseSceneList(content: unknown): SceneList | undefined {
	const { user, scenes: entries } = fieldsOf(content);
	const scenes = entriesFrom(entries, sceneSummaryFrom);
	return scenes && { username: textFrom(fieldsOf(user)["username"]), scenes };
}

/**
 * Parses the items of a scene; undefined without a list, because a missing list does not mean an empty scene.
 * @param requestedToken The requested token, for a response that does not repeat it.
 */
export function parseScene(content: unknown, requestedToken: string): Scene | undefined {
	const fields = fieldsOf(content);
	const items = entriesFrom(fields["items"], sceneItemFrom);
	const token = textFrom(fields["token"]) ?? requestedToken;
	const [name = token, thumbnail] = [nameFrom(fields), textFrom(fields["thumbnailUrl"])];
	return items && { token, name, items, thumbnail };
}

function sceneSummaryFrom(entry: unknown): SceneSummary | undefined {
	const fields = fieldsOf(entry);
	const token = textFrom(fields["token"]);
	return token === undefined ? undefined : { token, name: nameFrom(fields) ?? token };
}

/** Unknown item types are kept: only its remote actions determine what can be done with an item. */
function sceneItemFrom(entry: unknown): SceneItem | undefined {
	const fields = fieldsOf(entry);
	const id = numberFrom(fields["id"]);
	if (id === undefined || !Number.isSafeInteger(id)) return undefined;
	return {
		id,
		name: nameFrom(fields) ?? String(id),
		type: textFrom(fields["type"]) ?? "",
		remoteActions: entriesFrom(fields["remote_actions"], remoteActionFrom) ?? [],
		place: placeFrom(fields),
	};
}

function remoteActionFrom(entry: unknown): RemoteAction | undefined {
	const { description, ...fields } = fieldsOf(entry);
	const code = textFrom(fields["code"]);
	if (code === undefined) return undefined;
	return { code, name: nameFrom(fields) ?? code, description: textFrom(description) };
}

/** Undefined if the name would be displayed blank. */
function nameFrom({ name }: Readonly<Record<string, unknown>>): string | undefined {
	return unlessBlank(textFrom(name));
}

/** Undefined unless all four numbers are present and the item has a size. */
function placeFrom(fields: Readonly<Record<string, unknown>>): ItemPlace | undefined {
	const [left, top] = [numberFrom(fields["left"]), numberFrom(fields["top"])];
	const [width = 0, height = 0] = [numberFrom(fields["width"]), numberFrom(fields["height"])];
	if (left === undefined || top === undefined || width <= 0 || height <= 0) return undefined;
	return { left, top, width, height };
}
