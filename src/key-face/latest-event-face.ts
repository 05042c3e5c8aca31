import type { LatestEventSettings } from "../settings/schemas";
import type { StreamEvent } from "../state/stream-event";
import { cleanText } from "./clean-text";
import { displayNameOf, plainNameOf } from "./display-name";
import type { Face, Line } from "./face";
import { factsOf, failureFact, toThankFact } from "./facts";
import {
	formatFull,
	formatMoneyCompact,
	formatMoneyFull,
	hiddenValue,
	maskText,
	plainMoney,
	unknownText,
	type TextVariants,
} from "./format";
import { styleByEventType } from "./icon-style";
import { ageOf, flashMs, isFlashing, earliestAfter, type PressFeedback, pressDisplayAt } from "./face-timing";
import { createNotice, type Notice, noticeFace, linkNotice, stateMark } from "./notice";
import { canFlash, freshnessNoteOf, type Freshness, staleFact, valueState } from "./freshness";
import { type Label, type FaceStrings, variantsOf } from "./strings";

/** All the latest-event face depends on besides its settings. Times are epoch milliseconds. */
export type LatestEventFaceInput = Freshness &
	PressFeedback & {
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
	nowMs: number,
	strings: FaceStrings,
): Face {
	const { event, isHidden } = input;
	const state = valueState(input, event !== undefined || input.isLoaded);
	const pressDisplay = pressDisplayAt(input, nowMs);
	const type = typeLabel(event, settings, strings);
	const summary = {
		label: type.full,
		value: event ? plainEventValue(event, isHidden, strings) : unknownText,
		state,
		facts: factsOf(
			!isHidden && input.waitingCount > 0 && toThankFact(input.waitingCount),
			staleFact(input, state),
			failureFact(input, nowMs),
		),
	};
	if (!event || state === "not set up") {
		const shownNotice = state === "live" ? emptyNotice(strings) : linkNotice(input, state, strings);
		const identity = state === "not set up" ? {} : { header: variantsOf(type) };
		return noticeFace(shownNotice, summary, pressDisplay, identity);
	}

	const { isTest = false } = event;
	const style = styleByEventType[event.type];
	const isFlash = canFlash(state) && isFlashing(input.flash, nowMs);
	const freshnessNote = freshnessNoteOf(input, state, nowMs, strings);
	const age = ageOf(event.createdAtMs, nowMs, strings);
	const detailLine = detailLineOf(event, isHidden, strings);
	const ageLine: Line = { variants: age.variants, tone: "second" };
	const queueLine: Line | undefined =
		input.waitingCount > 0
			? {
					variants: [strings.toThank(isHidden ? maskText : formatFull(input.waitingCount, strings.locale))],
					tone: "text",
				}
			: undefined;
	const message = cleanText(event.message ?? "") || undefined;
	const messageLine: Line | undefined =
		detailLine && message !== undefined ? { variants: [message], tone: "second" } : undefined;
	const footer = pressDisplay.reason ?? freshnessNote?.line ?? queueLine ?? messageLine;
	return {
		kind: "person",
		...summary,
		press: pressDisplay.press,
		icon: stateMark(state, input.link) ?? (isTest ? "flask" : style.icon),
		header: isTest
			? [strings.labelled(strings.test, type.full), strings.labelled(strings.test, type.short), strings.test]
			: variantsOf(type),
		color: style.color,
		name: displayNameOf(event.person, strings),
		appearance: isFlash ? "flash" : state === "live" ? "plain" : "dimmed",
		isTest,
		detail: detailLine ?? (footer ? ageLine : undefined),
		footer: footer ?? ageLine,
		age: age.variants,
		message,
		nextChangeAtMs: earliestAfter(
			nowMs,
			pressDisplay.nextChangeAtMs,
			isFlash && input.flash ? input.flash.atMs + flashMs : undefined,
			freshnessNote?.nextChangeAtMs,
			age.nextChangeAtMs,
		),
	};
}

/** The person, then the amount or the viewers. */
function plainEventValue(
	{ person, amount, viewers }: StreamEvent,
	isHidden: boolean,
	strings: FaceStrings,
): string {
	const parts = [plainNameOf(person, strings)];
	if (isHidden && (amount || viewers !== undefined)) parts.push(hiddenValue);
	else if (amount) parts.push(plainMoney(amount));
	else if (viewers !== undefined) parts.push(String(viewers));
	return parts.join(" ");
}

function typeLabel(
	event: StreamEvent | undefined,
	{ types }: LatestEventSettings,
	strings: FaceStrings,
): Label {
	if (event) return strings.eventTypes[event.type];
	const onlyType = types.length === 1 ? types[0] : undefined;
	return onlyType ? strings.eventTypes[onlyType] : strings.latestEvent;
}

function detailLineOf(
	{ amount, viewers, resub = 0 }: StreamEvent,
	isHidden: boolean,
	strings: FaceStrings,
): Line | undefined {
	const formatCount = (number: number) => (isHidden ? maskText : formatFull(number, strings.locale));
	const line = (...variants: TextVariants): Line => ({ variants, tone: "accent" });
	if (amount && isHidden) return line(maskText);
	if (amount)
		return line(formatMoneyFull(amount, strings.locale), formatMoneyCompact(amount, strings.locale));
	// How many are hidden must not show in the word's form either.
	if (viewers !== undefined) return line(...strings.viewers(formatCount(viewers), isHidden ? 2 : viewers));
	return resub > 0 ? line(strings.renewals(formatCount(resub))) : undefined;
}

function emptyNotice(strings: FaceStrings): Notice {
	return createNotice({ icon: "person", tone: "second" }, strings.noneYet);
}
