import type { CounterSettings } from "../settings/schemas";
import type { StreamEvent } from "../state/stream-event";
import type { Supporter } from "../state/supporter-ranking";
import { cleanText } from "./clean-text";
import { readableValue, spokenLabel } from "./counter-face";
import { amountToReach, goalInForce } from "./counter-goal";
import type { CounterFaceInput } from "./counter-face-input";
import {
	amountsOf,
	formatAmountCompact,
	formatAmountFull,
	formatFull,
	formatGoal,
	formatMoneyFull,
	type Amount,
} from "./format";
import type { Words } from "./words";

/** What the placeholders of a text file stand for. Names come from outside and are cleaned. */
export type FileValues = Readonly<Record<string, string>>;

/** What a counter says, in its own format. */
export function counterFileValues(
	input: CounterFaceInput,
	settings: CounterSettings,
	words: Words,
): FileValues {
	const value = readableValue(input);
	const amounts: readonly Amount[] = value.kind === "unknown" ? [] : amountsOf(value);
	const format = settings.format === "compact" ? formatAmountCompact : formatAmountFull;
	const measured = amounts[0] ?? 0;
	const goal = goalInForce(measured, settings);
	return {
		value: amounts.map((amount) => format(amount, words.locale)).join(" + "),
		label: cleanText(spokenLabel(settings, words)),
		goal: goal === undefined ? "" : (formatGoal(goal, measured, words.locale)[0] ?? ""),
		left: goal === undefined ? "" : format(amountToReach(goal, measured), words.locale),
	};
}

/** Who gave most, and how much. Without anybody, both are empty. */
export function supporterFileValues(supporter: Supporter | undefined, words: Words): FileValues {
	if (!supporter) return { name: "", amount: "" };
	const name = cleanText(supporter.person ?? "") || words.anonymous;
	return { name, amount: formatMoneyFull(supporter.amount, words.locale) };
}

/** Who did what. Without an event, everything is empty. */
export function eventFileValues(event: StreamEvent | undefined, words: Words): FileValues {
	if (!event) return { name: "", amount: "", viewers: "", message: "", type: "" };
	const { type, person = "", amount, viewers, message = "" } = event;
	return {
		name: cleanText(person) || words.anonymous,
		amount: amount ? formatMoneyFull(amount, words.locale) : "",
		viewers: viewers === undefined ? "" : formatFull(viewers, words.locale),
		message: cleanText(message),
		type: words.eventTypes[type].full,
	};
}
