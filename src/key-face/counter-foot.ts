import type { CounterSettings } from "../settings/schemas";
import { minorUnitDigits } from "../state/money";
import type { CounterFaceInput } from "./counter-face-input";
import type { Line } from "./face";
import { type Amount, formatDelta, formatGoal, formatPercent } from "./format";
import { isGoingOn } from "./moment";
import type { Words } from "./words";

/** A counter shows two sums at most; further currencies are named in its foot. */
export const maxFigures = 2;

/** What a counter's foot depends on. */
export type FootInput = {
	readonly input: CounterFaceInput;
	readonly settings: CounterSettings;
	readonly amounts: readonly Amount[];
	/** Why the number may not be right. */
	readonly doubt?: Line | undefined;
	readonly now: number;
	readonly words: Words;
};

/** The one line below a counter: the most urgent of what there is to say. */
export function counterFoot({ input, settings, amounts, doubt, now, words }: FootInput): Line | undefined {
	if (input.press?.holdMs !== undefined) return { wordings: [words.resetting], tone: "accent" };
	if (isGoingOn(input.undo, now)) return { wordings: [words.pressUndoes], tone: "warning" };
	if (doubt) return doubt;
	if (input.isHidden) return scopeLine(settings, words);
	if (input.away) {
		const deltas = formatDelta(input.away, words.locale);
		return { wordings: [...deltas.flatMap(words.away), ...deltas], tone: "accent" };
	}
	if (settings.goal !== undefined) return goalLine(amounts[0] ?? 0, settings.goal, words.locale);
	return moreCurrencies(amounts) ?? scopeLine(settings, words);
}

/** Share of the goal that the amount reaches, in the amount's own currency. Never negative. */
export function goalShareOf(amount: Amount, goal: number): number {
	const reached =
		typeof amount === "number" ? amount : amount.minorUnits / 10 ** minorUnitDigits(amount.currency);
	return Math.max(0, reached / goal);
}

/** How much is wanted; once it is reached, how far. Cut to whole per cents. */
function goalLine(amount: Amount, goal: number, locale: string): Line {
	const share = goalShareOf(amount, goal);
	if (share < 1)
		return { wordings: formatGoal(goal, amount, locale).map((wanted) => `/ ${wanted}`), tone: "second" };
	const percent = Math.floor(share * 100 + Number.EPSILON * share * 100);
	return { wordings: [formatPercent(percent, locale)], tone: "accent" };
}

function moreCurrencies(amounts: readonly Amount[]): Line | undefined {
	const codes = amounts
		.slice(maxFigures)
		.map((amount) => (typeof amount === "number" ? "" : amount.currency || "?"));
	return codes.length === 0 ? undefined : { wordings: [`+ ${codes.join(" + ")}`], tone: "second" };
}

function scopeLine({ scope, metric, provider, onPress }: CounterSettings, words: Words): Line | undefined {
	if (scope !== "lifetime" || onPress === "next") return { wordings: [words.scopes[scope]], tone: "second" };
	const isSplit = metric === "followers" || metric === "subscriptions";
	return provider === undefined || !isSplit ? undefined : { wordings: [provider], tone: "second" };
}
