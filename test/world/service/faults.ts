import { z } from "zod";

import { withChanges } from "./with-changes";

export const endpointNames = [
	"me",
	"apiKey",
	"postEvent",
	"discovery",
	"scenes",
	"scene",
	"events",
	"chart",
	"totals",
] as const;
export type EndpointName = (typeof endpointNames)[number];

/** What a push may lack that the list has: members of the event, and of its parameters. */
export const omittableFields = [
	"id",
	"ref",
	"created_at",
	"inserted_at",
	"origin",
	"parameters",
	"parameters.amount",
	"formattedAmount",
	"username",
	"hostname",
	"amount",
	"currency",
	"message",
	"resub",
	"viewers",
] as const;
export type OmittableField = (typeof omittableFields)[number];

export const restFaultSchema = z
	.strictObject({
		/** Waits before the request is handled: late and fresh. */
		latencyMs: z.number().min(0),
		/** Waits after the request was handled: late and already out of date. */
		answerDelayMs: z.number().min(0),
		status: z.number().int().min(200).max(599),
		/** Seconds or an HTTP date. */
		retryAfter: z.union([z.string(), z.number()]),
		/** What is sent instead of the answer; without a `status`, with 200. `failure` is JSON with another `message`. */
		body: z.enum(["html", "truncated", "empty-object", "failure", "oversize"]),
		/** How many bytes `oversize` sends. */
		oversizeBytes: z.number().int().positive(),
		/** What the answer has instead, merged into it: `{"datas":{"followers":null}}`. */
		patch: z.record(z.string(), z.json()),
		/** Whoever asks for the same path and query gets the same answer for so long, with the `Date` of then. */
		cacheMs: z.number().positive(),
		/** Answers 302 to the same path and query at this origin. */
		redirectTo: z.url(),
		/** `reset` destroys the connection, `hang` keeps it and answers when the fault is over. */
		connection: z.enum(["reset", "hang"]),
		/** How many requests it hits before it is over; without, it lasts until switched off. */
		times: z.number().int().positive(),
	})
	.partial();
export type RestFault = z.infer<typeof restFaultSchema>;

const activeFaultsSchema = z.strictObject({
	/** By endpoint, or for `all`; an endpoint's own wins, member by member. Null switches one off. */
	rest: z.partialRecord(z.enum([...endpointNames, "all"]), restFaultSchema.nullable()),
	/** The right key is treated as a wrong one. */
	refusedKey: z.enum(["none", "rest", "socket", "both"]),
	/** Totals stay as they are at the switch, for a time or a number of reads; without either, until switched off. */
	cachedTotals: z
		.strictObject({ forMs: z.number().min(0), reads: z.number().int().min(1) })
		.partial()
		.nullable(),
	/** The list tells how things were this long ago: of events, deletions and edits. */
	listDelayMs: z.number().min(0),
	/** Like `listDelayMs`, but each address is served by one of several copies: the first by the first, and so on. */
	listCopyDelaysMs: z.array(z.number().min(0)),
	/** The service's clock is ahead by this: `Date`, the times of new events, what it takes for now. Negative: behind. */
	clockOffsetMs: z.number(),
	/** The `Date` of answers is ahead of the service's clock by this, as behind a proxy with a clock of its own. */
	dateOffsetMs: z.number(),
	/** Whether answers have a `Date`. */
	dateHeader: z.enum(["present", "absent"]),
	/** What `new-event` frames lack. */
	pushOmits: z.array(z.enum(omittableFields)),
	/** `new-event` frames arrive this much later. */
	pushDelayMs: z.number().min(0),
	/** Sockets stay connected, but no `new-event` is ever sent. */
	silentSocket: z.enum(["off", "on"]),
	/** Connections stay open and nothing passes: all of them, or just the sockets open now. */
	blackHole: z.enum(["off", "all", "open-sockets"]),
});
export type ActiveFaults = Readonly<z.infer<typeof activeFaultsSchema>>;

export const faultsSchema = activeFaultsSchema.partial();
export type Faults = z.infer<typeof faultsSchema>;

const noFaults: ActiveFaults = {
	rest: {},
	refusedKey: "none",
	cachedTotals: null,
	listDelayMs: 0,
	listCopyDelaysMs: [],
	clockOffsetMs: 0,
	dateOffsetMs: 0,
	dateHeader: "present",
	pushOmits: [],
	pushDelayMs: 0,
	silentSocket: "off",
	blackHole: "off",
};

/** The faults that are switched on. */
export class FaultSwitches {
	#active = noFaults;
	readonly #listeners = new Set<() => void>();

	get active(): ActiveFaults {
		return this.#active;
	}

	/** Changes what is named and leaves the rest; under `rest`, endpoint by endpoint. */
	set({ rest, ...faults }: Faults): void {
		this.#change({ ...withChanges(this.#active, faults), rest: { ...this.#active.rest, ...rest } });
	}

	clear(): void {
		this.#change(noFaults);
	}

	onChange(listener: () => void): void {
		this.#listeners.add(listener);
	}

	/** Resolves at the next change. */
	changed(): Promise<void> {
		return new Promise((resolve) => {
			const once = (): void => {
				this.#listeners.delete(once);
				resolve();
			};
			this.#listeners.add(once);
		});
	}

	/** What goes wrong with a request to the endpoint. Uses up one of a fault's `times`. */
	takeRestFault(endpoint: EndpointName): RestFault {
		const { rest } = this.#active;
		const fault = { ...rest.all, ...rest[endpoint] };
		for (const name of ["all", endpoint] as const) {
			const times = rest[name]?.times;
			if (times === undefined) continue;
			this.set({ rest: { [name]: times > 1 ? { ...rest[name], times: times - 1 } : null } });
		}
		return fault;
	}

	#change(faults: ActiveFaults): void {
		this.#active = faults;
		for (const listener of [...this.#listeners]) listener();
	}
}
