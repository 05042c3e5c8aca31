import type { CounterSettings } from "../../settings/schemas/counter";
import type { TopSupporterSettings } from "../../settings/schemas/top-supporter";
import type { StreamEvent } from "../../state/events/stream-event";
import type { Supporter } from "../../ledger/figures/supporter-ranking";
import { cleanText } from "./clean-text";
import { displayNameOf } from "./display-name";
import { displayValueOf, fullLabel } from "../counter-face";
import { remainingAmount, currentGoal } from "../counter-goal";
import type { CounterFaceInput } from "../counter-face-input";
import {
	amountsOf,
	formatAmountCompact,
	formatAmountFull,
	formatFull,
	formatGoal,
	formatMoneyFull,
	plainMoney,
	type Amount,
} from "./format";
import type { FaceStrings } from "../strings";

/** Values of a text file's placeholders. Names are external input and are cleaned. */
export type FileValues = Readonly<Record<string, string>>;

/** Values of a counter, in its own format. */
export function counterFileValues(
	input: CounterFaceInput,
	settings: CounterSettings,
	strings: FaceStrings,
): FileValues {
	const value = displayValueOf(input, settings);
	const amounts: readonly Amount[] = value.kind === "unknown" ? [] : amountsOf(value);
	const format = settings.format === "compact" ? formatAmountCompact : formatAmountFull;
	const firstAmount = amounts[0] ?? 0;
	const goal = currentGoal(firstAmount, settings);
	return {
		value: amounts.map((amount) => format(amount, strings.locale)).join(" + "),
		label: cleanText(fullLabel(settings, strings)),
		goal: goal === undefined ? "" : (formatGoal(goal, firstAmount, strings.locale)[0] ?? ""),
		left: goal === undefined ? "" : format(remainingAmount(goal, firstAmount), strings.locale),
	};
}

/** Name and amount at the key's rank, and the ranking with one place per line. Empty without supporters. */
export function supporterFileValues(
	supporters: readonly Supporter[],
	{ rank, listLength }: Pick<TopSupporterSettings, "rank" | "listLength">,
	strings: FaceStrings,
): FileValues {
	const supporter = supporters[rank - 1];
	const lines = supporters
		.slice(0, listLength)
		.map(
			({ person, amount }, index) => `${index + 1}. ${displayNameOf(person, strings)} ${plainMoney(amount)}`,
		);
	return {
		name: supporter ? displayNameOf(supporter.person, strings) : "",
		amount: supporter ? formatMoneyFull(supporter.amount, strings.locale) : "",
		list: lines.join("\n"),
	};
}

/** Values of an event. Without one, all are empty. */
export function eventFileValues(event: StreamEvent | undefined, strings: FaceStrings): FileValues {
	if (!event) return { name: "", amount: "", viewers: "", message: "", type: "" };
	const { type, person, amount, viewers, message = "" } = event;
	return {
		name: displayNameOf(person, strings),
		amount: amount ? formatMoneyFull(amount, strings.locale) : "",
		viewers: viewers === undefined ? "" : formatFull(viewers, strings.locale),
		message: cleanText(message),
		type: strings.eventTypes[type].full,
	};
}
