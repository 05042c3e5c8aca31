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

/** Which of the choices is meant, counted from 1. */
export type ChoicePosition = { readonly position: number; readonly count: number };

type ChoiceIdentity = { readonly itemId?: number | undefined; readonly actionCode?: string | undefined };

/** Undefined where the choice is none of these. */
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
 * The choice so many steps further on, round and round. From something the scene no longer holds, the first step leads
 * to the first choice, or to the last one backwards.
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
