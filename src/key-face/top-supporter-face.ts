import type { TopSupporterSettings } from "../settings/schemas/top-supporter";
import type { Calendar } from "../state/time/periods";
import { isUnset, nextScopeChangeMs } from "../state/time/scope";
import type { Supporter } from "../ledger/figures/supporter-ranking";
import type { SupporterValue } from "../ledger/figures/supporters";
import { displayNameOf, plainNameOf } from "./text/display-name";
import type { DialTitle, Face, Line } from "./face";
import { factsOf, failureFact } from "./text/facts";
import {
	formatMoneyCompact,
	formatMoneyFull,
	hiddenValue,
	maskText,
	noSupporterValue,
	plainMoney,
	unknownText,
	type TextVariants,
} from "./text/format";
import {
	alternate,
	flashEndMs,
	isFlashing,
	earliestAfter,
	type PressFeedback,
	pressDisplayAt,
} from "./face-timing";
import { createNotice, linkNotice, noticeFace, stateMark } from "./notice";
import { periodTextOf } from "./text/period-text";
import { palette } from "./drawing/palette";
import {
	canFlash,
	freshnessNoteOf,
	type Freshness,
	staleFact,
	valueAppearance,
	valueState,
} from "./freshness";
import type { FaceStrings } from "./strings";
import { variantsOf } from "./text/label";

/** Inputs of the top-supporter face besides its settings. Times are epoch milliseconds. */
export type TopSupporterFaceInput = Freshness &
	PressFeedback & {
		readonly ranking: SupporterValue;
		/** Rank to display; 1 is the first. */
		readonly rank: number;
		/** When days and weeks begin; Monday and midnight by default. */
		readonly calendar?: Calendar | undefined;
		/** Whether amounts are masked. */
		readonly isHidden: boolean;
		/** When a different person reached this rank through a pushed event. */
		readonly flash?: { readonly atMs: number } | undefined;
	};

export function topSupporterFace(
	input: TopSupporterFaceInput,
	settings: TopSupporterSettings,
	nowMs: number,
	strings: FaceStrings,
): Face {
	const { ranking, rank, isHidden } = input;
	const isLoaded = ranking.kind === "ranking";
	const isConfirming = input.isConfirming === true || (isLoaded && ranking.isIncomplete);
	const state = isUnset(settings) ? "not set up" : valueState({ ...input, isConfirming }, isLoaded);
	const pressDisplay = pressDisplayAt(input, nowMs);
	const supporter = isLoaded ? ranking.supporters[rank - 1] : undefined;
	const title = strings.topSupporter[settings.by];
	const summary = {
		label: labelOf(title.full, rank, settings, strings),
		value: plainSupporterValue(input, supporter, strings),
		state,
		facts: factsOf(staleFact(input, state), failureFact(input, nowMs)),
	};
	const periodEndMs = nextScopeChangeMs(settings, nowMs, input.calendar);
	const rankVariants = rankVariantsOf(rank, settings, strings);
	if (!supporter || state === "not set up") {
		const notice =
			state === "live"
				? createNotice({ icon: "crown", tone: "second" }, strings.noneYet)
				: linkNotice(input, state, strings);
		const face = noticeFace(notice, summary, pressDisplay, {
			header: variantsOf(title),
			period: rankVariants,
			dialTitles: dialTitles(variantsOf(title), rank, settings, strings),
		});
		return { ...face, nextChangeAtMs: earliestAfter(nowMs, face.nextChangeAtMs, periodEndMs) };
	}
	const isFlash = canFlash(state) && isFlashing(input.flash, nowMs);
	const freshnessNote = freshnessNoteOf(input, state, nowMs, strings);
	const period: Line = { variants: rankVariants, tone: "second" };
	const footer = alternate(freshnessNote ? [freshnessNote.line, period] : [period], 0, nowMs);
	return {
		kind: "person",
		...summary,
		press: pressDisplay.press,
		icon: stateMark(state, input.link) ?? "crown",
		header: variantsOf(title),
		color: palette.supporter,
		name: displayNameOf(supporter.person, strings),
		appearance: valueAppearance(state, isFlash),
		isTest: false,
		dialTitles: dialTitles(variantsOf(title), rank, settings, strings),
		amount: amountLine(supporter, isHidden, strings).variants,
		detail: amountLine(supporter, isHidden, strings),
		footer: pressDisplay.reason ?? footer.line,
		age: rankVariants,
		nextChangeAtMs: earliestAfter(
			nowMs,
			pressDisplay.nextChangeAtMs,
			isFlash ? flashEndMs(input.flash) : undefined,
			freshnessNote?.nextChangeAtMs,
			footer.nextChangeAtMs,
			periodEndMs,
		),
	};
}

/** Scripts read the rank: it is written the same way in every language. */
function rankedName(name: string, rank: number): string {
	return rank === 1 ? name : `#${rank} ${name}`;
}

function labelOf(name: string, rank: number, { scope }: TopSupporterSettings, strings: FaceStrings): string {
	const ranked = rankedName(name, rank);
	return scope === "lifetime" ? ranked : strings.inPeriod(ranked, strings.scopes[scope]);
}

/** Returns shorter forms of the label. */
function dialTitles(
	names: TextVariants,
	rank: number,
	settings: TopSupporterSettings,
	strings: FaceStrings,
): readonly DialTitle[] {
	const missing = periodTextOf(settings, strings);
	return [
		...names.map((name) => ({ text: labelOf(name, rank, settings, strings), missing: [] })),
		...names.map((name) => ({ text: rankedName(name, rank), missing })),
	];
}

function plainSupporterValue(
	{ ranking, isHidden }: TopSupporterFaceInput,
	supporter: Supporter | undefined,
	strings: FaceStrings,
): string {
	if (supporter)
		return `${plainNameOf(supporter.person, strings)} ${isHidden ? hiddenValue : plainMoney(supporter.amount)}`;
	return ranking.kind === "ranking" ? noSupporterValue : unknownText;
}

/** The first rank is displayed without a number. */
function rankVariantsOf(rank: number, settings: TopSupporterSettings, strings: FaceStrings): TextVariants {
	const periods = periodTextOf(settings, strings);
	const place = strings.place(rank);
	return rank === 1
		? periods
		: [...periods.flatMap((period) => [`${place} · ${period}`, `#${rank} ${period}`]), place];
}

function amountLine({ amount }: Supporter, isHidden: boolean, { locale }: FaceStrings): Line {
	const variants = isHidden
		? [maskText]
		: [formatMoneyFull(amount, locale), formatMoneyCompact(amount, locale)];
	return { variants, tone: "accent" };
}
