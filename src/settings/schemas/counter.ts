import { z } from "zod/mini";

import { counterMetrics, counterScopes } from "../../state/counters/counter-query";
import {
	appearanceFields,
	textFileFields,
	customPeriodFields,
	orUndefined,
	optionalText,
	flag,
	numberWithin,
	choice,
	positiveNumber,
	parserOf,
} from "./fields";
import { remoteChoiceFields } from "./remote-action";

export const numberFormats = ["auto", "full", "compact"] as const;

const goalActionShape = z.looseObject(remoteChoiceFields);

const counterSettingsShape = z.looseObject({
	metric: choice(counterMetrics, "followers"),
	scope: choice(counterScopes, "lifetime"),
	...customPeriodFields,
	provider: optionalText,
	newOnly: flag(false),
	uniqueOnly: flag(false),
	/** Added to the number that is displayed and measured by the goal. */
	offset: numberWithin(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
	goal: positiveNumber,
	/** Distance between the goals after the first one. */
	goalStep: positiveNumber,
	/** Action that is sent when a goal is reached. */
	goalAction: orUndefined(
		z.pipe(
			goalActionShape,
			z.transform((choice: z.infer<typeof goalActionShape>) =>
				Object.values(choice).some((field) => field !== undefined) ? choice : undefined,
			),
		),
	),
	format: choice(numberFormats, "auto"),
	...appearanceFields,
	flash: flag(true),
	onPress: choice(["refresh", "next", "none"], "refresh"),
	onHold: choice(["resetSession", "none"], "none"),
	...textFileFields,
});

export type CounterSettings = z.infer<typeof counterSettingsShape>;

export const parseCounterSettings = parserOf(counterSettingsShape);
