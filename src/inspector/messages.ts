import { z } from "zod/mini";

import { fileStatuses } from "../state/file-status";
import { weekStarts } from "../state/time/periods";
import {
	error,
	optionSchema,
	itemOptionSchema,
	sceneOptionSchema,
	accountSchema,
	accountOutcomes,
	accountFields,
	stripSchema,
	backgroundKeySchema,
	tryOutcomes,
} from "./message-parts";

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
