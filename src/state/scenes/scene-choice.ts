import type { Scene } from "./scenes";

/** One remote action of one scene item, with the names to display. */
export type RemoteChoice = {
	readonly itemId: number;
	readonly actionCode: string;
	readonly itemName: string;
	readonly actionName: string;
};

/** Returns all remote actions of a scene, item by item, in the service's order. */
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

/** Position of a choice, counted from 1. */
export type ChoicePosition = { readonly position: number; readonly count: number };

type ChoiceIdentity = { readonly itemId?: number | undefined; readonly actionCode?: string | undefined };

export function positionOf(
	choices: readonly RemoteChoice[],
	{ itemId, actionCode }: ChoiceIdentity,
): ChoicePosition | undefined {
	const index = indexOf(choices, { itemId, actionCode });
	return index === -1 ? undefined : { position: index + 1, count: choices.length };
}

function indexOf(choices: readonly RemoteChoice[], { itemId, actionCode }: ChoiceIdentity): number {
	return choices.findIndex((choice) => choice.itemId === itemId && choice.actionCode === actionCode);
}

/**
 * Returns the choice that is `ticks` steps further, wrapping around at both ends. If the scene no longer contains the current
 * choice, the first step forwards leads to the first choice, and the first step backwards to the last.
 */
export function turnChoice(
	choices: readonly RemoteChoice[],
	from: ChoiceIdentity,
	ticks: number,
): RemoteChoice | undefined {
	const index = indexOf(choices, from);
	const start = index === -1 && ticks > 0 ? -1 : Math.max(index, 0);
	return choices.at((start + ticks) % Math.max(choices.length, 1));
}
