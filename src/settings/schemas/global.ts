import { z } from "zod/mini";

import { defaultCalendar, weekStarts } from "../../state/time/periods";
import {
	maxEventKeyLength,
	orUndefined,
	wholeText,
	flag,
	finiteNumber,
	integerWithin,
	numberWithin,
	eventKeysField,
	parserOf,
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

const thankMark = orUndefined(
	z.object({
		at: finiteNumber,
		id: orUndefined(z.string().check(z.maxLength(maxEventKeyLength))),
		ref: orUndefined(z.string().check(z.maxLength(maxEventKeyLength))),
		owed: orUndefined(eventKeysField),
		done: orUndefined(eventKeysField),
	}),
);

const globalSettingsShape = z.looseObject({
	baseUrl: wholeText(addressFrom, maxCredentialLength),
	apiKey: wholeText(credentialFrom, maxCredentialLength),
	sceneSocketUrl: wholeText(addressFrom, maxCredentialLength),
	sessionStartedAt: orUndefined(z.string().check(z.refine((value) => Number.isFinite(Date.parse(value))))),
	hideNumbers: flag(false),
	weekStartsOn: orUndefined(z.enum(weekStarts)),
	/** Names separated by commas: never displayed as the latest, thanked or ranked. */
	ignoredNames: wholeText(wholeNames, maxIgnoredNamesLength),
	dayStartHour: integerWithin(0, 12),
	/** A session begins with the first event after this many hours without one. */
	newSessionAfterIdleHours: numberWithin(1, 72),
	/** Whether links from other programs may run commands. */
	allowLinks: orUndefined(z.boolean()),
	/** Recent events that this plugin posted, newest first, and the service that received them. */
	testEvents: orUndefined(z.object({ host: z.string(), names: eventKeysField })),
	/** Start of the thank-you queue, and the position up to which people have been thanked. */
	thanked: orUndefined(
		z
			.object({
				follow: thankMark,
				subscription: thankMark,
				donation: thankMark,
				hosting: thankMark,
				since: orUndefined(finiteNumber),
			})
			.check(z.refine((marks) => Object.values(marks).some((mark) => mark !== undefined))),
	),
	/** Goals that were reached, newest first, by a digest of the goal and its period. */
	reachedGoals: orUndefined(
		z.array(z.tuple([z.string().check(z.maxLength(16)), z.number()])).check(z.minLength(1), z.maxLength(20)),
	),
	/** Marks of the text files that the plugin created on this computer, newest first, without separators. */
	textFiles: orUndefined(z.string().check(z.regex(/^([\w-]{8})*$/), z.maxLength(400))),
});

/** Account, shared by all keys. The plugin is its only writer. */
export type GlobalSettings = z.infer<typeof globalSettingsShape>;

export const parseGlobalSettings = parserOf(globalSettingsShape);

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
