import type { TopSupporterSettings } from "../settings/schemas";
import { nextPeriodStartMs } from "../state/periods";
import type { Supporter } from "../state/supporter-ranking";
import type { SupporterValue } from "../state/supporters";
import { cleanText } from "./clean-text";
import type { Face, Line } from "./face";
import {
	formatMoneyCompact,
	formatMoneyFull,
	hiddenValue,
	maskSign,
	nobody,
	spokenMoney,
	unknownSign,
	type Wordings,
} from "./format";
import { flashMs, isFlashing, soonest, type Touch, touchLook } from "./moment";
import { type Notice, noticeFace, noticeOf } from "./notice";
import { palette } from "./palette";
import { doubtOf, isBlocked, type Trust, trustState } from "./trust";
import { type Word, type Words, wordingsOf } from "./words";

/** All the top-supporter face depends on besides its settings. Times are epoch milliseconds. */
export type TopSupporterFaceInput = Trust &
	Touch & {
		readonly ranking: SupporterValue;
		/** Which place is shown: 1 is the first. */
		readonly rank: number;
		/** Amounts are masked. */
		readonly isHidden: boolean;
		/** When somebody else came to this place, live. */
		readonly flash?: { readonly atMs: number } | undefined;
	};

/** Who gave most, as a key shows it. */
export function topSupporterFace(
	input: TopSupporterFaceInput,
	settings: TopSupporterSettings,
	now: number,
	words: Words,
): Face {
	const { ranking, rank, isHidden } = input;
	const isKnown = ranking.kind === "ranking";
	const isConfirming = input.isConfirming === true || (isKnown && ranking.isUnsure);
	const state = trustState({ ...input, isConfirming }, isKnown);
	const touch = touchLook(input, now);
	const supporter = isKnown ? ranking.supporters[rank - 1] : undefined;
	const title = words.topSupporter[settings.by];
	const spoken = { label: labelOf(title, settings, words), value: spokenValue(input, supporter), state };
	const periodEndMs = scopeEndMs(settings, now);
	if (!supporter || isBlocked(state)) {
		const isNobody = state === "live";
		const empty: Notice = {
			...{ icon: "crown", tone: "second", matter: words.nobodyYet[0] },
			hint: placeWordings(rank, settings, words),
		};
		const shown = isNobody ? empty : noticeOf(input.link, state, words, wordingsOf(title));
		const face = noticeFace(shown, spoken, touch);
		return { ...face, nextChangeAtMs: soonest(now, face.nextChangeAtMs, periodEndMs) };
	}
	const isFlash = state !== "stale" && isFlashing(input.flash, now);
	const doubt = doubtOf(input, state, now, words);
	const place = placeWordings(rank, settings, words);
	return {
		kind: "person",
		...spoken,
		press: touch.press,
		icon: state === "stale" ? "clock" : state === "connecting" ? "sync" : "crown",
		header: wordingsOf(title),
		color: palette.supporter,
		name: cleanText(supporter.person ?? "") || words.anonymous,
		look: isFlash ? "flash" : state === "live" ? "plain" : "dimmed",
		isTest: false,
		detail: amountLine(supporter, isHidden, words),
		foot: touch.reason ?? doubt?.line ?? { wordings: place, tone: "second" },
		age: place,
		nextChangeAtMs: soonest(
			now,
			touch.nextChangeAtMs,
			isFlash && input.flash ? input.flash.atMs + flashMs : undefined,
			doubt?.nextChangeAtMs,
			periodEndMs,
		),
	};
}

function labelOf({ full }: Word, { scope }: TopSupporterSettings, words: Words): string {
	return scope === "lifetime" ? full : words.inPeriod(full, words.scopes[scope]);
}

function spokenValue({ ranking, isHidden }: TopSupporterFaceInput, supporter: Supporter | undefined): string {
	if (supporter)
		return `${supporter.person || unknownSign} ${isHidden ? hiddenValue : spokenMoney(supporter.amount)}`;
	return ranking.kind === "ranking" ? nobody : unknownSign;
}

/** The first place needs no number. */
function placeWordings(rank: number, { scope }: TopSupporterSettings, words: Words): Wordings {
	const period = words.scopes[scope];
	const place = words.place(rank);
	return rank === 1 ? [period] : [`${place} · ${period}`, place];
}

function amountLine({ amount }: Supporter, isHidden: boolean, { locale }: Words): Line {
	const wordings = isHidden
		? [maskSign]
		: [formatMoneyFull(amount, locale), formatMoneyCompact(amount, locale)];
	return { wordings, tone: "accent" };
}

/** When the ranking starts anew by itself. */
function scopeEndMs({ scope }: TopSupporterSettings, now: number): number | undefined {
	return scope === "lifetime" || scope === "session" ? undefined : nextPeriodStartMs(scope, now);
}
