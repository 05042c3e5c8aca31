import { z } from "zod/mini";

import { appearanceFields, orUndefined, optionalText, finiteNumber, numberWithin, parserOf } from "./fields";

/** Remote action of a scene item, with the names that both had when they were chosen. */
export const remoteChoiceFields = {
	sceneToken: optionalText,
	itemId: orUndefined(z.pipe(finiteNumber, z.int())),
	actionCode: optionalText,
	sceneName: optionalText,
	itemName: optionalText,
	actionName: optionalText,
};

const remoteActionSettingsShape = z.looseObject({
	...remoteChoiceFields,
	holdActionCode: optionalText,
	holdActionName: optionalText,
	...appearanceFields,
	/** Time within which a second press counts as a bounce, in milliseconds. */
	guardMs: z._default(numberWithin(0, 10_000), 250),
});

export type RemoteActionSettings = z.infer<typeof remoteActionSettingsShape>;

export const parseRemoteActionSettings = parserOf(remoteActionSettingsShape);
