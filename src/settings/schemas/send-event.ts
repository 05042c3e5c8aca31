import { streamEventTypes } from "../../state/events/stream-event";
import { appearanceFields, numericText, optionalText, flag, choice, parserOf, visibleText } from "./fields";

export const parseSendEventSettings = parserOf({
	type: choice(streamEventTypes, "follow"),
	username: visibleText,
	amount: numericText,
	currency: optionalText,
	resub: numericText,
	viewers: numericText,
	hostname: visibleText,
	message: optionalText,
	/** Whether the key has to be held; a press alone has no effect. */
	needsHold: flag(false),
	...appearanceFields,
});

/** Settings of Send Event. Parameters are text as typed; they are checked when the event is created. */
export type SendEventSettings = ReturnType<typeof parseSendEventSettings>;
