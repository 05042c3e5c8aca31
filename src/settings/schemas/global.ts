import { isRecord } from "../../state/is-record";
import { defaultCalendar, weekStarts } from "../../state/time/periods";
import {
	eventKey,
	eventKeysField,
	finiteNumber,
	flag,
	integerWithin,
	numberWithin,
	optionalChoice,
	parserOf,
	textLike,
	valuesOf,
	wholeText,
} from "./fields";
import { addressFrom, credentialFrom } from "./pasted-text";

/** Maximum length of an address or a key. Part of one is useless, so a longer one is dropped instead of cut. */
const maxCredentialLength = 1_000;

/** Maximum length of the ignored names, in characters. All global settings together have to stay under 1 kB. */
export const maxIgnoredNamesLength = 300;

/** Returns the names that fit, without a part of the next one. */
function wholeNames(typed: string): string {
	const names = typed.trim();
	if (names.length <= maxIgnoredNamesLength) return names;
	return names.slice(0, Math.max(0, names.lastIndexOf(",", maxIgnoredNamesLength)));
}

function sessionStart(value: unknown): string | undefined {
	return typeof value === "string" && Number.isFinite(Date.parse(value)) ? value : undefined;
}

function thankMark(value: unknown) {
	if (!isRecord(value)) return undefined;
	const at = finiteNumber(value["at"]);
	const keys = { id: eventKey, ref: eventKey, owed: eventKeysField, done: eventKeysField };
	return at === undefined ? undefined : { at, ...valuesOf(value, keys) };
}

function thankMarks(value: unknown) {
	if (!isRecord(value)) return undefined;
	const marks = valuesOf(value, {
		follow: thankMark,
		subscription: thankMark,
		donation: thankMark,
		hosting: thankMark,
		since: finiteNumber,
	});
	return Object.values(marks).some((mark) => mark !== undefined) ? marks : undefined;
}

function testEvents(value: unknown) {
	const { host, names } = isRecord(value) ? value : {};
	const eventKeys = eventKeysField(names);
	return typeof host === "string" && eventKeys ? { host, names: eventKeys } : undefined;
}

/** A list with one invalid item is dropped. */
function reachedGoals(value: unknown): [string, number][] | undefined {
	const isValid =
		Array.isArray(value) && value.length >= 1 && value.length <= 20 && value.every(isReachedGoal);
	return isValid ? value : undefined;
}

function isReachedGoal(value: unknown): value is [string, number] {
	if (!Array.isArray(value) || value.length !== 2) return false;
	const [digest, goal] = value as unknown[];
	return typeof digest === "string" && digest.length <= 16 && Number.isFinite(goal);
}

export const parseGlobalSettings = parserOf({
	baseUrl: wholeText(addressFrom, maxCredentialLength),
	apiKey: wholeText(credentialFrom, maxCredentialLength),
	sceneSocketUrl: wholeText(addressFrom, maxCredentialLength),
	sessionStartedAt: sessionStart,
	hideNumbers: flag(false),
	weekStartsOn: optionalChoice(weekStarts),
	/** Names separated by commas: never displayed as the latest, thanked or ranked. */
	ignoredNames: wholeText(wholeNames, maxIgnoredNamesLength),
	dayStartHour: integerWithin(0, 12),
	/** A session begins with the first event after this many hours without one. */
	newSessionAfterIdleHours: numberWithin(1, 72),
	/** Whether links from other programs may run commands. */
	allowLinks: (value: unknown) => (typeof value === "boolean" ? value : undefined),
	/** Recent events that this plugin posted, newest first, and the service that received them. */
	testEvents,
	/** Start of the thank-you queue, and the position up to which people have been thanked. */
	thanked: thankMarks,
	/** Goals that were reached, newest first, by a digest of the goal and its period. */
	reachedGoals,
	/** Marks of the text files that the plugin created on this computer, newest first, without separators. */
	textFiles: textLike(/^(?:[\w-]{8}){0,50}$/),
});

/** Account, shared by all keys. The plugin is its only writer. */
export type GlobalSettings = ReturnType<typeof parseGlobalSettings>;

/** Returns the settings that determine the bounds of scopes. */
export function scopeSettings({ sessionStartedAt, weekStartsOn, dayStartHour }: GlobalSettings) {
	return {
		sessionStartedAtMs: sessionStartedAt === undefined ? undefined : Date.parse(sessionStartedAt),
		calendar: {
			weekStartsOn: weekStartsOn ?? defaultCalendar.weekStartsOn,
			dayStartHour: dayStartHour ?? defaultCalendar.dayStartHour,
		},
	};
}
