import type { CounterSettings } from "../settings/schemas/counter";
import type { CounterFaceInput } from "./counter-face-input";
import { toDecimal } from "./counter-goal";
import type { Line } from "./face";
import { type Amount, formatDelta, formatGoal, formatPercent } from "./text/format";
import { isActive } from "./face-timing";
import { periodTextOf } from "./text/period-text";
import type { FaceStrings } from "./strings";

/** Maximum number of sums that a counter displays. The footer names further currencies. */
export const maxFigures = 2;

export type CounterFooterInput = {
	readonly input: CounterFaceInput;
	readonly settings: CounterSettings;
	readonly amounts: readonly Amount[];
	/** Why the number may be incomplete. */
	readonly freshnessLine?: Line | undefined;
	readonly nowMs: number;
	readonly strings: FaceStrings;
};

/** Returns the most urgent information below a counter besides its period. */
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

/** Returns the progress towards the goal in the amount's own currency, from 0. More than 1 is past the goal. */
export function goalShareOf(amount: Amount, goal: number): number {
	return Math.max(0, toDecimal(amount) / goal);
}

/** Returns the goal; once it is reached, the progress, rounded down to a whole percentage. */
function goalLine(amount: Amount, goal: number, locale: string): Line {
	const share = goalShareOf(amount, goal);
	if (share < 1)
		return { variants: formatGoal(goal, amount, locale).map((goalText) => `/ ${goalText}`), tone: "second" };
	const percent = Math.floor(share * 100 + Number.EPSILON * share * 100);
	return { variants: formatPercent(percent, locale), tone: "accent" };
}

function otherCurrenciesLine(amounts: readonly Amount[]): Line | undefined {
	const codes = amounts
		.slice(maxFigures)
		.map((amount) => (typeof amount === "number" ? "" : amount.currency || "?"));
	return codes.length === 0 ? undefined : { variants: [`+ ${codes.join(" + ")}`], tone: "second" };
}

/** Returns the counter's period, or the provider that it counts. */
export function scopeLine(settings: CounterSettings, strings: FaceStrings): Line | undefined {
	const { scope, metric, provider, onPress } = settings;
	if (scope !== "lifetime" || onPress === "next")
		return { variants: periodTextOf(settings, strings), tone: "second" };
	const isSplit = metric === "followers" || metric === "subscriptions";
	return provider === undefined || !isSplit ? undefined : { variants: [provider], tone: "second" };
}
