import type { LatestEventSettings } from "../settings/schemas";
import type { StreamEvent } from "../state/stream-event";
import { cleanText } from "./clean-text";
import type { Face, Line } from "./face";
import {
	formatFull,
	formatMoneyCompact,
	formatMoneyFull,
	hiddenValue,
	maskSign,
	spokenMoney,
	unknownSign,
	type Wordings,
} from "./format";
import { kindByEventType } from "./kind";
import { ageOf, flashMs, isFlashing, soonest, type Touch, touchLook } from "./moment";
import { notice, type Notice, noticeFace, noticeOf } from "./notice";
import { doubtOf, isBlocked, type Trust, trustState } from "./trust";
import { type Word, type Words, wordingsOf } from "./words";

/** All the latest-event face depends on besides its settings. Times are epoch milliseconds. */
export type LatestEventFaceInput = Trust &
	Touch & {
		/** The event to show; none before the first. */
		readonly event?: StreamEvent | undefined;
		/** Whether the service has told its events yet, so that none means nobody. */
		readonly isLoaded: boolean;
		/** How many wait to be thanked, the shown one among them. */
		readonly waitingCount: number;
		/** Numbers are masked. */
		readonly isHidden: boolean;
		/** When the event arrived live. */
		readonly flash?: { readonly atMs: number } | undefined;
	};

/** Who just did something, as a key shows it. */
export function latestEventFace(
	input: LatestEventFaceInput,
	settings: LatestEventSettings,
	now: number,
	words: Words,
): Face {
	const { event, isHidden } = input;
	const state = trustState(input, event !== undefined || input.isLoaded);
	const touch = touchLook(input, now);
	const type = typeWord(event, settings, words);
	const spoken = {
		label: type.full,
		value: event ? spokenEvent(event, isHidden) : unknownSign,
		state,
	};
	if (!event || isBlocked(state)) {
		const silence =
			state === "live" ? nobodyYet(words) : noticeOf(input.link, state, words, wordingsOf(type));
		return noticeFace(silence, spoken, touch);
	}

	const { isTest = false } = event;
	const kind = kindByEventType[event.type];
	const isFlash = state !== "stale" && isFlashing(input.flash, now);
	const doubt = doubtOf(input, state, now, words);
	const age = ageOf(event.createdAtMs, now, words);
	const gift = giftLine(event, isHidden, words);
	const ageLine: Line = { wordings: age.wordings, tone: "second" };
	const queueLine: Line | undefined =
		input.waitingCount > 0
			? {
					wordings: [words.toThank(isHidden ? maskSign : formatFull(input.waitingCount, words.locale))],
					tone: "text",
				}
			: undefined;
	const message = cleanText(event.message ?? "") || undefined;
	const messageLine: Line | undefined =
		gift && message !== undefined ? { wordings: [message], tone: "second" } : undefined;
	const foot = touch.reason ?? doubt?.line ?? queueLine ?? messageLine;
	return {
		kind: "person",
		...spoken,
		press: touch.press,
		icon: state === "stale" ? "clock" : state === "connecting" ? "sync" : isTest ? "flask" : kind.icon,
		header: isTest
			? [words.labelled(words.test, type.full), words.labelled(words.test, type.short), words.test]
			: wordingsOf(type),
		color: kind.color,
		name: cleanText(event.person ?? "") || words.anonymous,
		look: isFlash ? "flash" : state === "live" ? "plain" : "dimmed",
		isTest,
		detail: gift ?? (foot ? ageLine : undefined),
		foot: foot ?? ageLine,
		age: age.wordings,
		message,
		nextChangeAtMs: soonest(
			now,
			touch.nextChangeAtMs,
			isFlash && input.flash ? input.flash.atMs + flashMs : undefined,
			doubt?.nextChangeAtMs,
			age.nextChangeAtMs,
		),
	};
}

/** The person, then the amount or the viewers. */
function spokenEvent({ person, amount, viewers }: StreamEvent, isHidden: boolean): string {
	const parts = [person || unknownSign];
	if (isHidden && (amount || viewers !== undefined)) parts.push(hiddenValue);
	else if (amount) parts.push(spokenMoney(amount));
	else if (viewers !== undefined) parts.push(String(viewers));
	return parts.join(" ");
}

function typeWord(event: StreamEvent | undefined, { types }: LatestEventSettings, words: Words): Word {
	if (event) return words.eventTypes[event.type];
	const only = types.length === 1 ? types[0] : undefined;
	return only ? words.eventTypes[only] : words.latestEvent;
}

function giftLine(
	{ amount, viewers, resub = 0 }: StreamEvent,
	isHidden: boolean,
	words: Words,
): Line | undefined {
	const full = (number: number) => (isHidden ? maskSign : formatFull(number, words.locale));
	const line = (...wordings: Wordings): Line => ({ wordings, tone: "accent" });
	if (amount && isHidden) return line(maskSign);
	if (amount) return line(formatMoneyFull(amount, words.locale), formatMoneyCompact(amount, words.locale));
	// How many are hidden must not show in the word's form either.
	if (viewers !== undefined) return line(...words.viewers(full(viewers), isHidden ? 2 : viewers));
	return resub > 0 ? line(words.renewals(full(resub))) : undefined;
}

function nobodyYet(words: Words): Notice {
	return notice({ icon: "person", tone: "second" }, words.nobodyYet);
}
