import type { ConnectionManager } from "../connection/connection-manager";
import { instantOf, type Clock } from "../state/time/clock";
import type { InspectorRequest } from "./messages";
import type { TryOutcome } from "./message-parts";

export type TriedAction = Pick<
	Extract<InspectorRequest, { readonly event: "tryAction" }>,
	"scene" | "item" | "action"
>;

/** Sends a goal's action as the goal would. The result is visible on the stream. */
export async function tryAction(
	connection: Pick<ConnectionManager, "sendRemoteAction">,
	clock: Clock,
	{ scene: sceneToken, item: itemId, action: actionCode }: TriedAction,
): Promise<TryOutcome> {
	const pressedAt = instantOf(clock);
	const outcome = await connection.sendRemoteAction({ sceneToken, itemId, actionCode, pressedAt });
	return outcome === "not-connected" ? "offline" : outcome === "too-late" ? "failed" : outcome;
}
