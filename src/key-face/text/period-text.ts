import { localTimeMs, type ScopePeriod } from "../../state/time/scope";
import { drawable, type TextVariants } from "./format";
import type { FaceStrings } from "../strings";

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Appended to the start of an open period. */
const openEnd = " –";

/** Returns the text of a period, longest variant first. A custom period is displayed as its dates: `Dec 1 – 3`. */
export function periodTextOf(period: ScopePeriod, strings: FaceStrings): TextVariants {
	const fromMs = period.scope === "custom" ? localTimeMs(period.from) : undefined;
	if (fromMs === undefined) return [strings.scopes[period.scope]];
	const toMs = localTimeMs(period.to);
	const formatter = formatterOf(strings.locale);
	const from = drawable(formatter.format(fromMs));
	if (toMs === undefined || toMs < fromMs) return [from + openEnd, from];
	// A period that ends at midnight ends with the day before.
	return [drawable(formatter.formatRange(fromMs, Math.max(fromMs, toMs - 1))), strings.scopes.custom];
}

function formatterOf(locale: string): Intl.DateTimeFormat {
	const key = `${locale} ${new Date().getTimezoneOffset()}`;
	let formatter = formatters.get(key);
	if (!formatter) {
		formatter = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
		formatters.set(key, formatter);
	}
	return formatter;
}
