import type { LatestEventSettings } from "../settings/schemas/latest-event";
import type { StreamEvent } from "../state/events/stream-event";
import { cleanText } from "./text/clean-text";
import { displayNameOf, plainNameOf } from "./text/display-name";
import type { Face, Line } from "./face";
import { factsOf, failureFact, nextToThankFact, thankingFact, toThankFact } from "./text/facts";
import { hiddenValue, plainMoney, unknownText, type TextVariants } from "./text/format";
import { styleByEventType } from "./drawing/icon-style";
import { ageOf, earliestAfter, flashEndMs, isActive, isFlashing, pressDisplayAt } from "./face-timing";
import { createNotice, noticeFace, linkNotice, stateMark } from "./notice";
import { canFlash, freshnessNoteOf, staleFact, valueAppearance, valueState } from "./freshness";
import type { FaceStrings } from "./strings";
import { type Label, variantsOf } from "./text/label";
import { detailLineOf, type LatestEventFaceInput, queueDisplay } from "./latest-event-lines";

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
		const shownNotice =
			state === "live"
				? createNotice({ icon: "person", tone: "second" }, strings.noneYet)
				: linkNotice(input, state, strings);
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
