import { z } from "zod";

import { applyShapes, shapeChoiceSchema, shapePresets, shapesSchema } from "./shapes/shapes";
import { withChanges } from "./with-changes";

const port = z.number().int().min(0).max(65_535);

const settingsSchema = z.strictObject({
	shapes: shapesSchema,
	/** `4` also supports the older protocol; `4-only` and `2-only` support only their own. */
	generation: z.enum(["4", "4-only", "2-only"]),
	/** Whether scene commands go to the event channel's address or to one of their own. */
	sceneAddress: z.enum(["shared", "separate"]),
	/** Maximum number of events in one list response; existing clients request up to 100,000. */
	limitCap: z.union([z.number().int().min(1), z.literal("none")]),
	/** Whether a request for more than the cap gets the maximum, or 400. */
	aboveCap: z.enum(["capped", "refused"]),
	/** Whether the list honours `start` and `end`, ignores them, or answers them with 400. */
	listBounds: z.enum(["honoured", "ignored", "refused"]),
	/** Whether events that clients post arrive on `new-event`. */
	echoPosted: z.enum(["on", "off"]),
	/** Which transports the socket servers offer. */
	transports: z.enum(["both", "websocket"]),
	/** Number of socket server replicas that accept connections in turn, without sharing sessions. */
	nodes: z.union([z.literal(1), z.literal(2)]),
	/** How a wrong key is refused: HTTP 403, or after the handshake by a middleware. */
	handshakeRefusal: z.enum(["http", "middleware"]),
	pingIntervalMs: z.number().int().min(1),
	pingTimeoutMs: z.number().int().min(1),
});

/** Settings that can change at any time. */
export const settingsChangeSchema = settingsSchema.extend({ shapes: shapeChoiceSchema }).partial();

export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** Settings that can be set at the start only, in addition to the others. */
export const startOptionsSchema = settingsChangeSchema
	.extend({
		/** The REST port; 0 lets the system choose. */
		port,
		/** Whether the event channel lives on the REST port or on its own. */
		socketAddress: z.enum(["same", "own"]),
		/** The event channel's own port. */
		socketPort: port,
		/** The scene channel's own port. */
		scenePort: port,
		/** A year of events, or none and totals of zero. */
		seed: z.enum(["streamer", "empty"]),
		apiKey: z.string().min(1),
		/** IANA name; the service sends local times and counts local days. */
		timeZone: z.string().min(1),
	})
	.partial();

export type StartOptions = z.infer<typeof startOptionsSchema> & {
	/** Returns the current epoch milliseconds. */
	readonly clock?: () => number;
};

export type Settings = Readonly<z.infer<typeof settingsSchema>>;

export const defaultSettings: Settings = {
	shapes: shapePresets.documented,
	generation: "4",
	sceneAddress: "shared",
	limitCap: 100,
	aboveCap: "capped",
	listBounds: "honoured",
	echoPosted: "on",
	transports: "both",
	nodes: 1,
	handshakeRefusal: "http",
	pingIntervalMs: 25_000,
	pingTimeoutMs: 20_000,
};

/** Returns the settings with the changes. Absent and undefined members are not changed. */
export function applySettings(settings: Settings, { shapes, ...change }: SettingsChange): Settings {
	const changed = withChanges(settings, change);
	return shapes ? { ...changed, shapes: applyShapes(settings.shapes, shapes) } : changed;
}
