import type { SceneCommand } from "./ports";

/** The message that carries a command. Source: docs/service.md, Sockets. */
export const sceneRemoteMessage = "scene-remote-event";

/** What it carries. */
export function sceneRemotePayload({ actionCode, itemId }: SceneCommand, apiKey: string) {
	return { event: { action: actionCode, target_id: itemId }, appKey: apiKey };
}
