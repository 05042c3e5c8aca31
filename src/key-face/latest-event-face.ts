import type { LatestEventSettings } from "../settings/schemas/latest-event";
import type { StreamEvent } from "../state/events/stream-event";
import { cleanText } from "./text/clean-text";
import { displayNameOf, plainNameOf } from "./text/display-name";
import type { Face, Line } from "./face";
import { factsOf, failureFact, nextToThankFact, thankingFact, toThankFact } from "./text/facts";
import {
	formatFull,
	formatMoneyCompact,
	formatMoneyFull,
	hiddenValue,
	maskText,
	plainMoney,
	unknownText,
	type TextVariants,
} from "./text/format";
import { styleByEventType } from "./drawing/icon-style";
import {
	ageOf,
	alternate,
	earliestAfter,
	flashEndMs,
	isActive,
	isFlashing,
	type PressFeedback,
	pressDisplayAt,
} from "./face-timing";
import { createNotice, type Notice, noticeFace, linkNotice, stateMark } from "./notice";
import {
	canFlash,
	freshnessNoteOf,
	type Freshness,
	staleFact,
	valueAppearance,
	valueState,
} from "./freshness";
import type { FaceStrings } from "./strings";
import { type Label, variantsOf } from "./text/label";
import { dialLineBox, fitsWhole, keyLineBox, wrapText } from "./drawing/text-fit";

/** Inputs of the latest-event face besides its settings. Times are epoch milliseconds. */
export type LatestEventFaceInput = Freshness &
	PressFeedback & {
		/** The event to display; undefined before the first. */
		readonly event?: StreamEvent | undefined;
		/** When the displayed person was thanked, while that is displayed. */
		readonly thanking?: { readonly atMs: number } | undefined;
		/** The event whose person the next press thanks. */
		readonly next?: StreamEvent | undefined;
		/** Whether a dial has been turned to an earlier event. */
		readonly isScrolled?: boolean;
		/** Whether the events are loaded, so that a missing event means there is none. */
		readonly isLoaded: boolean;
		/** Number of people to thank. */
		readonly waitingCount: number;
		/** Whether numbers are masked. */
		readonly isHidden: boolean;
		/** The last pushed event. */
		readonly flash?: { readonly event?: StreamEvent; readonly atMs: number } | undefined;
		/** Until when a press undoes clearing the queue. */
		readonly undo?: { readonly untilMs: number } | undefined;
	};

/** Maximum number of pages of a message. */
const maxMessagePages = 6;

/** How long a new event is announced below a person who is being thanked. */
const arrivalMs = 3_000;

/** Returns the face of the newest event, or of the person being thanked. */
export function latestEventFace(
	input: LatestEventFaceInput,
	settings: LatestEventSettings,
	nowMs: number,
	strings: FaceStrings,
): Face {
	const { event, isHidden, thanking } = input;
	const state = valueState(input, event !== undefined || input.isLoaded);
	const pressDisplay = pressDisplayAt(input, nowMs);
	const type = typeLabel(event, settings, strings);
	const next = input.waitingCount > 0 ? input.next : undefined;
	const summary = {
		label: type.full,
		value: event ? plainEventValue(event, isHidden, strings) : unknownText,
		state,
		facts: factsOf(
			thanking !== undefined && thankingFact,
			!isHidden && input.waitingCount > 0 && toThankFact(input.waitingCount),
			next !== undefined && nextToThankFact(next),
			staleFact(input, state),
			failureFact(input, nowMs),
		),
	};
	if (!event || state === "not set up") {
		const shownNotice = state === "live" ? emptyNotice(strings) : linkNotice(input, state, strings);
		return noticeFace(shownNotice, summary, pressDisplay, { header: variantsOf(type) });
	}

	const { isTest = false } = event;
	const style = styleByEventType[event.type];
	const isFlash = canFlash(state) && !thanking && isFlashing(input.flash, nowMs);
	const freshnessNote = freshnessNoteOf(input, state, nowMs, strings);
	const age = ageOf(event.createdAtMs, nowMs, strings);
	const ageLine: Line = { variants: age.variants, tone: "second" };
	const message = cleanText(event.message ?? "") || undefined;
	const queue = queueDisplay(input, message, nowMs, strings);
	const undoLine: Line | undefined = isActive(input.undo, nowMs)
		? { variants: [strings.pressUndoes], tone: "text" }
		: undefined;
	const note = pressDisplay.reason ?? undoLine ?? freshnessNote?.line;
	const footer = note ?? queue.footer;
	return {
		kind: "person",
		...summary,
		press: pressDisplay.press,
		icon: stateMark(state, input.link) ?? (isTest ? "flask" : style.icon),
		header: headerOf(type, { isTest, isThanking: thanking !== undefined }, strings),
		color: style.color,
		name: displayNameOf(event.person, strings),
		appearance: valueAppearance(state, isFlash),
		isTest,
		isThanking: thanking !== undefined,
		amount: detailLineOf(event, isHidden, strings)?.variants,
		detail: queue.detail ?? (footer ? ageLine : undefined),
		footer: footer ?? ageLine,
		note: note ?? queue.note,
		age: age.variants,
		nextChangeAtMs: earliestAfter(
			nowMs,
			pressDisplay.nextChangeAtMs,
			isFlash ? flashEndMs(input.flash) : undefined,
			input.undo?.untilMs,
			freshnessNote?.nextChangeAtMs,
			queue.nextChangeAtMs,
			age.nextChangeAtMs,
		),
	};
}

type QueueDisplay = {
	readonly detail?: Line | undefined;
	readonly footer?: Line | undefined;
	/** Replaces both on a dial. */
	readonly note?: Line | undefined;
	readonly nextChangeAtMs?: number | undefined;
};

/**
 * Returns the text below the person: the amount, the queue length, the next person to thank, and the message. A key
 * alternates the message with the rest, a dial only if there is no space for both.
 */
function queueDisplay(
	input: LatestEventFaceInput,
	message: string | undefined,
	nowMs: number,
	strings: FaceStrings,
): QueueDisplay {
	const { event, thanking, next, flash, isHidden, waitingCount } = input;
	const amount = event && detailLineOf(event, isHidden, strings);
	if (thanking && flash?.event && nowMs < flash.atMs + arrivalMs) {
		const arrival = arrivalLine(flash.event, strings);
		return { detail: amount, footer: arrival, note: arrival, nextChangeAtMs: flash.atMs + arrivalMs };
	}
	const text = (...variants: TextVariants): Line => ({ variants, tone: "text" });
	const formattedCount = isHidden ? maskText : formatFull(waitingCount, strings.locale);
	const count = waitingCount > 0 ? text(strings.toThank(formattedCount)) : undefined;
	const isNextShown = !thanking && !input.isScrolled && count && next && next.id !== event?.id;
	const nextLine = isNextShown ? text(strings.nextToThank(displayNameOf(next.person, strings))) : undefined;
	const sinceMs = thanking?.atMs ?? event?.createdAtMs ?? 0;

	const turns: QueueDisplay[] =
		amount && nextLine
			? [
					{ detail: amount, footer: count },
					{ detail: amount, footer: nextLine },
				]
			: [{ detail: amount ?? nextLine, footer: count }];
	const pages = message === undefined ? [] : messagePages(message);
	const key = alternate([...turns, ...pages], sinceMs, nowMs);
	const dial = alternate(dialNotes([count, nextLine], message), sinceMs, nowMs);
	return {
		...key.line,
		note: dial.line,
		nextChangeAtMs: earliestAfter(nowMs, key.nextChangeAtMs, dial.nextChangeAtMs),
	};
}

/** Returns the message in parts of two lines. */
function messagePages(message: string): readonly QueueDisplay[] {
	const lines = wrapText(message, keyLineBox, 2 * maxMessagePages).map(secondLine);
	return Array.from({ length: Math.ceil(lines.length / 2) }, (_, page) => {
		const [first, second] = lines.slice(2 * page, 2 * page + 2);
		return second ? { detail: first, footer: second } : { footer: first };
	});
}

function dialNotes(lines: readonly (Line | undefined)[], message = ""): readonly Line[] {
	const notes = lines.filter((line) => line !== undefined);
	if (message === "") return notes;
	const joined = notes.length > 1 ? undefined : [...notes.flatMap(({ variants }) => variants), message];
	const whole = joined?.join(" · ");
	if (whole !== undefined && fitsWhole(whole, dialLineBox)) return [{ variants: [whole], tone: "text" }];
	return [...notes, ...wrapText(message, dialLineBox, maxMessagePages).map(secondLine)];
}

function secondLine(text: string): Line {
	return { variants: [text], tone: "second" };
}

/** Announces a new event while another person is being thanked. */
function arrivalLine(event: StreamEvent, strings: FaceStrings): Line {
	return { variants: [`+ ${displayNameOf(event.person, strings)}`], tone: "accent" };
}

function headerOf(
	type: Label,
	{ isTest, isThanking }: { readonly isTest: boolean; readonly isThanking: boolean },
	strings: FaceStrings,
): TextVariants {
	if (isThanking) return [strings.thanking];
	if (!isTest) return variantsOf(type);
	return [
		strings.labelled(strings.test, type.full),
		strings.labelled(strings.test, type.short),
		strings.test,
	];
}

/** Returns the person, then the amount or the viewers. */
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
	// The plural form must not reveal a masked number.
	if (viewers !== undefined) return line(...strings.viewers(formatCount(viewers), isHidden ? 2 : viewers));
	return resub > 0 ? line(strings.renewals(formatCount(resub))) : undefined;
}

function emptyNotice(strings: FaceStrings): Notice {
	return createNotice({ icon: "person", tone: "second" }, strings.noneYet);
}
