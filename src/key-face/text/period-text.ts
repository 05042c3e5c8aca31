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
	const from = drawable(formatter.format(utcMsOf(fromMs)));
	if (toMs === undefined) return [from + openEnd, from];
	if (toMs < fromMs) return [strings.scopes.custom];
	// A period that ends at midnight ends with the day before.
	const lastMs = Math.max(fromMs, toMs - 1);
	return [drawable(formatter.formatRange(utcMsOf(fromMs), utcMsOf(lastMs))), strings.scopes.custom];
}

/** Returns the epoch milliseconds at which UTC has the same date. The formatters do not depend on the time zone. */
function utcMsOf(localMs: number): number {
	return localMs - new Date(localMs).getTimezoneOffset() * 60_000;
}

function formatterOf(locale: string): Intl.DateTimeFormat {
	let formatter = formatters.get(locale);
	if (!formatter) {
		formatter = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" });
		formatters.set(locale, formatter);
	}
	return formatter;
}
