import type { RoomSocket } from "./ports";

/** The message that carries a command. Source: docs/service.md, Sockets. */
const sceneRemoteMessage = "scene-remote-event";

/** A remote action of one scene item. */
export type RemoteCommand = {
	/** `code` of the remote action. */
	readonly actionCode: string;
	/** `id` of the scene item. */
	readonly itemId: number;
	readonly apiKey: string;
};

/**
 * Sends a remote action now or never: nothing is kept for a later connection. The service confirms nothing.
 * @returns Whether it left.
 */
export function sendRemoteAction(room: Pick<RoomSocket, "emit">, command: RemoteCommand): boolean {
	const { actionCode, itemId, apiKey } = command;
	return room.emit(sceneRemoteMessage, { event: { action: actionCode, target_id: itemId }, appKey: apiKey });
}
