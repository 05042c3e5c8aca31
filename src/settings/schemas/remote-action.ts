import {
	appearanceFields,
	integerWithin,
	numberWithin,
	optionalText,
	parserOf,
	withFallback,
} from "./fields";

/** Remote action of a scene item, with the names that both had when they were chosen. */
export const remoteChoiceFields = {
	sceneToken: optionalText,
	itemId: integerWithin(Number.MIN_SAFE_INTEGER),
	actionCode: optionalText,
	sceneName: optionalText,
	itemName: optionalText,
	actionName: optionalText,
};

export const parseRemoteActionSettings = parserOf({
	...remoteChoiceFields,
	holdActionCode: optionalText,
	holdActionName: optionalText,
	...appearanceFields,
	/** Time within which a second press counts as a bounce, in milliseconds. */
	guardMs: withFallback(numberWithin(0, 10_000), 250),
});

export type RemoteActionSettings = ReturnType<typeof parseRemoteActionSettings>;
