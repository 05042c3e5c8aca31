import { z } from "zod/mini";

/*
 * What a property inspector and the plugin say to each other. A page asks `{event, …}` and gets one answer with the
 * same `event`, whatever happens; the plugin may say it again, unasked, when the answer has changed.
 */

/**
 * Goes with every request and comes back with its answer, so that a page can tell its own answers from those to an
 * earlier visit. `page` alone goes with what the plugin says unasked. Both may be missing.
 */
export const EnvelopeSchema = z.object({
	/** One visit of one page. */
	page: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined),
	/** One request of that page. */
	ask: z.catch(z.optional(z.number()), undefined),
});
export type Envelope = z.infer<typeof EnvelopeSchema>;

const maxTextLength = 4_000;
const text = z.string().check(z.maxLength(maxTextLength));
const optionalText = z.optional(text);
const isRefresh = z.catch(z.optional(z.boolean()), undefined);

/** What a page may ask. */
export const InspectorRequestSchema = z.discriminatedUnion("event", [
	/** Is anybody there? Answered at once, whatever else is going on. */
	z.object({ event: z.literal("ping") }),
	z.object({ event: z.literal("getAccount") }),
	/** Fields that are absent stay as they are; an empty one is taken away. The credentials never come back. */
	z.object({
		event: z.literal("setAccount"),
		baseUrl: optionalText,
		apiKey: optionalText,
		/** Exchanged for the API key, and forgotten. */
		accessToken: optionalText,
		sceneSocketUrl: optionalText,
		/** The user confirmed that the stored key may be sent to this origin. */
		confirmedOrigin: optionalText,
		hideNumbers: z.optional(z.boolean()),
		allowLinks: z.optional(z.boolean()),
		removeKey: z.optional(z.boolean()),
		/** Takes the last removal back. */
		restoreKey: z.optional(z.boolean()),
	}),
	z.object({ event: z.literal("reconnect") }),
	/** What somebody who helps has to know, as text. It is written to the log as well. */
	z.object({ event: z.literal("getDiagnostics") }),
	/** Whether there is a layout to start from for this key's device, in an app that can add it. */
	z.object({ event: z.literal("getStarter") }),
	/** Has the app offer it. */
	z.object({ event: z.literal("addStarter") }),
	/** The names alone, so that a long list is there at once. */
	z.object({ event: z.literal("getScenes"), isRefresh }),
	/** What is in one scene. */
	z.object({ event: z.literal("getSceneItems"), scene: text, isRefresh }),
	/** The picture of a scene that its map is drawn over. */
	z.object({ event: z.literal("getSceneThumbnail"), scene: text }),
	z.object({ event: z.literal("getProviders"), isRefresh }),
	/** How the key's text file is doing; told again whenever that changes. */
	z.object({ event: z.literal("getFile") }),
	/** The file that the key's settings name is meant, whatever is in it. */
	z.object({ event: z.literal("confirmFile") }),
	/** Suggests a file for a key with these settings. Nothing is created. */
	z.object({ event: z.literal("suggestFile"), settings: z.record(z.string(), z.unknown()) }),
	/** The user confirmed a suggested file: its folder is created. */
	z.object({ event: z.literal("acceptFile"), path: text }),
	/** Hidden keys whose goal or file continues; sent again whenever that changes. */
	z.object({ event: z.literal("getBackgroundKeys") }),
	/** Ends the goal and the file of a hidden key. */
	z.object({ event: z.literal("stopBackgroundKey"), id: text }),
	/** Sends a remote action once, as the goal would. */
	z.object({ event: z.literal("tryAction"), scene: text, item: z.number(), action: text }),
	/** The key as it would look with these settings; told again whenever that changes, until the page asks anew. */
	z.object({
		event: z.literal("getPreview"),
		settings: z.record(z.string(), z.unknown()),
		controller: z.catch(z.enum(["Keypad", "Encoder"]), "Keypad"),
	}),
]);

export type InspectorRequest = z.infer<typeof InspectorRequestSchema>;
export type AccountChange = Extract<InspectorRequest, { readonly event: "setAccount" }>;

/** Why a list could not be had. The page says it in the user's language. */
export const sourceErrors = [
	"not-set-up",
	"refused",
	"unreachable",
	"timeout",
	"not-this-service",
	"insecure",
	"certificate",
	"bad-address",
	"service-error",
	"failed",
] as const;
export type SourceError = (typeof sourceErrors)[number];
const error = z.optional(z.catch(z.enum(sourceErrors), "failed"));

const optionSchema = z.object({
	label: z.string(),
	value: z.string(),
	disabled: z.optional(z.boolean()),
});
export type Option = z.infer<typeof optionSchema>;

/** A scene item; its `value` is its id. Disabled when it accepts no remote action. */
const itemOptionSchema = z.extend(optionSchema, {
	/** As the service names it; `label` also tells namesakes apart. */
	name: z.string(),
	type: z.string(),
	/** Each one's `value` is its code. */
	actions: z.array(z.extend(optionSchema, { description: z.optional(z.string()) })),
	/** Where it is in its scene, in the service's unit, which is not documented. */
	place: z.optional(z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })),
});
export type ItemOption = z.infer<typeof itemOptionSchema>;
export type ActionOption = ItemOption["actions"][number];

/** A scene; its `value` is its token. */
const sceneOptionSchema = z.extend(optionSchema, { name: z.string() });
export type SceneOption = z.infer<typeof sceneOptionSchema>;

const linkSchema = z.object({
	phase: z.enum(["not-set-up", "idle", "connecting", "live", "down", "failed"]),
	trouble: z.optional(
		z.enum(["refused", "unreachable", "not-this-service", "insecure", "certificate", "service-error"]),
	),
	/** Epoch milliseconds on the computer's clock. */
	retryAtMs: z.optional(z.number()),
});
export type LinkView = z.infer<typeof linkSchema>;

const accountSchema = z.object({
	baseUrl: z.optional(z.string()),
	sceneSocketUrl: z.optional(z.string()),
	hideNumbers: z.boolean(),
	allowLinks: z.optional(z.boolean()),
	hasKey: z.boolean(),
	/** A key that was removed can still be brought back. */
	canRestoreKey: z.boolean(),
	/** The last four characters; absent when that would tell too much of a short key. */
	keyEnding: z.optional(z.string()),
	username: z.optional(z.string()),
	/** A data URI. */
	avatar: z.optional(z.string()),
	link: linkSchema,
	sceneLink: linkSchema,
});
/** The account as a page may know it. */
export type AccountView = z.infer<typeof accountSchema>;

/** What became of a change of the account. */
export const accountOutcomes = [
	/** The service knows the key. */
	"connected",
	/** The service answers, but there is no key yet. */
	"reachable",
	"no-address",
	/** The stored key would be sent to another origin, which has identified itself: the user has to confirm it. */
	"different-address",
	"removed",
	"restored",
	/** Nothing that the service would have to be asked about. */
	"saved",
	"refused",
	"token-refused",
	"unreachable",
	"timeout",
	"not-this-service",
	"insecure",
	"certificate",
	"bad-address",
	"service-error",
	"too-long",
	"failed",
] as const;
export type AccountOutcome = (typeof accountOutcomes)[number];

export const accountFields = ["baseUrl", "apiKey", "accessToken", "sceneSocketUrl"] as const;
export type AccountField = (typeof accountFields)[number];

/** A dial's part of the strip, item by item of its layout. Pictures are SVG or data URIs. */
const stripSchema = z.record(
	z.string(),
	z.union([
		z.string(),
		z.object({
			value: z.union([z.string(), z.number()]),
			enabled: z.optional(z.boolean()),
			bar_fill_c: z.optional(z.string()),
		}),
	]),
);
export type StripView = z.infer<typeof stripSchema>;

/** How a key's text file is doing. The page says it in the user's language. */
export const fileStatuses = [
	"none",
	"bad-path",
	/** Another key writes it. */
	"taken",
	/** A key writes it that is out of sight, and perhaps deleted. */
	"taken-unseen",
	/** Nothing to write is known yet. */
	"waiting",
	"written",
	/** There is a file that the plugin did not make. */
	"not-ours",
	/** On another computer, and not confirmed yet. */
	"remote",
	"no-folder",
	"not-allowed",
	"disk-full",
	"not-a-file",
	"name-too-long",
	"in-use",
	"failed",
] as const;
export type FileStatusView = (typeof fileStatuses)[number];

const backgroundKeySchema = z.object({
	id: z.string(),
	/** What the key displays, as its label says. */
	label: z.string(),
	/** Path of its file. */
	file: z.optional(z.string()),
	goal: z.optional(z.number()),
	/** What is sent when the goal is reached. */
	goalAction: z.optional(z.string()),
	/** When the key was last displayed, epoch milliseconds. */
	hiddenSinceMs: z.number(),
});
export type BackgroundKeyView = z.infer<typeof backgroundKeySchema>;

/** Result of an action that was tried. */
export const tryOutcomes = ["sent", "missing", "offline", "failed"] as const;
export type TryOutcome = (typeof tryOutcomes)[number];

/** What the plugin says. */
export const InspectorReplySchema = z.discriminatedUnion("event", [
	z.object({ event: z.literal("getFile"), status: z.catch(z.enum(fileStatuses), "failed") }),
	z.object({ event: z.literal("confirmFile"), status: z.catch(z.enum(fileStatuses), "failed") }),
	z.object({ event: z.literal("suggestFile"), path: z.string() }),
	z.object({
		event: z.literal("acceptFile"),
		/** Why the folder could not be created. */
		trouble: z.optional(z.catch(z.enum(fileStatuses), "failed")),
	}),
	z.object({
		event: z.literal("ping"),
		/** One run of the plugin: another one knows nothing of what was asked before. */
		run: z.string(),
	}),
	z.object({ event: z.literal("getAccount"), account: accountSchema }),
	z.object({
		event: z.literal("setAccount"),
		outcome: z.catch(z.enum(accountOutcomes), "failed"),
		/** Where the fault lies. */
		field: z.optional(z.enum(accountFields)),
		username: z.optional(z.string()),
		/** The origin to confirm. */
		origin: z.optional(z.string()),
		/** What was entered is not used; the account from before is. */
		isAccountKept: z.optional(z.boolean()),
	}),
	z.object({ event: z.literal("getBackgroundKeys"), keys: z.array(backgroundKeySchema) }),
	z.object({ event: z.literal("stopBackgroundKey") }),
	z.object({ event: z.literal("tryAction"), outcome: z.catch(z.enum(tryOutcomes), "failed") }),
	z.object({ event: z.literal("reconnect") }),
	z.object({ event: z.literal("getDiagnostics"), text: z.string() }),
	z.object({ event: z.literal("getStarter"), isOffered: z.boolean() }),
	/** `isAdded` is false when the key's device has gone. */
	z.object({ event: z.literal("addStarter"), isAdded: z.boolean() }),
	z.object({
		event: z.literal("getScenes"),
		items: z.array(sceneOptionSchema),
		/** The scene that was chosen last for any key: a new key begins with it. */
		lastScene: z.optional(z.string()),
		error,
	}),
	z.object({
		event: z.literal("getSceneItems"),
		/** Its token, as asked. */
		scene: z.string(),
		items: z.array(itemOptionSchema),
		error,
	}),
	z.object({
		event: z.literal("getSceneThumbnail"),
		/** Its token, as requested. */
		scene: z.string(),
		/** A data URI; absent when the scene has none that can be shown. */
		image: z.optional(z.string()),
	}),
	z.object({ event: z.literal("getProviders"), items: z.array(optionSchema), error }),
	z.object({
		event: z.literal("getPreview"),
		/** A data URI; absent when there is nothing to show. */
		image: z.optional(z.string()),
		/** What the picture says. */
		title: z.optional(z.string()),
		/** `#rrggbb`: the colour the key has by itself or by its settings. */
		color: z.optional(z.string()),
		/** Instead of the image, where the key is a dial. */
		strip: z.optional(stripSchema),
	}),
]);

export type InspectorReply = z.infer<typeof InspectorReplySchema>;
export type ReplyTo<E extends InspectorReply["event"]> = Extract<InspectorReply, { readonly event: E }>;
