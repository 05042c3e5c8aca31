import { z } from "zod/mini";

import { counterScopes } from "../../state/counters/counter-query";
import { supporterMeasures } from "../../state/events/supporter-measure";
import {
	appearanceFields,
	textFileFields,
	customPeriodFields,
	orUndefined,
	integerWithin,
	choice,
	parserOf,
} from "./fields";

export const maxRank = 10;
export const maxListLength = 100;

const topSupporterSettingsShape = z.looseObject({
	by: choice(supporterMeasures, "donation"),
	scope: choice(counterScopes, "month"),
	...customPeriodFields,
	/** Currency code in capitals. */
	currency: orUndefined(z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{3,10}$/))),
	/** Displayed rank; 1 is the first. */
	rank: z._default(integerWithin(1, maxRank), 1),
	/** Number of ranks in `{list}` of the text file. */
	listLength: z._default(integerWithin(1, maxListLength), 5),
	...appearanceFields,
	...textFileFields,
});

export type TopSupporterSettings = z.infer<typeof topSupporterSettingsShape>;

export const parseTopSupporterSettings = parserOf(topSupporterSettingsShape);
