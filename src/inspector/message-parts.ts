import { z } from "zod/mini";

import type { FileStatus } from "../state/file-status";
import { linkTroubles } from "../state/link-status";
import { weekStarts } from "../state/time/periods";

/* What the messages between a property inspector and the plugin contain. */

/** Why a list is not available. The page displays it in the user's language. */
const sourceErrors = ["not-set-up", ...linkTroubles, "timeout", "bad-address", "failed"] as const;
export type SourceError = (typeof sourceErrors)[number];
export const error = z.optional(z.catch(z.enum(sourceErrors), "failed"));

export const optionSchema = z.object({
	label: z.string(),
	value: z.string(),
	disabled: z.optional(z.boolean()),
});
export type Option = z.infer<typeof optionSchema>;

/** A scene item; its `value` is its id. Disabled if it accepts no remote action. */
export const itemOptionSchema = z.extend(optionSchema, {
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
export const sceneOptionSchema = z.extend(optionSchema, { name: z.string() });
export type SceneOption = z.infer<typeof sceneOptionSchema>;

const linkSchema = z.object({
	phase: z.enum(["not-set-up", "idle", "connecting", "live", "down", "failed"]),
	trouble: z.optional(z.enum(linkTroubles)),
	/** Epoch milliseconds on the computer's clock. */
	retryAtMs: z.optional(z.number()),
});
export type LinkView = z.infer<typeof linkSchema>;

export const accountSchema = z.object({
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
	...linkTroubles,
	"token-refused",
	"timeout",
	"bad-address",
	"too-long",
	"failed",
] as const;
export type AccountOutcome = (typeof accountOutcomes)[number];

export const accountFields = ["baseUrl", "apiKey", "accessToken", "sceneSocketUrl"] as const;
export type AccountField = (typeof accountFields)[number];

/** A dial's part of the touch strip, by the items of its layout. Pictures are SVG or data URIs. */
export const stripSchema = z.record(
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

/** Status of a key's text file. The page displays it in the user's language. */
export type FileStatusView = FileStatus;

export const backgroundKeySchema = z.object({
	id: z.string(),
	label: z.string(),
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
