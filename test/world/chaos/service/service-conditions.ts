import type { ServiceErrorKind } from "../../../../src/service/errors";
import type { StoredTotals } from "../../service/data/store";
import type { EventField } from "./event-fields";

export const endpointNames = ["account", "discovery", "events", "totals"] as const;
/** Endpoints affected by faults; posting is affected too, but never retried. */
export type EndpointName = (typeof endpointNames)[number] | "post";

/** An origin that serves the scene channel alone. */
export const scenesOrigin = "https://scenes.example";

/** All active faults of the service and the network. Faults change it and restore it. */
export type ServiceConditions = {
	/** Round trip time, in milliseconds. */
	latencyMs: readonly [low: number, high: number];
	/** How an endpoint fails; absent if it works. */
	failureKinds: Partial<Record<EndpointName, ServiceErrorKind>>;
	/** Fraction of the calls to failing endpoints that fail. */
	failureRate: number;
	/** Black hole: nothing passes, without any error. */
	isBlackHole: boolean;
	/** Connections are refused. */
	isDown: boolean;
	refusing: "none" | "rest" | "socket" | "both";
	/** Response of the totals endpoint instead of the current totals. */
	cachedTotals?: StoredTotals | undefined;
	/** Minimum age of listed events, in milliseconds. */
	listLagMs: number;
	/** Lag of some replicas of the service, in milliseconds. */
	replicaLagMs: number;
	/** Fields that the list and frames omit temporarily, in addition to the permanent ones. */
	missingInList: EventField | undefined;
	missingInFrames: EventField | undefined;
	/** How long responses of the list are cached, by address; 0 without a cache. */
	listCacheMs: number;
	/** Delay between an event and its frame. */
	pushDelayMs: readonly [low: number, high: number];
	/** Fraction of frames that are sent more than once. */
	duplicateRate: number;
	/** Fraction of frames that are lost on a live connection. */
	lossRate: number;
	/** Monotonic time until which the service responds with 429 only; −Infinity if it does not. */
	rateLimitedUntilMs: number;
	retryAfter: "sent" | "absent";
};

export function normalConditions(): ServiceConditions {
	return {
		latencyMs: [10, 80],
		failureKinds: {},
		failureRate: 1,
		isBlackHole: false,
		isDown: false,
		refusing: "none",
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
		retryAfter: "sent",
	};
}
