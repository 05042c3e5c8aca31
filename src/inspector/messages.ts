import { z } from "zod";

/*
 * What a property inspector and the plugin say to each other. A page asks `{event, …}` and gets one answer with the
 * same `event`, whatever happens; the plugin may say it again, unasked, when the answer has changed.
 */

const longestText = 4_000;
const typed = z.string().max(longestText).optional();
const isRefresh = z.boolean().optional().catch(undefined);

/** What a page may ask. */
export const InspectorRequestSchema = z.discriminatedUnion("event", [
	z.object({ event: z.literal("getAccount") }),
	/** Fields that are absent stay as they are; an empty one is taken away. The credentials never come back. */
	z.object({
		event: z.literal("setAccount"),
		baseUrl: typed,
		apiKey: typed,
		/** Exchanged for the API key, and forgotten. */
		accessToken: typed,
		sceneSocketUrl: typed,
		hideNumbers: z.boolean().optional(),
		removeKey: z.boolean().optional(),
	}),
	z.object({ event: z.literal("reconnect") }),
	z.object({ event: z.literal("getScenes"), isRefresh }),
	z.object({ event: z.literal("getProviders"), isRefresh }),
	/** The key as it would look with these settings; told again whenever that changes, until the page asks anew. */
	z.object({ event: z.literal("getPreview"), settings: z.record(z.string(), z.unknown()) }),
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
const error = z.enum(sourceErrors).catch("failed").optional();

const optionSchema = z.object({
	label: z.string(),
	value: z.string(),
	disabled: z.boolean().optional(),
});
export type Option = z.infer<typeof optionSchema>;

/** A scene item; its `value` is its id. Disabled when it accepts no remote action. */
const itemOptionSchema = optionSchema.extend({
	/** As the service names it; `label` also tells namesakes apart. */
	name: z.string(),
	type: z.string(),
	/** Each one's `value` is its code. */
	actions: z.array(optionSchema.extend({ description: z.string().optional() })),
});
export type ItemOption = z.infer<typeof itemOptionSchema>;
export type ActionOption = ItemOption["actions"][number];

/** A scene; its `value` is its token. */
const sceneGroupSchema = optionSchema.extend({
	name: z.string(),
	children: z.array(itemOptionSchema),
	/** The items of this one scene could not be had. */
	error,
});
export type SceneGroup = z.infer<typeof sceneGroupSchema>;

const linkSchema = z.object({
	phase: z.enum(["not-set-up", "idle", "connecting", "live", "down", "failed"]),
	trouble: z
		.enum(["refused", "unreachable", "not-this-service", "insecure", "certificate", "service-error"])
		.optional(),
	/** Epoch milliseconds. */
	retryAtMs: z.number().optional(),
});
export type LinkView = z.infer<typeof linkSchema>;

const accountSchema = z.object({
	baseUrl: z.string().optional(),
	sceneSocketUrl: z.string().optional(),
	hideNumbers: z.boolean(),
	hasKey: z.boolean(),
	/** The last four characters; absent when that would tell too much of a short key. */
	keyEnding: z.string().optional(),
	username: z.string().optional(),
	/** A data URI. */
	avatar: z.string().optional(),
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
	"removed",
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

/** What the plugin says. */
export const InspectorReplySchema = z.discriminatedUnion("event", [
	z.object({ event: z.literal("getAccount"), account: accountSchema }),
	z.object({
		event: z.literal("setAccount"),
		outcome: z.enum(accountOutcomes).catch("failed"),
		/** Where the fault lies. */
		field: z.enum(accountFields).optional(),
		username: z.string().optional(),
	}),
	z.object({ event: z.literal("reconnect") }),
	z.object({ event: z.literal("getScenes"), items: z.array(sceneGroupSchema), error }),
	z.object({ event: z.literal("getProviders"), items: z.array(optionSchema), error }),
	z.object({
		event: z.literal("getPreview"),
		/** A data URI; absent when there is nothing to show. */
		image: z.string().optional(),
		/** What the picture says. */
		title: z.string().optional(),
		/** `#rrggbb`: the colour the key has by itself or by its settings. */
		color: z.string().optional(),
	}),
]);

export type InspectorReply = z.infer<typeof InspectorReplySchema>;
export type ReplyTo<E extends InspectorReply["event"]> = Extract<InspectorReply, { readonly event: E }>;
