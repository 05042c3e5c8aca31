import type { CounterSettings } from "../settings/schemas";
import { minorUnitDigits } from "../state/money";
import type { CounterFaceInput } from "./counter-face-input";
import type { Line } from "./face";
import { type Amount, formatDelta, formatGoal, formatPercent } from "./format";
import { isActive } from "./face-timing";
import type { FaceStrings } from "./strings";

/** A counter shows two sums at most; further currencies are named in its foot. */
export const maxFigures = 2;

/** What a counter's foot depends on. */
export type CounterFooterInput = {
	readonly input: CounterFaceInput;
	readonly settings: CounterSettings;
	readonly amounts: readonly Amount[];
	/** Why the number may not be right. */
	readonly freshnessLine?: Line | undefined;
	readonly nowMs: number;
	readonly strings: FaceStrings;
};

/** What is to be said below a counter besides its period: the most urgent of it. */
export function counterFooter({
	input,
	settings,
	amounts,
	freshnessLine,
	nowMs,
	strings,
}: CounterFooterInput): Line | undefined {
	if (input.press?.holdMs !== undefined) return { variants: [strings.resetting], tone: "accent" };
	if (isActive(input.undo, nowMs)) return { variants: [strings.pressUndoes], tone: "warning" };
	if (freshnessLine) return freshnessLine;
	if (input.isHidden) return undefined;
	if (input.away) {
		const deltas = formatDelta(input.away, strings.locale);
		return { variants: [...deltas.flatMap(strings.away), ...deltas], tone: "accent" };
	}
	if (settings.goal !== undefined) return goalLine(amounts[0] ?? 0, settings.goal, strings.locale);
	return otherCurrenciesLine(amounts);
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
		return { variants: formatGoal(goal, amount, locale).map((goalText) => `/ ${goalText}`), tone: "second" };
	const percent = Math.floor(share * 100 + Number.EPSILON * share * 100);
	return { variants: [formatPercent(percent, locale)], tone: "accent" };
}

function otherCurrenciesLine(amounts: readonly Amount[]): Line | undefined {
	const codes = amounts
		.slice(maxFigures)
		.map((amount) => (typeof amount === "number" ? "" : amount.currency || "?"));
	return codes.length === 0 ? undefined : { variants: [`+ ${codes.join(" + ")}`], tone: "second" };
}

/** The counter's period, or the provider that it is about. */
export function scopeLine(
	{ scope, metric, provider, onPress }: CounterSettings,
	strings: FaceStrings,
): Line | undefined {
	if (scope !== "lifetime" || onPress === "next")
		return { variants: [strings.scopes[scope]], tone: "second" };
	const isSplit = metric === "followers" || metric === "subscriptions";
	return provider === undefined || !isSplit ? undefined : { variants: [provider], tone: "second" };
}
