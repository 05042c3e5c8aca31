import { z } from "zod/mini";

import { weekStarts } from "../state/periods";

/*
 * Messages between a property inspector and the plugin. A page sends `{event, …}` and always gets one response with the
 * same `event`. The plugin may send the message again when the response has changed.
 */

/**
 * Ids that go with every request and are repeated in its response, so that a page can distinguish its own responses
 * from those to an earlier visit. Updates carry only `page`. Both may be missing.
 */
export const EnvelopeSchema = z.object({
	/** Id of one visit of one page. */
	page: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined),
	/** Id of one request of that page. */
	ask: z.catch(z.optional(z.number()), undefined),
});
export type Envelope = z.infer<typeof EnvelopeSchema>;

const maxTextLength = 4_000;
const text = z.string().check(z.maxLength(maxTextLength));
const optionalText = z.optional(text);
const isRefresh = z.catch(z.optional(z.boolean()), undefined);

/** Requests of a page. */
export const InspectorRequestSchema = z.discriminatedUnion("event", [
	/** Checks whether the plugin runs. Answered immediately, independent of other work. */
	z.object({ event: z.literal("ping") }),
	z.object({ event: z.literal("getAccount") }),
	/** Changes the account. Absent fields are unchanged; empty fields are removed. Credentials are never sent back. */
	z.object({
		event: z.literal("setAccount"),
		baseUrl: optionalText,
		apiKey: optionalText,
		/** Exchanged for the API key and then discarded. */
		accessToken: optionalText,
		sceneSocketUrl: optionalText,
		/** The user confirmed that the stored key may be sent to this origin. */
		confirmedOrigin: optionalText,
		hideNumbers: z.optional(z.boolean()),
		allowLinks: z.optional(z.boolean()),
		weekStartsOn: z.optional(z.enum(weekStarts)),
		dayStartHour: z.optional(z.int().check(z.minimum(0), z.maximum(12))),
		/** Null: sessions begin by hand only. */
		newSessionAfterIdleHours: z.optional(z.nullable(z.number().check(z.minimum(1), z.maximum(72)))),
		ignoredNames: optionalText,
		removeKey: z.optional(z.boolean()),
		/** Undoes the last removal. */
		restoreKey: z.optional(z.boolean()),
	}),
	z.object({ event: z.literal("reconnect") }),
	/** Requests the support report as text. It is also written to the log. */
	z.object({ event: z.literal("getDiagnostics") }),
	/** Requests whether there is a starter layout for this key's device, in an app that can add it. */
	z.object({ event: z.literal("getStarter") }),
	/** Makes the app offer the layout. */
	z.object({ event: z.literal("addStarter") }),
	/** Requests the scene names only, so that a long list appears immediately. */
	z.object({ event: z.literal("getScenes"), isRefresh }),
	/** Requests the items of one scene. */
	z.object({ event: z.literal("getSceneItems"), scene: text, isRefresh }),
	/** Requests the picture of a scene, the background of its map. */
	z.object({ event: z.literal("getSceneThumbnail"), scene: text }),
	z.object({ event: z.literal("getProviders"), isRefresh }),
	/** Requests the state of the key's text file; sent again on every change. */
	z.object({ event: z.literal("getFile") }),
	/** Confirms that the file in the key's settings may be overwritten, regardless of its content. */
	z.object({ event: z.literal("confirmFile") }),
	/** Suggests a file for a key with these settings. Does not create it. */
	z.object({ event: z.literal("suggestFile"), settings: z.record(z.string(), z.unknown()) }),
	/** The user confirmed a suggested file: its folder is created. */
	z.object({ event: z.literal("acceptFile"), path: text }),
	/** Requests the hidden keys whose goal or file continues; sent again on every change. */
	z.object({ event: z.literal("getBackgroundKeys") }),
	/** Ends the goal and the file of a hidden key. */
	z.object({ event: z.literal("stopBackgroundKey"), id: text }),
	/** Sends a remote action once, as the goal would. */
	z.object({ event: z.literal("tryAction"), scene: text, item: z.number(), action: text }),
	/**
	 * Requests the appearance of the key with these settings; sent again on every change, until the next such request.
	 */
	z.object({
		event: z.literal("getPreview"),
		settings: z.record(z.string(), z.unknown()),
		controller: z.catch(z.enum(["Keypad", "Encoder"]), "Keypad"),
	}),
]);

export type InspectorRequest = z.infer<typeof InspectorRequestSchema>;
export type AccountChange = Extract<InspectorRequest, { readonly event: "setAccount" }>;

/** Why a list is not available. The page displays it in the user's language. */
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

/** A scene item; its `value` is its id. Disabled if it accepts no remote action. */
const itemOptionSchema = z.extend(optionSchema, {
	/** Name from the service; `label` also distinguishes equal names. */
	name: z.string(),
	type: z.string(),
	/** The `value` of each is its code. */
	actions: z.array(z.extend(optionSchema, { description: z.optional(z.string()) })),
	/** Position in the scene, in the service's undocumented unit. */
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
	ignoredNames: z.optional(z.string()),
	/** When periods and sessions begin, and what that means at the moment. Times are epoch milliseconds. */
	calendar: z.optional(
		z.object({
			weekStartsOn: z.enum(weekStarts),
			dayStartHour: z.number(),
			newSessionAfterIdleHours: z.optional(z.number()),
			todayStartMs: z.number(),
			weekStartMs: z.number(),
			sessionStartMs: z.optional(z.number()),
			/** How many keys count the session. */
			sessionKeyCount: z.number(),
		}),
	),
	hasKey: z.boolean(),
	/** Whether the removal of a key can be undone. */
	canRestoreKey: z.boolean(),
	/** The last four characters; absent if they would reveal too much of a short key. */
	keyEnding: z.optional(z.string()),
	username: z.optional(z.string()),
	/** A data URI. */
	avatar: z.optional(z.string()),
	link: linkSchema,
	sceneLink: linkSchema,
});
/** The account data that a page may display. */
export type AccountView = z.infer<typeof accountSchema>;

/** Result of a change of the account. */
export const accountOutcomes = [
	/** The service accepted the key. */
	"connected",
	/** The service responds, but there is no key yet. */
	"reachable",
	"no-address",
	/** The stored key would be sent to another origin, which has identified itself: the user has to confirm it. */
	"different-address",
	"removed",
	"restored",
	/** Stored without a check by the service, or merged into a later change that is being checked. */
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

/** A dial's part of the touch strip, by the items of its layout. Pictures are SVG or data URIs. */
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

/** State of a key's text file. The page displays it in the user's language. */
export const fileStatuses = [
	"none",
	"bad-path",
	/** Another key writes it. */
	"taken",
	/** A hidden key writes it. The key may have been deleted. */
	"taken-unseen",
	/** There is no value to write yet. */
	"waiting",
	"written",
	/** The file exists and was not created by the plugin. */
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
	/** The key's label. */
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

/** Result of a tested action. */
export const tryOutcomes = ["sent", "missing", "offline", "failed"] as const;
export type TryOutcome = (typeof tryOutcomes)[number];

/** Messages of the plugin. */
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
		/** Id of one run of the plugin. Another run has no state of earlier requests. */
		run: z.string(),
	}),
	z.object({ event: z.literal("getAccount"), account: accountSchema }),
	z.object({
		event: z.literal("setAccount"),
		outcome: z.catch(z.enum(accountOutcomes), "failed"),
		/** The field that caused the failure. */
		field: z.optional(z.enum(accountFields)),
		username: z.optional(z.string()),
		/** The origin to confirm. */
		origin: z.optional(z.string()),
		/** The input is not used; the previous account stays in use. */
		isAccountKept: z.optional(z.boolean()),
	}),
	z.object({ event: z.literal("getBackgroundKeys"), keys: z.array(backgroundKeySchema) }),
	z.object({ event: z.literal("stopBackgroundKey") }),
	z.object({ event: z.literal("tryAction"), outcome: z.catch(z.enum(tryOutcomes), "failed") }),
	z.object({ event: z.literal("reconnect") }),
	z.object({ event: z.literal("getDiagnostics"), text: z.string() }),
	z.object({ event: z.literal("getStarter"), isOffered: z.boolean() }),
	/** `isAdded` is false if the key's device was disconnected. */
	z.object({ event: z.literal("addStarter"), isAdded: z.boolean() }),
	z.object({
		event: z.literal("getScenes"),
		items: z.array(sceneOptionSchema),
		/** The scene that was chosen last for any key: the default of a new key. */
		lastScene: z.optional(z.string()),
		error,
	}),
	z.object({
		event: z.literal("getSceneItems"),
		/** The requested token. */
		scene: z.string(),
		items: z.array(itemOptionSchema),
		error,
	}),
	z.object({
		event: z.literal("getSceneThumbnail"),
		/** The requested token. */
		scene: z.string(),
		/** A data URI; absent if the scene has no usable picture. */
		image: z.optional(z.string()),
	}),
	z.object({ event: z.literal("getProviders"), items: z.array(optionSchema), error }),
	z.object({
		event: z.literal("getPreview"),
		/** A data URI; absent if there is nothing to show. */
		image: z.optional(z.string()),
		/** Text alternative of the picture. */
		title: z.optional(z.string()),
		/** `#rrggbb`: the key's colour, by default or by its settings. */
		color: z.optional(z.string()),
		/** Replaces the image for a dial. */
		strip: z.optional(stripSchema),
	}),
]);

export type InspectorReply = z.infer<typeof InspectorReplySchema>;
export type ReplyTo<E extends InspectorReply["event"]> = Extract<InspectorReply, { readonly event: E }>;
