import type { CounterSettings } from "../settings/schemas";
import type { CounterDelta } from "../state/counter-delta";
import type { CounterValue } from "../state/counter-query";
import { plainDecimal } from "../state/money";
import { nextPeriodStartMs } from "../state/periods";
import { counterFoot, goalShareOf, maxFigures } from "./counter-foot";
import { goalInForce } from "./counter-goal";
import type { CounterFaceInput } from "./counter-face-input";
import type { Face, Line } from "./face";
import {
	type Amount,
	amountsOf,
	formatAmount,
	formatDelta,
	hiddenValue,
	spokenValue,
	type Wordings,
} from "./format";
import { kindByMetric } from "./kind";
import { celebrationMs, flashMs, isCelebrating, isFlashing, touchLook, soonest } from "./moment";
import { noticeFace, noticeOf } from "./notice";
import { doubtOf, isBlocked, trustState } from "./trust";
import { minTextPx } from "./text-fit";
import { type Words, wordingsOf } from "./words";

/** A number with every digit is preferred to a shortened one from this size on. */
const comfortPx = { count: 32, figure: 32, money: 26 };

/** A counter as a key shows it. */
export function counterFace(
	input: CounterFaceInput,
	chosen: CounterSettings,
	now: number,
	words: Words,
): Face {
	const value = readableValue(input);
	const amounts = value.kind === "unknown" ? [] : amountsOf(value);
	const celebrated = isCelebrating(input.celebration, now) ? input.celebration : undefined;
	const settings = { ...chosen, goal: celebrated?.goal ?? goalInForce(amounts[0] ?? 0, chosen) };
	const isUnsure = value.kind !== "unknown" && value.isUnsure === true;
	const isConfirming = input.isConfirming === true || isUnsure;
	const state = trustState({ ...input, isConfirming }, value.kind !== "unknown");
	const touch = touchLook(input, now);
	const spoken = {
		label: spokenLabel(settings, words),
		value: spokenCounter(value, input.isHidden, settings.goal),
		state,
	};
	if (value.kind === "unknown" || isBlocked(state)) {
		return noticeFace(noticeOf(input.link, state, words, headerOf(settings, words)), spoken, touch);
	}

	const kind = kindByMetric[settings.metric];
	const isFlash = settings.flash && state !== "stale" && isFlashing(input.flash, now);
	const flash = isFlash ? input.flash : undefined;
	const doubt = doubtOf(input, state, now, words);
	const usualFoot = () => counterFoot({ input, settings, amounts, doubt: doubt?.line, now, words });

	return {
		kind: "number",
		...spoken,
		press: touch.press,
		icon: state === "stale" ? "clock" : state === "connecting" ? "sync" : kind.icon,
		header: headerOf(settings, words),
		figures: input.isHidden ? [] : figuresOf(amounts, settings, words.locale),
		figureComfortPx: settings.format === "full" ? minTextPx : comfortPx[value.kind],
		color: settings.color ?? kind.color,
		look: flash ? "flash" : state === "live" ? "plain" : "dimmed",
		foot: flash
			? deltaLine(flash.delta, input.isHidden, words)
			: (touch.reason ?? (celebrated ? celebrationLine(words) : usualFoot())),
		goalShare: celebrated ? 1 : goalShare(amounts, settings.goal, input.isHidden),
		nextChangeAtMs: soonest(
			now,
			touch.nextChangeAtMs,
			flash && flash.atMs + flashMs,
			celebrated && celebrated.atMs + celebrationMs,
			input.undo?.untilMs,
			doubt?.nextChangeAtMs,
			scopeEndMs(settings, now),
		),
	};
}

/** When the number starts anew by itself, epoch milliseconds. */
function scopeEndMs({ scope }: CounterSettings, now: number): number | undefined {
	return scope === "lifetime" || scope === "session" ? undefined : nextPeriodStartMs(scope, now);
}

function headerOf({ label, metric }: CounterSettings, words: Words): Wordings {
	return label === undefined ? wordingsOf(words.metrics[metric]) : [label];
}

/** The counter's own label, else what it counts. */
export function spokenLabel({ label, metric, scope }: CounterSettings, words: Words): string {
	if (label !== undefined) return label;
	const name = words.metrics[metric].full;
	return scope === "lifetime" ? name : words.inPeriod(name, words.scopes[scope]);
}

function spokenCounter(value: CounterValue, isHidden: boolean, goal: number | undefined): string {
	if (isHidden) return hiddenValue;
	return goal === undefined ? spokenValue(value) : `${spokenValue(value)}/${plainDecimal(goal)}`;
}

/** The account's own currency first, and a sum of nothing in it rather than no sum at all. */
export function readableValue({
	value,
	accountCurrency,
}: Pick<CounterFaceInput, "value" | "accountCurrency">): CounterValue {
	if (value.kind === "unknown") return value;
	if (value.kind !== "money") {
		return amountsOf(value).every(Number.isFinite) ? value : { kind: "unknown" };
	}
	if (accountCurrency === undefined) return value;
	const own = value.sums.get(accountCurrency);
	if (own === undefined && value.sums.size > 0) return value;
	return { ...value, sums: new Map([[accountCurrency, own ?? 0], ...value.sums]) };
}

function figuresOf(
	amounts: readonly Amount[],
	{ format }: CounterSettings,
	locale: string,
): readonly Wordings[] {
	const shown = amounts.length === 0 ? [0] : amounts.slice(0, maxFigures);
	return shown.map((amount) => {
		const wordings = formatAmount(amount, locale);
		return format === "compact" ? wordings.slice(-1) : wordings;
	});
}

/** A masked counter's frame stays empty: how far it is filled would tell the number. */
function goalShare(
	amounts: readonly Amount[],
	goal: number | undefined,
	isHidden: boolean,
): number | undefined {
	if (goal === undefined) return undefined;
	return isHidden ? 0 : goalShareOf(amounts[0] ?? 0, goal);
}

function celebrationLine(words: Words): Line {
	return { wordings: [words.goalReached], tone: "accent" };
}

function deltaLine(delta: CounterDelta, isHidden: boolean, words: Words): Line | undefined {
	return isHidden ? undefined : { wordings: formatDelta(delta, words.locale), tone: "accent" };
}
