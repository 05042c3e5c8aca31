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

/** Fields that can be missing in a push or in a list entry: of the event, and of its parameters. */
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
 * Bodies of a request that was handled: cut off as if complete, empty, never sent after the headers,
 * half sent, one byte at a time.
 */
export const handledBodies = ["truncated", "none", "stalled", "half", "trickle"] as const;

export const restFaultSchema = z
	.strictObject({
		/** Delay before the request is handled: a late, current response. */
		latencyMs: z.number().min(0),
		/** Delay after the request is handled: a late, outdated response. */
		answerDelayMs: z.number().min(0),
		status: z.number().int().min(200).max(599),
		/** Seconds, an HTTP date, or any other text. */
		retryAfter: z.union([z.string(), z.number()]),
		/** Kind of body; without a `status`, sent with 200. The request is carried out only for the kinds of {@link handledBodies}. */
		body: z.enum(["html", "empty-object", "failure", "oversize", ...handledBodies]),
		/** Interval between two bytes of `trickle`. Default: one second. */
		trickleMs: z.number().positive(),
		/** Number of bytes that `oversize` sends. */
		oversizeBytes: z.number().int().positive(),
		/** Members to merge into the response: `{"datas":{"followers":null}}`. */
		patch: z.record(z.string(), z.json()),
		/** Requests with the same path and query get the same response, with its original `Date`, for this long. */
		cacheMs: z.number().positive(),
		/** Answers 302 to the same path and query at this origin. */
		redirectTo: z.url(),
		/** `reset` destroys the connection, `hang` keeps it and responds when the fault ends. */
		connection: z.enum(["reset", "hang"]),
		/** Number of requests that it affects; without it, the fault lasts until switched off. */
		times: z.number().int().positive(),
		/** Duration since it was switched on. */
		forMs: z.number().positive(),
	})
	.partial();
export type RestFault = z.infer<typeof restFaultSchema>;

/** Fault of a connecting socket: how the first request of its handshake is answered, if at all. */
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
	/** By endpoint, or for `all`; an endpoint's own takes precedence, member by member. Null switches one off. */
	rest: z.partialRecord(z.enum([...endpointNames, "all"]), restFaultSchema.nullable()),
	/** By channel, or for `all` sockets. Null switches one off. */
	handshake: z.partialRecord(z.enum(["event", "scene", "all"]), handshakeFaultSchema.nullable()),
	/** Treats the right key as a wrong one. */
	refusedKey: z.enum(["none", "rest", "socket", "both"]),
	/** Freezes the totals, for a time or a number of reads; without either, until switched off. */
	cachedTotals: z
		.strictObject({ forMs: z.number().min(0), reads: z.number().int().min(1) })
		.partial()
		.nullable(),
	/** Age of the snapshot that the list returns: of events, deletions and edits. */
	listDelayMs: z.number().min(0),
	/** Like `listDelayMs`, but each address is served by one of several replicas: the first by the first, and so on. */
	listCopyDelaysMs: z.array(z.number().min(0)),
	/** Like `listDelayMs`, but each request is served by the next of several replicas. */
	listTurnDelaysMs: z.array(z.number().min(0)),
	/** Fields that are missing in list entries. */
	listOmits: z.array(z.enum(omittableFields)),
	/** `total_count`: right, absent, the page's count, random, or wrong by a constant. */
	listCount: z.union([z.enum(["right", "absent", "page", "nonsense"]), z.number().int()]),
	/** How far the service's clock is ahead: `Date`, times of new events, and current time. Negative: behind. */
	clockOffsetMs: z.number(),
	/** How far `Date` is ahead of the service's clock, as behind a proxy with its own clock. */
	dateOffsetMs: z.number(),
	/** Whether responses have a `Date` header. */
	dateHeader: z.enum(["present", "absent"]),
	/** Fields that are missing in `new-event` frames. */
	pushOmits: z.array(z.enum(omittableFields)),
	/** Delay of `new-event` frames. */
	pushDelayMs: z.number().min(0),
	/** Sockets stay connected, but no `new-event` is ever sent. */
	silentSocket: z.enum(["off", "on"]),
	/** Keeps connections open without passing data: all of them, or only the currently open sockets. */
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

/** The active faults. */
export class FaultSwitches {
	#active = noFaults;
	readonly #listeners = new Set<() => void>();
	readonly #endTimers = new Map<string, NodeJS.Timeout>();

	get active(): ActiveFaults {
		return this.#active;
	}

	/** Changes the given faults and keeps the others; under `rest` and `handshake`, one by one. */
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

	/** Returns the fault of a request to the endpoint. Uses up one of its `times`. */
	takeRestFault(endpoint: EndpointName): RestFault {
		return this.#take("rest", this.#active.rest, endpoint);
	}

	/** Returns the fault of a connecting socket. Uses up one of its `times`. */
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
