import type { StreamEvent } from "../state/events/stream-event";
import { displayNameOf } from "./text/display-name";
import type { Line } from "./face";
import {
	formatAmount,
	formatFull,
	formatMoneyCompact,
	formatMoneyFull,
	maskText,
	type TextVariants,
} from "./text/format";
import { alternate, earliestAfter, type PressFeedback } from "./face-timing";
import type { Freshness } from "./freshness";
import type { FaceStrings } from "./strings";
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
		readonly waitingCount: number;
		/** Whether numbers are masked. */
		readonly isHidden: boolean;
		readonly flash?: { readonly event?: StreamEvent; readonly atMs: number } | undefined;
		/** Until when a press undoes clearing the queue. */
		readonly undo?: { readonly untilMs: number } | undefined;
	};

const maxMessagePages = 6;

/** How long a new event is announced below a person who is being thanked. */
const arrivalMs = 3_000;

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
export function queueDisplay(
	input: LatestEventFaceInput,
	message: string | undefined,
	nowMs: number,
	strings: FaceStrings,
): QueueDisplay {
	const { event, thanking, next, flash, isHidden, waitingCount } = input;
	const amount = event && detailLineOf(event, isHidden, strings);
	if (thanking && flash?.event && nowMs < flash.atMs + arrivalMs) {
		const arrival: Line = { variants: [`+ ${displayNameOf(flash.event.person, strings)}`], tone: "accent" };
		return { detail: amount, footer: arrival, note: arrival, nextChangeAtMs: flash.atMs + arrivalMs };
	}
	const text = (...variants: TextVariants): Line => ({ variants, tone: "text" });
	const formattedCount = isHidden ? maskText : formatFull(waitingCount, strings.locale);
	const count = waitingCount > 0 ? text(strings.toThank(formattedCount), formattedCount) : undefined;
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
	const joined = notes.length > 1 ? undefined : [...notes.map(({ variants: [full] }) => full), message];
	const whole = joined?.join(" · ");
	if (whole !== undefined && fitsWhole(whole, dialLineBox)) return [{ variants: [whole], tone: "text" }];
	return [...notes, ...wrapText(message, dialLineBox, maxMessagePages).map(secondLine)];
}

function secondLine(text: string): Line {
	return { variants: [text], tone: "second" };
}

/** Returns the amount, the viewers or the number of renewals. */
export function detailLineOf(
	{ amount, viewers, resub = 0 }: StreamEvent,
	isHidden: boolean,
	strings: FaceStrings,
): Line | undefined {
	const { locale } = strings;
	const formatCount = (number: number) => (isHidden ? maskText : formatFull(number, locale));
	const line = (...variants: TextVariants): Line => ({ variants, tone: "accent" });
	if (amount && isHidden) return line(maskText);
	if (amount) return line(formatMoneyFull(amount, locale), formatMoneyCompact(amount, locale));
	// The plural form must not reveal a masked number.
	if (viewers !== undefined && isHidden) return line(...strings.viewers(maskText, 2));
	if (viewers !== undefined)
		return line(...formatAmount(viewers, locale).flatMap((count) => strings.viewers(count, viewers)));
	return resub > 0 ? line(strings.renewals(formatCount(resub))) : undefined;
}
