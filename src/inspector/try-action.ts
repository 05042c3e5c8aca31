import type { ConnectionManager } from "../connection/connection-manager";
import { instantOf, type Clock } from "../state/time/clock";
import { resolveBinding } from "../state/scenes/scene-binding";
import type { Store } from "../state/store";
import type { InspectorRequest } from "./messages";
import type { TryOutcome } from "./message-parts";

export type TriedAction = Pick<
	Extract<InspectorRequest, { readonly event: "tryAction" }>,
	"scene" | "item" | "action"
>;

type TryActionOptions = {
	readonly connection: Pick<ConnectionManager, "reloadScene" | "sendRemoteAction">;
	readonly clock: Clock;
	readonly store: Store;
};

/** Sends a goal's action as the goal would. The result is visible on the stream. */
export async function tryAction(
	{ connection, clock, store }: TryActionOptions,
	{ scene, item: itemId, action: actionCode }: TriedAction,
): Promise<TryOutcome> {
	const pressedAt = instantOf(clock);
	const isMissing = () =>
		resolveBinding(store.state.scenes.get(scene), itemId, actionCode).kind === "missing";
	if (isMissing()) {
		await connection.reloadScene(scene, pressedAt);
		if (isMissing()) return "missing";
	}
	const outcome = await connection.sendRemoteAction({ actionCode, itemId, pressedAt });
	return outcome === "sent" ? "sent" : outcome === "not-connected" ? "offline" : "failed";
}
