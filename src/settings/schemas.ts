import { z } from "zod";

import { chartRanges, chartSeries } from "../state/chart";
import { counterMetrics, counterScopes } from "../state/counter-query";
import { streamEventTypes } from "../state/stream-event";
import { supporterMeasures } from "../state/supporter-ranking";
import { addressFrom, credentialFrom } from "./pasted";

/*
 * Settings come from old versions, exported profiles, other hosts and hands. Parsing never throws:
 * what can't be understood falls back field by field, and unknown fields pass through.
 */

const maxText = 500;
/** Part of an address or a key is worth nothing: it is kept whole, or not at all if the host couldn't keep it. */
const maxCredential = 1_000;
const maxPathLength = 1_000;
const maxName = 60;
const maxNames = 50;

const trimmedText = z.union([z.string(), z.number().transform(String)]).transform((value) => value.trim());
const optionalText = trimmedText
	// A cut may leave a space or half a character at the end.
	.transform((value) => value.slice(0, maxText).replace(/[\s\p{Cs}]+$/u, "") || undefined)
	.optional()
	.catch(undefined);
const cleaned = (clean: (pasted: string) => string) =>
	z
		.union([z.string(), z.number().transform(String)])
		.transform((value) => clean(value))
		.refine((value) => value.length <= maxCredential)
		.transform((value) => value || undefined)
		.optional()
		.catch(undefined);
/** Copied from a file manager, a path may come in quotes. Part of one is none. */
const filePath = trimmedText
	.transform((value) => value.replace(/^(["'])(.*)\1$/, "$2").trim())
	.refine((value) => value.length <= maxPathLength)
	.transform((value) => value || undefined)
	.optional()
	.catch(undefined);
/** As typed, line feeds and blanks included. */
const template = z
	.string()
	.transform(
		(value) =>
			value
				.slice(0, maxText)
				.replace(/\p{Cs}$/u, "")
				.replace(/\r\n?/g, "\n") || undefined,
	)
	.optional()
	.catch(undefined);
/** Where a key's text goes, besides the key. */
const textFileFields = { file: filePath, fileText: template };
const flag = (fallback: boolean) =>
	z
		.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })])
		.optional()
		.transform((value) => value ?? fallback)
		.catch(fallback);
const finiteNumber = z.union([
	z.number(),
	z
		.string()
		.trim()
		.regex(/^[+-]?\d+(\.\d+)?$/)
		.transform(Number),
]);
const choice = <T extends string>(values: readonly T[], fallback: NoInfer<T>) =>
	z
		.unknown()
		.optional()
		.transform((value): T => values.find((known) => known === value) ?? fallback);

/** What can't be read of a list of names costs nothing but itself. */
const namesField = z
	.array(z.unknown())
	.transform((names) => names.filter((name): name is string => typeof name === "string"))
	.transform((names): readonly string[] =>
		names.filter((name) => name !== "" && name.length <= maxName).slice(0, maxNames),
	);
const thankMark = z
	.object({
		at: finiteNumber,
		id: z.string().max(maxName).optional().catch(undefined),
		owed: namesField.optional().catch(undefined),
	})
	.optional()
	.catch(undefined);

const globalSettingsShape = z.looseObject({
	baseUrl: cleaned(addressFrom),
	apiKey: cleaned(credentialFrom),
	sceneSocketUrl: cleaned(addressFrom),
	sessionStartedAt: z
		.string()
		.refine((value) => Number.isFinite(Date.parse(value)))
		.optional()
		.catch(undefined),
	hideNumbers: flag(false),
	/** Events that this plugin posted lately, the newest first, and to which service. */
	testEvents: z.object({ host: z.string(), names: namesField }).optional().catch(undefined),
	/** Up to where people were thanked. */
	thanked: z
		.object({ follow: thankMark, subscription: thankMark, donation: thankMark, hosting: thankMark })
		.refine((marks) => Object.values(marks).some((mark) => mark !== undefined))
		.optional()
		.catch(undefined),
	/** Goals that were reached, by a digest of what they are of and when, the newest first. */
	reachedGoals: z
		.array(z.tuple([z.string().max(16), z.number()]))
		.min(1)
		.max(20)
		.optional()
		.catch(undefined),
	/** Marks of the text files that the plugin made on this computer, the newest first, without anything between. */
	textFiles: z
		.string()
		.regex(/^([\w-]{8})*$/)
		.max(400)
		.optional()
		.catch(undefined),
});

/** The account, shared by all keys. The plugin is its only writer. */
export type GlobalSettings = z.infer<typeof globalSettingsShape>;

/** One remote action of one scene item, and the names they had when they were chosen. */
const remoteChoiceFields = {
	sceneToken: optionalText,
	itemId: finiteNumber.pipe(z.number().int()).optional().catch(undefined),
	actionCode: optionalText,
	sceneName: optionalText,
	itemName: optionalText,
	actionName: optionalText,
};

const remoteActionSettingsShape = z.looseObject({
	...remoteChoiceFields,
	holdActionCode: optionalText,
	holdActionName: optionalText,
	/** Milliseconds in which a second press is taken for a bounce. */
	guardMs: finiteNumber.pipe(z.number().min(0).max(10_000)).optional().catch(undefined).default(250),
});

export type RemoteActionSettings = z.infer<typeof remoteActionSettingsShape>;

export const numberFormats = ["auto", "full", "compact"] as const;

const positiveNumber = finiteNumber
	.pipe(z.number().positive().max(Number.MAX_SAFE_INTEGER))
	.optional()
	.catch(undefined);

const counterSettingsShape = z.looseObject({
	metric: choice(counterMetrics, "followers"),
	scope: choice(counterScopes, "lifetime"),
	provider: optionalText,
	newOnly: flag(false),
	uniqueOnly: flag(false),
	goal: positiveNumber,
	/** The goals after the first, at this distance. */
	goalStep: positiveNumber,
	/** Sent when a goal is reached. */
	goalAction: z
		.looseObject(remoteChoiceFields)
		.transform((choice) => (Object.values(choice).some((field) => field !== undefined) ? choice : undefined))
		.optional()
		.catch(undefined),
	format: choice(numberFormats, "auto"),
	label: optionalText,
	/** `#rrggbb` */
	color: z
		.string()
		.trim()
		.regex(/^#[0-9a-f]{6}$/i)
		.optional()
		.catch(undefined),
	flash: flag(true),
	onPress: choice(["refresh", "next", "none"], "refresh"),
	onHold: choice(["resetSession", "none"], "none"),
	...textFileFields,
});

export type CounterSettings = z.infer<typeof counterSettingsShape>;

const latestEventSettingsShape = z.looseObject({
	types: z
		.array(z.unknown())
		.transform((values) => streamEventTypes.filter((type) => values.includes(type)))
		.transform((types) => (types.length === 0 ? [...streamEventTypes] : types))
		.optional()
		.transform((types) => types ?? [...streamEventTypes])
		.catch([...streamEventTypes]),
	onPress: choice(["next", "clear"], "next"),
	...textFileFields,
});

export type LatestEventSettings = z.infer<typeof latestEventSettingsShape>;

const topSupporterSettingsShape = z.looseObject({
	by: choice(supporterMeasures, "donation"),
	scope: choice(counterScopes, "month"),
	/** A code in capitals. */
	currency: z
		.string()
		.trim()
		.toUpperCase()
		.regex(/^[A-Z]{3,10}$/)
		.optional()
		.catch(undefined),
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
	/** A press is not enough: the key has to be held. */
	needsHold: flag(false),
});

/** Parameters are text, as typed; they are checked when the event is put together. */
export type SendEventSettings = z.infer<typeof sendEventSettingsShape>;

const chartSettingsShape = z.looseObject({
	series: choice(chartSeries, "followers"),
	range: choice(chartRanges, "week"),
});

export type ChartSettings = z.infer<typeof chartSettingsShape>;

function parserOf<T extends z.ZodType>(shape: T): (settings: unknown) => z.infer<T> {
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
