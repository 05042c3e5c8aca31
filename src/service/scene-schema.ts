import { z } from "zod/mini";

import type { ItemPlace, Scene, SceneSummary } from "../state/scenes";
import { field, fieldsSchema, listField, optionalListField, textField } from "./wire-fields";
import { numberFrom, textFrom } from "./wire-scalars";

const numberField = field(numberFrom);
const requiredText = z.pipe(field(textFrom), z.string());

const remoteActionSchema = z.pipe(
	z.object({ code: requiredText, name: textField, description: textField }),
	z.transform(({ code, name = code, description }) => ({ code, name, description })),
);

/** Item types we don't know are kept: what can be done with an item is said by its remote actions alone. */
const sceneItemSchema = z.pipe(
	z.object({
		id: z.pipe(numberField, z.int()),
		name: textField,
		type: textField,
		remote_actions: optionalListField(remoteActionSchema),
		left: numberField,
		top: numberField,
		width: numberField,
		height: numberField,
	}),
	z.transform(({ id, name = String(id), type = "", remote_actions: remoteActions, ...numbers }) => ({
		id,
		name,
		type,
		remoteActions,
		place: placeFrom(numbers),
	})),
);

/** Undefined unless all four numbers are there and the item has an extent. */
function placeFrom({
	left,
	top,
	width,
	height,
}: {
	readonly [Name in keyof ItemPlace]: number | undefined;
}): ItemPlace | undefined {
	if (left === undefined || top === undefined || width === undefined || height === undefined)
		return undefined;
	return width > 0 && height > 0 ? { left, top, width, height } : undefined;
}

const sceneListSchema = z.object({
	user: fieldsSchema({ username: textField }),
	scenes: listField(
		z.pipe(
			z.object({ token: requiredText, name: textField }),
			z.transform(({ token, name = token }): SceneSummary => ({ token, name })),
		),
	),
});

const sceneSchema = z.object({
	token: textField,
	name: textField,
	thumbnailUrl: textField,
	items: listField(sceneItemSchema),
});

/** The scenes that can be controlled, and whose they are. */
export type SceneList = {
	readonly username?: string | undefined;
	readonly scenes: readonly SceneSummary[];
};

/** Undefined unless there is a list of scenes; entries without a token are left out. */
export function parseSceneList(content: unknown): SceneList | undefined {
	const parsed = sceneListSchema.safeParse(content);
	return parsed.success ? { username: parsed.data.user.username, scenes: parsed.data.scenes } : undefined;
}

/**
 * Undefined unless there is a list of items: a scene whose items the service did not tell is unknown, not empty.
 * @param token The one asked for, for an answer that does not repeat it.
 */
export function parseScene(content: unknown, token: string): Scene | undefined {
	const parsed = sceneSchema.safeParse(content);
	if (!parsed.success) return undefined;
	const { name = parsed.data.token ?? token, items, thumbnailUrl: thumbnail } = parsed.data;
	return { token: parsed.data.token ?? token, name, items, thumbnail };
}
