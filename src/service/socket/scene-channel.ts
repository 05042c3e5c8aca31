import type { SceneCommand } from "../ports";

/** Name of the message that carries a command. Source: docs/service.md, Sockets. */
export const sceneRemoteMessage = "scene-remote-event";

export function sceneRemotePayload({ actionCode, itemId }: SceneCommand, apiKey: string) {
	return { event: { action: actionCode, target_id: itemId }, appKey: apiKey };
}
