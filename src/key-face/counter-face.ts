import type { CounterSettings } from "../settings/schemas/counter";
import type { CounterDelta } from "../ledger/figures/counter-delta";
import type { CounterValue, KnownValue } from "../state/counters/counter-query";
import { plainDecimal } from "../state/money";
import { isUnset, nextScopeChangeMs } from "../state/time/scope";
import { counterFooter, goalShareOf, maxFigures, scopeLine } from "./counter-footer";
import { currentGoal } from "./counter-goal";
import type { CounterFaceInput } from "./counter-face-input";
import type { DialTitle, Face, FaceState, Line } from "./face";
import { awayFact, factsOf, failureFact, goalReachedFact } from "./text/facts";
import {
	type Amount,
	amountsOf,
	formatAmount,
	formatDelta,
	hiddenValue,
	plainValue,
	type TextVariants,
	unreadableSuffix,
} from "./text/format";
import { styleByMetric } from "./drawing/icon-style";
import { celebrationMs, flashEndMs, isFlashing, pressDisplayAt, earliestAfter } from "./face-timing";
import { noticeFace, linkNotice, stateMark } from "./notice";
import {
	canFlash,
	freshnessNoteOf,
	staleFact,
	valueAppearance,
	valueState,
	type Freshness,
} from "./freshness";
import { minTextPx } from "./drawing/text-fit";
import type { FaceStrings } from "./strings";
import { variantsOf } from "./text/label";

/** Minimum text size at which the full number is preferred to a shortened one. */
const preferredMinPxByKind = { count: 32, figure: 32, money: 26 };

export function counterFace(
	input: CounterFaceInput,
	baseSettings: CounterSettings,
	nowMs: number,
	strings: FaceStrings,
): Face {
	const value = displayValueOf(input, baseSettings);
	const amounts = value.kind === "unknown" ? [] : amountsOf(value);
	const activeCelebration = isFlashing(input.celebration, nowMs, celebrationMs)
		? input.celebration
		: undefined;
	const settings = {
		...baseSettings,
		goal: activeCelebration?.goal ?? currentGoal(amounts[0] ?? 0, baseSettings),
	};
	const state = counterState(input, value, baseSettings);
	const pressDisplay = pressDisplayAt(input, nowMs);
	const shownGoalShare = activeCelebration ? 1 : goalShare(amounts, settings.goal, input.isHidden);
	const summary = {
		label: fullLabel(settings, strings),
		value: plainCounterValue(value, input.isHidden, settings.goal),
		state,
		facts: factsOf(
			!input.isHidden && input.away && awayFact(input.away),
			staleFact(input, state),
			(activeCelebration !== undefined || (shownGoalShare ?? 0) >= 1) && goalReachedFact,
			failureFact(input, nowMs),
		),
	};
	const period = scopeLine(settings, strings);
	if (value.kind === "unknown" || state === "not set up") {
		const titles = dialTitles(settings, strings).map(({ text }) => ({ text, missing: [] }));
		const identity = { header: headerOf(settings, strings), period: period?.variants, dialTitles: titles };
		const notice = linkNotice(input, state, strings);
		return noticeFace(notice, summary, pressDisplay, identity);
	}

	const style = styleByMetric[settings.metric];
	const isFlash = settings.flash && canFlash(state) && isFlashing(input.flash, nowMs);
	const flash = isFlash ? input.flash : undefined;
	const freshnessNote = freshnessNoteOf(input, state, nowMs, strings);
	const remark = flash
		? deltaLine(flash.delta, input.isHidden, strings)
		: (pressDisplay.reason ??
			(activeCelebration
				? ({ variants: [strings.goalReached], tone: "accent" } as const)
				: counterFooter({ input, settings, amounts, freshnessLine: freshnessNote?.line, nowMs, strings })));

	return {
		kind: "number",
		...summary,
		press: pressDisplay.press,
		icon: stateMark(state, input.link) ?? style.icon,
		header: headerOf(settings, strings),
		figures: input.isHidden ? [] : withUnreadable(figuresOf(amounts, settings, strings.locale), value),
		figurePreferredMinPx: settings.format === "full" ? minTextPx : preferredMinPxByKind[value.kind],
		color: settings.color ?? style.color,
		appearance: valueAppearance(state, isFlash),
		footer: remark ?? period,
		remark,
		dialTitles: dialTitles(settings, strings),
		period: remark && !flash ? period?.variants : undefined,
		goalShare: shownGoalShare,
		nextChangeAtMs: earliestAfter(
			nowMs,
			pressDisplay.nextChangeAtMs,
			flashEndMs(flash),
			activeCelebration && activeCelebration.atMs + celebrationMs,
			input.undo?.untilMs,
			freshnessNote?.nextChangeAtMs,
			nextScopeChangeMs(settings, nowMs, input.calendar),
		),
	};
}

/** Returns the state of a counter that displays this value. */
export function counterState(input: Freshness, value: CounterValue, settings: CounterSettings): FaceState {
	if (isUnset(settings)) return "not set up";
	const isIncomplete = value.kind !== "unknown" && value.isIncomplete === true;
	const isConfirming = input.isConfirming === true || isIncomplete;
	return valueState({ ...input, isConfirming }, value.kind !== "unknown");
}

function headerOf({ label, metric }: CounterSettings, strings: FaceStrings): TextVariants {
	return label === undefined ? variantsOf(strings.metrics[metric]) : [label];
}

/** Returns shorter forms of the label. If the period is left out, the note displays it. */
function dialTitles(settings: CounterSettings, strings: FaceStrings): readonly DialTitle[] {
	const names = headerOf(settings, strings);
	const period = scopeLine(settings, strings)?.variants ?? [];
	const isOwn = settings.label !== undefined || settings.scope === "lifetime";
	const withPeriod = isOwn ? [] : names.map((name) => strings.inPeriod(name, strings.scopes[settings.scope]));
	return [
		...withPeriod.map((text) => ({ text, missing: [] })),
		...names.map((text) => ({ text, missing: isOwn && settings.label === undefined ? [] : period })),
	];
}

/** Returns the counter's own label, or else the name of its metric. */
export function fullLabel({ label, metric, scope }: CounterSettings, strings: FaceStrings): string {
	if (label !== undefined) return label;
	const name = strings.metrics[metric].full;
	return scope === "lifetime" ? name : strings.inPeriod(name, strings.scopes[scope]);
}

function plainCounterValue(value: CounterValue, isHidden: boolean, goal: number | undefined): string {
	if (isHidden) return hiddenValue;
	return goal === undefined ? plainValue(value) : `${plainValue(value)}/${plainDecimal(goal)}`;
}

/**
 * Puts the account's own currency first. It is included as zero if there is no other currency, or if a goal is measured
 * in it.
 */
export function displayValueOf(
	{ value, accountCurrency }: Pick<CounterFaceInput, "value" | "accountCurrency">,
	{ goal }: Pick<CounterSettings, "goal">,
): CounterValue {
	if (value.kind === "unknown") return value;
	if (value.kind !== "money") {
		return amountsOf(value).every(Number.isFinite) ? value : { kind: "unknown" };
	}
	if (accountCurrency === undefined) return value;
	const accountSum = value.sums.get(accountCurrency);
	if (accountSum === undefined && value.sums.size > 0 && goal === undefined) return value;
	return { ...value, sums: new Map([[accountCurrency, accountSum ?? 0], ...value.sums]) };
}

function figuresOf(
	amounts: readonly Amount[],
	{ format }: CounterSettings,
	locale: string,
): readonly TextVariants[] {
	const shownAmounts = amounts.length === 0 ? [0] : amounts.slice(0, maxFigures);
	return shownAmounts.map((amount) => {
		const variants = formatAmount(amount, locale);
		return format === "compact" ? variants.slice(-1) : variants;
	});
}

/** Marks the last figure if the value includes amounts that cannot be parsed. */
function withUnreadable(
	figures: readonly TextVariants[],
	{ hasUnreadable }: KnownValue,
): readonly TextVariants[] {
	if (!hasUnreadable) return figures;
	return figures.map((variants, index) =>
		index === figures.length - 1 ? variants.map((text) => text + unreadableSuffix) : variants,
	);
}

/** The frame of a masked counter stays empty: its progress would reveal the number. */
function goalShare(
	amounts: readonly Amount[],
	goal: number | undefined,
	isHidden: boolean,
): number | undefined {
	if (goal === undefined) return undefined;
	return isHidden ? 0 : goalShareOf(amounts[0] ?? 0, goal);
}

function deltaLine(delta: CounterDelta, isHidden: boolean, strings: FaceStrings): Line | undefined {
	return isHidden ? undefined : { variants: formatDelta(delta, strings.locale), tone: "accent" };
}
