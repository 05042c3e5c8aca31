import type { Scene } from "./scenes";

/** One remote action of one item of a scene, with the names to show. */
export type RemoteChoice = {
	readonly itemId: number;
	readonly actionCode: string;
	readonly itemName: string;
	readonly actionName: string;
};

/** Everything that can be done in a scene, item by item, in the service's order. */
export function choicesIn({ items }: Scene): readonly RemoteChoice[] {
	return items.flatMap(({ id, name, remoteActions }) =>
		remoteActions.map((action) => ({
			itemId: id,
			actionCode: action.code,
			itemName: name,
			actionName: action.name,
		})),
	);
}

/**
 * The choice so many steps further on, round and round. From something the scene no longer holds, the first step leads
 * to the first choice, or to the last one backwards.
 */
export function turnChoice(
	choices: readonly RemoteChoice[],
	from: { readonly itemId?: number | undefined; readonly actionCode?: string | undefined },
	ticks: number,
): RemoteChoice | undefined {
	const index = choices.findIndex(
		({ itemId, actionCode }) => itemId === from.itemId && actionCode === from.actionCode,
	);
	const start = index === -1 && ticks > 0 ? -1 : Math.max(index, 0);
	return choices.at((start + ticks) % Math.max(choices.length, 1));
}
