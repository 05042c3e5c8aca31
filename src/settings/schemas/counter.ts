import { counterMetrics, counterScopes } from "../../state/counters/counter-query";
import {
	appearanceFields,
	textFileFields,
	customPeriodFields,
	optionalText,
	flag,
	numberWithin,
	choice,
	positiveNumber,
	parserOf,
} from "./fields";
import { remoteChoiceFields } from "./remote-action";

export const numberFormats = ["auto", "full", "compact"] as const;

const parseRemoteChoice = parserOf(remoteChoiceFields);

/** Returns undefined if nothing is chosen. */
function goalAction(value: unknown): ReturnType<typeof parseRemoteChoice> | undefined {
	const choice = parseRemoteChoice(value);
	return Object.values(choice).some((field) => field !== undefined) ? choice : undefined;
}

export const parseCounterSettings = parserOf({
	metric: choice(counterMetrics, "followers"),
	scope: choice(counterScopes, "lifetime"),
	...customPeriodFields,
	provider: optionalText,
	newOnly: flag(false),
	uniqueOnly: flag(false),
	/** Added to the number that is displayed and measured by the goal. */
	offset: numberWithin(Number.MIN_SAFE_INTEGER),
	goal: positiveNumber,
	/** Distance between the goals after the first one. */
	goalStep: positiveNumber,
	/** Action that is sent when a goal is reached. */
	goalAction,
	format: choice(numberFormats, "auto"),
	...appearanceFields,
	flash: flag(true),
	onPress: choice(["refresh", "next", "none"], "refresh"),
	onHold: choice(["resetSession", "none"], "none"),
	...textFileFields,
});

export type CounterSettings = ReturnType<typeof parseCounterSettings>;
