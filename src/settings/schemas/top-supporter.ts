import { counterScopes } from "../../state/counters/counter-query";
import { supporterMeasures } from "../../state/events/supporter-measure";
import {
	appearanceFields,
	textFileFields,
	customPeriodFields,
	choice,
	integerWithin,
	parserOf,
	textLike,
	withFallback,
} from "./fields";

export const maxRank = 10;
export const maxListLength = 100;

export const parseTopSupporterSettings = parserOf({
	by: choice(supporterMeasures, "donation"),
	scope: choice(counterScopes, "month"),
	...customPeriodFields,
	/** Currency code in capitals. */
	currency: textLike(/^[A-Z]{3,10}$/, (text) => text.trim().toUpperCase()),
	/** Displayed rank; 1 is the first. */
	rank: withFallback(integerWithin(1, maxRank), 1),
	/** Number of ranks in `{list}` of the text file. */
	listLength: withFallback(integerWithin(1, maxListLength), 5),
	...appearanceFields,
	...textFileFields,
});

export type TopSupporterSettings = ReturnType<typeof parseTopSupporterSettings>;
