import { z } from "zod/mini";

import type { ItemPlace, Scene, SceneSummary } from "../../state/scenes/scenes";
import { field, fieldsSchema, listField, optionalListField, textField } from "./wire-fields";
import { numberFrom, textFrom } from "./wire-scalars";

const numberField = field(numberFrom);
const requiredText = z.pipe(field(textFrom), z.string());

const remoteActionSchema = z.pipe(
	z.object({ code: requiredText, name: textField, description: textField }),
	z.transform(({ code, name = code, description }) => ({ code, name, description })),
);

/** Unknown item types are kept: only its remote actions determine what can be done with an item. */
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

/** Undefined unless all four numbers are present and the item has a size. */
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

/** The scenes that can be controlled, and their owner. */
export type SceneList = {
	readonly username?: string | undefined;
	readonly scenes: readonly SceneSummary[];
};

/** Parses the scenes; undefined without a list. Entries without a token are dropped. */
export function parseSceneList(content: unknown): SceneList | undefined {
	const parsed = sceneListSchema.safeParse(content);
	return parsed.success ? { username: parsed.data.user.username, scenes: parsed.data.scenes } : undefined;
}

/**
 * Parses the items of a scene; undefined without a list, because a missing list does not mean an empty scene.
 * @param token The requested token, for a response that does not repeat it.
 */
export function parseScene(content: unknown, token: string): Scene | undefined {
	const parsed = sceneSchema.safeParse(content);
	if (!parsed.success) return undefined;
	const { name = parsed.data.token ?? token, items, thumbnailUrl: thumbnail } = parsed.data;
	return { token: parsed.data.token ?? token, name, items, thumbnail };
}
