import type { StandInService } from "./stand-in";

/** Settings of a key that is bound to a scene item, as the inspector would have saved them. */
export type BoundItem = {
	readonly sceneToken: string;
	readonly sceneName: string;
	readonly itemId: number;
	readonly itemName: string;
	readonly actionCode: string;
	readonly actionName: string;
};

/** The first scene item that takes commands, and the first of these. @throws When there is none. */
export function boundItem({ scenes }: StandInService): BoundItem {
	for (const scene of scenes.all) {
		for (const item of scene.items) {
			if (!Array.isArray(item.remoteActions)) continue;
			const [action] = item.remoteActions as readonly { code: string; name: string }[];
			if (!action) continue;
			return {
				sceneToken: scene.token,
				sceneName: scene.name,
				itemId: item.id,
				itemName: item.name,
				actionCode: action.code,
				actionName: action.name,
			};
		}
	}
	throw new Error("the stand-in has no item with remote actions");
}
