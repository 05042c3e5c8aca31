import type { ServiceErrorKind } from "../../../src/service/errors";
import type { StoredTotals } from "../service/store";
import type { EventField } from "./event-fields";

export const endpointNames = ["account", "discovery", "events", "totals"] as const;
/** Those that troubles concern, and posting, which nobody repeats. */
export type EndpointName = (typeof endpointNames)[number] | "post";

/** All that is wrong with the service and the way to it just now. Troubles change it, and change it back. */
export type ServiceConditions = {
	/** There and back, milliseconds. */
	latencyMs: readonly [low: number, high: number];
	/** How an endpoint fails; absent where it works. */
	failureKinds: Partial<Record<EndpointName, ServiceErrorKind>>;
	/** Share of the calls to failing endpoints that fail. */
	failureRate: number;
	/** Nothing passes, and nothing tells so. */
	isBlackHole: boolean;
	/** Nobody listens. */
	isDown: boolean;
	refusing: "nobody" | "rest" | "socket" | "both";
	/** What the totals endpoint says instead of the truth. */
	cachedTotals?: StoredTotals | undefined;
	/** The list does not show events younger than this. */
	listLagMs: number;
	/** Of several copies of the service, some know only what is older than this. */
	replicaLagMs: number;
	/** What the list, and frames, leave out of events besides what they always do. */
	missingInList: EventField | undefined;
	missingInFrames: EventField | undefined;
	/** For how long the answers of the list are kept, each by its address; 0 where they are not. */
	listCacheMs: number;
	/** How much later than an event its frame arrives. */
	pushDelayMs: readonly [low: number, high: number];
	/** Share of frames sent more than once. */
	duplicateRate: number;
	/** Share of frames that get lost on a socket that lives. */
	lossRate: number;
	/** Until when the service answers 429 only, on the clock that never jumps; −Infinity when it doesn't. */
	rateLimitedUntilMs: number;
	retryAfter: "told" | "untold";
};

export function normalConditions(): ServiceConditions {
	return {
		latencyMs: [10, 80],
		failureKinds: {},
		failureRate: 1,
		isBlackHole: false,
		isDown: false,
		refusing: "nobody",
		cachedTotals: undefined,
		listLagMs: 0,
		replicaLagMs: 0,
		missingInList: undefined,
		missingInFrames: undefined,
		listCacheMs: 0,
		pushDelayMs: [0, 0],
		duplicateRate: 0,
		lossRate: 0,
		rateLimitedUntilMs: -Infinity,
		retryAfter: "told",
	};
}
