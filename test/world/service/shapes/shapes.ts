import { z } from "zod";

import { withChanges } from "../with-changes";

/*
 * One switch per place where the documentation is silent or where existing clients found something different from it.
 */

export const shapesSchema = z.strictObject({
	/** Location of the events in a response of the list. */
	list: z.enum(["events", "datas.items", "datas.events"]),
	/** Wrapper of the responses of the two scene endpoints. */
	scenes: z.enum(["bare", "data", "datas"]),
	/** Counts, amounts and sizes. */
	scalars: z.enum(["numbers", "strings"]),
	/** Event ids; `19-digits` are numbers so long that clients round several of them to the same value. */
	eventIds: z.enum(["number", "string", "19-digits", "absent"]),
	/** How an amount with decimals is written: `5.50`, or as text with a comma, `"5,50"`. */
	decimals: z.enum(["point", "comma"]),
	/** An empty object: `{}`, or `[]` as PHP prints it. */
	emptyObjects: z.enum(["object", "array"]),
	/** Value of `message` for a donation without one. */
	noMessage: z.enum(["empty", "absent"]),
	/** Location of a donation's amount and currency. */
	amounts: z.enum(["everywhere", "dotted-key-only"]),
	/** How a `new-event` frame names the room. */
	roomKey: z.enum(["appKey", "apiKey", "absent"]),
	/** Whether a `new-event` frame has the parameters of all types, not only its own. */
	socketParameters: z.enum(["own", "union"]),
	/** Whether an event contains its provider. */
	origin: z.enum(["absent", "present"]),
	/** Whether events of types beyond the four are listed, charted never. */
	otherTypes: z.enum(["hidden", "listed"]),
	timestamps: z.enum(["+hhmm", "+hh:mm", "Z", "epoch-seconds", "local"]),
	/** Location of an event's amount as formatted text. */
	formattedAmount: z.enum(["socket-only", "everywhere"]),
	/** Whether a hosting contains the host as `username` too. */
	hostingUsername: z.enum(["absent", "present"]),
	/** Whether a donation contains its fees, campaign and payment. */
	fees: z.enum(["absent", "present"]),
	/** Whether an event contains the permission to display it. */
	display: z.enum(["absent", "present"]),
	/** How the discovery endpoint spells the socket's address. */
	discovery: z.enum(["documented", "trailing-slash", "no-scheme", "number-port", "ws-scheme"]),
	/** `field` adds an id, a media object, a payment date, and tokens in the providers. */
	user: z.enum(["documented", "field"]),
	/** Whether lifetime totals have members beyond those documented. */
	totals: z.enum(["documented", "with-cheers"]),
});

export type Shapes = z.infer<typeof shapesSchema>;

/** The interface as documented, and as found by clients. */
export const shapePresets = {
	documented: {
		list: "events",
		scenes: "bare",
		scalars: "numbers",
		eventIds: "number",
		decimals: "point",
		emptyObjects: "object",
		noMessage: "empty",
		amounts: "everywhere",
		roomKey: "appKey",
		socketParameters: "own",
		origin: "absent",
		otherTypes: "hidden",
		timestamps: "+hhmm",
		formattedAmount: "socket-only",
		hostingUsername: "absent",
		fees: "absent",
		display: "absent",
		discovery: "documented",
		user: "documented",
		totals: "documented",
	},
	field: {
		list: "datas.items",
		scenes: "data",
		scalars: "strings",
		eventIds: "string",
		decimals: "point",
		emptyObjects: "array",
		noMessage: "absent",
		amounts: "everywhere",
		roomKey: "absent",
		socketParameters: "union",
		origin: "present",
		otherTypes: "listed",
		timestamps: "+hh:mm",
		formattedAmount: "everywhere",
		hostingUsername: "present",
		fees: "present",
		display: "present",
		discovery: "documented",
		user: "field",
		totals: "with-cheers",
	},
} as const satisfies Record<string, Shapes>;

/** A preset's name, or single switches to change. */
export const shapeChoiceSchema = z.union([z.enum(["documented", "field"]), shapesSchema.partial()]);

export type ShapeChoice = z.infer<typeof shapeChoiceSchema>;

export function applyShapes(shapes: Shapes, choice: ShapeChoice): Shapes {
	return typeof choice === "string" ? shapePresets[choice] : withChanges(shapes, choice);
}
