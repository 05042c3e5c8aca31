import { z } from "zod/mini";

import { chartRanges, chartSeries } from "../state/chart";
import { counterMetrics, counterScopes } from "../state/counter-query";
import { weekStarts } from "../state/periods";
import { localTimeMs } from "../state/scope";
import { streamEventTypes, type StreamEventType } from "../state/stream-event";
import { streamCommands } from "../state/stream-command";
import { supporterMeasures } from "../state/supporter-measure";
import {
	choice,
	finiteNumber,
	flag,
	maxEventKeyLength,
	eventKeysField,
	optionalText,
	orUndefined,
	textFileFields,
	appearanceFields,
	wholeText,
} from "./fields";
import { addressFrom, credentialFrom } from "./pasted-text";

/*
 * Settings come from old versions, exported profiles, other hosts and manual edits. Parsing never throws:
 * each field that cannot be parsed gets its fallback, and unknown fields are kept.
 */

/** Maximum length of an address or a key. Part of one is useless, so a longer one is dropped instead of cut. */
const maxCredentialLength = 1_000;

/** Maximum length of the ignored names, in characters. All global settings together have to stay under 1 kB. */
export const maxIgnoredNamesLength = 300;

const thankMark = orUndefined(
	z.object({
		at: finiteNumber,
		id: orUndefined(z.string().check(z.maxLength(maxEventKeyLength))),
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
	ignoredNames: wholeText((typed) => typed.trim(), maxIgnoredNamesLength),
	/** The hour at which days begin. */
	dayStartHour: orUndefined(z.pipe(finiteNumber, z.int().check(z.minimum(0), z.maximum(12)))),
	/** A session begins with the first event after this many hours without one. */
	newSessionAfterIdleHours: orUndefined(z.pipe(finiteNumber, z.number().check(z.minimum(1), z.maximum(72)))),
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

/** Remote action of a scene item, with the names that both had when they were chosen. */
const remoteChoiceFields = {
	sceneToken: optionalText,
	itemId: orUndefined(z.pipe(finiteNumber, z.int())),
	actionCode: optionalText,
	sceneName: optionalText,
	itemName: optionalText,
	actionName: optionalText,
};

const remoteActionSettingsShape = z.looseObject({
	...remoteChoiceFields,
	holdActionCode: optionalText,
	holdActionName: optionalText,
	...appearanceFields,
	/** Time within which a second press counts as a bounce, in milliseconds. */
	guardMs: z._default(
		orUndefined(z.pipe(finiteNumber, z.number().check(z.minimum(0), z.maximum(10_000)))),
		250,
	),
});

export type RemoteActionSettings = z.infer<typeof remoteActionSettingsShape>;

export const numberFormats = ["auto", "full", "compact"] as const;

const positiveNumber = orUndefined(
	z.pipe(finiteNumber, z.number().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))),
);

const goalActionShape = z.looseObject(remoteChoiceFields);

/** Local date and time of a custom period, as in `2026-12-01T18:00`. */
const localTime = orUndefined(
	z.string().check(
		z.trim(),
		z.refine((text) => localTimeMs(text) !== undefined),
	),
);
const customPeriodFields = { from: localTime, to: localTime };

const counterSettingsShape = z.looseObject({
	metric: choice(counterMetrics, "followers"),
	scope: choice(counterScopes, "lifetime"),
	...customPeriodFields,
	provider: optionalText,
	newOnly: flag(false),
	uniqueOnly: flag(false),
	/** Added to the number that is displayed and measured by the goal. */
	offset: orUndefined(
		z.pipe(
			finiteNumber,
			z.number().check(z.minimum(-Number.MAX_SAFE_INTEGER), z.maximum(Number.MAX_SAFE_INTEGER)),
		),
	),
	goal: positiveNumber,
	/** Distance between the goals after the first one. */
	goalStep: positiveNumber,
	/** Action that is sent when a goal is reached. */
	goalAction: orUndefined(
		z.pipe(
			goalActionShape,
			z.transform((choice: z.infer<typeof goalActionShape>) =>
				Object.values(choice).some((field) => field !== undefined) ? choice : undefined,
			),
		),
	),
	format: choice(numberFormats, "auto"),
	...appearanceFields,
	flash: flag(true),
	onPress: choice(["refresh", "next", "none"], "refresh"),
	onHold: choice(["resetSession", "none"], "none"),
	...textFileFields,
});

export type CounterSettings = z.infer<typeof counterSettingsShape>;

const latestEventSettingsShape = z.looseObject({
	types: z.transform((value: unknown): StreamEventType[] => {
		const chosen = streamEventTypes.filter((type) => Array.isArray(value) && value.includes(type));
		return chosen.length === 0 ? [...streamEventTypes] : chosen;
	}),
	onPress: choice(["next", "clear"], "next"),
	/** Smaller donations in the account's currency are not displayed or queued. */
	minAmount: positiveNumber,
	/** Whether the text file contains the latest event, or all events of the session with one line each. */
	fileContent: choice(["latest", "session"], "latest"),
	...appearanceFields,
	...textFileFields,
});

export type LatestEventSettings = z.infer<typeof latestEventSettingsShape>;

export const maxRank = 10;
export const maxListLength = 100;

const topSupporterSettingsShape = z.looseObject({
	by: choice(supporterMeasures, "donation"),
	scope: choice(counterScopes, "month"),
	...customPeriodFields,
	/** Currency code in capitals. */
	currency: orUndefined(z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{3,10}$/))),
	/** Which place is displayed: 1 is the first. */
	rank: z._default(orUndefined(z.pipe(finiteNumber, z.int().check(z.minimum(1), z.maximum(maxRank)))), 1),
	/** How many places `{list}` has in the text file. */
	listLength: z._default(
		orUndefined(z.pipe(finiteNumber, z.int().check(z.minimum(1), z.maximum(maxListLength)))),
		5,
	),
	...appearanceFields,
	...textFileFields,
});

export type TopSupporterSettings = z.infer<typeof topSupporterSettingsShape>;

const sendEventSettingsShape = z.looseObject({
	type: choice(streamEventTypes, "follow"),
	username: optionalText,
	amount: optionalText,
	currency: optionalText,
	resub: optionalText,
	viewers: optionalText,
	hostname: optionalText,
	message: optionalText,
	/** Whether the key has to be held; a press alone has no effect. */
	needsHold: flag(false),
	...appearanceFields,
});

/** Settings of Send Event. Parameters are text as typed; they are checked when the event is created. */
export type SendEventSettings = z.infer<typeof sendEventSettingsShape>;

const chartSettingsShape = z.looseObject({
	series: choice(chartSeries, "followers"),
	range: choice(chartRanges, "week"),
	...appearanceFields,
});

export type ChartSettings = z.infer<typeof chartSettingsShape>;

const controlSettingsShape = z.looseObject({
	command: orUndefined(z.enum(streamCommands)),
});

export type ControlSettings = z.infer<typeof controlSettingsShape>;

function parserOf<T extends z.ZodMiniType>(shape: T): (settings: unknown) => z.infer<T> {
	return (settings) => {
		const parsed = shape.safeParse(settings);
		return parsed.success ? parsed.data : shape.parse({});
	};
}

export const parseGlobalSettings = parserOf(globalSettingsShape);
export const parseRemoteActionSettings = parserOf(remoteActionSettingsShape);
export const parseCounterSettings = parserOf(counterSettingsShape);
export const parseLatestEventSettings = parserOf(latestEventSettingsShape);
export const parseTopSupporterSettings = parserOf(topSupporterSettingsShape);
export const parseSendEventSettings = parserOf(sendEventSettingsShape);
export const parseChartSettings = parserOf(chartSettingsShape);
export const parseControlSettings = parserOf(controlSettingsShape);
