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

/** Fields that can be missing in a push or in an entry of the list: of the event, and of its parameters. */
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

/**
 * Kinds of body of an answer that was right: broken off as if complete, none at all, none that ever comes after the headers,
 * half of it and no more, a byte at a time.
 */
export const handledBodies = ["truncated", "none", "stalled", "half", "trickle"] as const;

export const restFaultSchema = z
	.strictObject({
		/** Waits before the request is handled: late and fresh. */
		latencyMs: z.number().min(0),
		/** Waits after the request was handled: late and already out of date. */
		answerDelayMs: z.number().min(0),
		status: z.number().int().min(200).max(599),
		/** Seconds, an HTTP date, or any other text. */
		retryAfter: z.union([z.string(), z.number()]),
		/** How the answer is sent; without a `status`, with 200. What is asked for is done by the kinds of {@link handledBodies}. */
		body: z.enum(["html", "empty-object", "failure", "oversize", ...handledBodies]),
		/** Between two bytes of `trickle`; a second unless it says otherwise. */
		trickleMs: z.number().positive(),
		/** How many bytes `oversize` sends. */
		oversizeBytes: z.number().int().positive(),
		/** What the answer has instead, merged into it: `{"datas":{"followers":null}}`. */
		patch: z.record(z.string(), z.json()),
		/** Requests with the same path and query get the same response, with its original `Date`, for this long. */
		cacheMs: z.number().positive(),
		/** Answers 302 to the same path and query at this origin. */
		redirectTo: z.url(),
		/** `reset` destroys the connection, `hang` keeps it and answers when the fault is over. */
		connection: z.enum(["reset", "hang"]),
		/** How many requests it hits before it is over; without, it lasts until switched off. */
		times: z.number().int().positive(),
		/** How long it lasts from the switch on. */
		forMs: z.number().positive(),
	})
	.partial();
export type RestFault = z.infer<typeof restFaultSchema>;

/** What goes wrong when a socket connects: the first request of its handshake is answered so, or not at all. */
const handshakeFaultSchema = restFaultSchema.pick({
	status: true,
	retryAfter: true,
	body: true,
	connection: true,
	latencyMs: true,
	times: true,
	forMs: true,
});

const activeFaultsSchema = z.strictObject({
	/** By endpoint, or for `all`; an endpoint's own wins, member by member. Null switches one off. */
	rest: z.partialRecord(z.enum([...endpointNames, "all"]), restFaultSchema.nullable()),
	/** By channel, or for `all` sockets. Null switches one off. */
	handshake: z.partialRecord(z.enum(["event", "scene", "all"]), handshakeFaultSchema.nullable()),
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
	/** Like `listDelayMs`, but each request is served by the next of several replicas. */
	listTurnDelaysMs: z.array(z.number().min(0)),
	/** Fields that are missing in the entries of the list. */
	listOmits: z.array(z.enum(omittableFields)),
	/** `total_count`: right, absent, that of the page, anything, or wrong by as many. */
	listCount: z.union([z.enum(["right", "absent", "page", "nonsense"]), z.number().int()]),
	/** The service's clock is ahead by this: `Date`, the times of new events, what it takes for now. Negative: behind. */
	clockOffsetMs: z.number(),
	/** The `Date` of answers is ahead of the service's clock by this, as behind a proxy with a clock of its own. */
	dateOffsetMs: z.number(),
	/** Whether answers have a `Date`. */
	dateHeader: z.enum(["present", "absent"]),
	/** Fields that are missing in `new-event` frames. */
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

type FaultsByName<Name extends string> = Readonly<Partial<Record<Name | "all", RestFault | null>>>;

const noFaults: ActiveFaults = {
	rest: {},
	handshake: {},
	refusedKey: "none",
	cachedTotals: null,
	listDelayMs: 0,
	listCopyDelaysMs: [],
	listTurnDelaysMs: [],
	listOmits: [],
	listCount: "right",
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
	readonly #endTimers = new Map<string, NodeJS.Timeout>();

	get active(): ActiveFaults {
		return this.#active;
	}

	/** Changes what is named and leaves the rest; under `rest` and `handshake`, one by one. */
	set({ rest, handshake, ...faults }: Faults): void {
		this.#change({
			...withChanges(this.#active, faults),
			rest: { ...this.#active.rest, ...rest },
			handshake: { ...this.#active.handshake, ...handshake },
		});
		this.#scheduleEnd("rest", rest ?? {});
		this.#scheduleEnd("handshake", handshake ?? {});
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
		return this.#take("rest", this.#active.rest, endpoint);
	}

	/** What goes wrong with a socket that connects. Uses up one of a fault's `times`. */
	takeHandshakeFault(channel: "event" | "scene"): RestFault {
		return this.#take("handshake", this.#active.handshake, channel);
	}

	#take<Name extends string>(
		kind: "rest" | "handshake",
		switched: FaultsByName<Name>,
		name: Name,
	): RestFault {
		const fault: RestFault = { ...(switched.all ?? {}), ...(switched[name] ?? {}) };
		for (const hit of ["all", name] as const) {
			const used: RestFault | null | undefined = switched[hit];
			if (used?.times === undefined) continue;
			const left = used.times > 1 ? { ...used, times: used.times - 1 } : null;
			this.#change({ ...this.#active, [kind]: { ...this.#active[kind], [hit]: left } });
		}
		return fault;
	}

	#scheduleEnd(kind: "rest" | "handshake", switched: FaultsByName<string>): void {
		for (const [name, fault] of Object.entries(switched)) {
			const key = `${kind} ${name}`;
			clearTimeout(this.#endTimers.get(key));
			if (fault?.forMs === undefined) continue;
			const end = () => this.#change({ ...this.#active, [kind]: { ...this.#active[kind], [name]: null } });
			this.#endTimers.set(key, setTimeout(end, fault.forMs).unref());
		}
	}

	#change(faults: ActiveFaults): void {
		this.#active = faults;
		for (const listener of [...this.#listeners]) listener();
	}
}
