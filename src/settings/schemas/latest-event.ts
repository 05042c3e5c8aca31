import { streamEventTypes, type StreamEventType } from "../../state/events/stream-event";
import { appearanceFields, textFileFields, choice, positiveNumber, parserOf } from "./fields";

export const parseLatestEventSettings = parserOf({
	types: (value: unknown): StreamEventType[] => {
		const chosen = streamEventTypes.filter((type) => Array.isArray(value) && value.includes(type));
		return chosen.length === 0 ? [...streamEventTypes] : chosen;
	},
	onPress: choice(["next", "clear"], "next"),
	/** Smaller donations in the account's currency are not displayed or queued. */
	minAmount: positiveNumber,
	/** Whether the text file contains the latest event, or all events of the session with one line each. */
	fileContent: choice(["latest", "session"], "latest"),
	...appearanceFields,
	...textFileFields,
});

export type LatestEventSettings = ReturnType<typeof parseLatestEventSettings>;
