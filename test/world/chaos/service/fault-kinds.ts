import { ServiceError, type ServiceErrorKind } from "../../../../src/service/errors";
import { streamEventTypes } from "../../../../src/state/events/stream-event";
import { toMoney } from "../../service/data/currency";
import type { StoredEvent } from "../../service/data/store";
import type { Random } from "../random";
import type { ServiceModel } from "./service-model";
import { eventFields } from "./event-fields";
import { endpointNames, type EndpointName } from "./service-conditions";

/** Fault that lasts for a while. A momentary one has no end. */
export type FaultKind = {
	readonly name: string;
	/** Maximum duration, in milliseconds. */
	readonly durationMs: readonly [low: number, high: number];
	readonly begin: (service: ServiceModel, random: Random) => (() => void) | undefined;
};

const errorKinds: readonly ServiceErrorKind[] = [
	...["server-error", "bad-answer", "not-this-service", "unreachable"],
	...["timeout", "closed", "too-large"],
] as ServiceErrorKind[];

const instantFault = (name: string, apply: (service: ServiceModel, random: Random) => void): FaultKind => ({
	name,
	durationMs: [0, 0],
	begin: (service, random) => {
		apply(service, random);
		return undefined;
	},
});

const lastingFault = (name: string, maxMs: number, begin: FaultKind["begin"]): FaultKind => ({
	name,
	durationMs: [300, maxMs],
	begin,
});

function endRooms(service: ServiceModel, kind: ServiceErrorKind): void {
	for (const room of [...service.rooms]) room.end(new ServiceError(kind, "the service did it"));
}

/** Corrects a field that the list contains. A field that is never listed cannot be corrected. */
function edit(service: ServiceModel, event: StoredEvent, random: Random): void {
	const { missingInList, listOffset } = service.options;
	// Without further pages, an event that is moved beyond the first one is taken for removed.
	const canMove = missingInList !== "time" && listOffset !== "ignored";
	const name = random.pick(["Ada", "slip two"]);
	// The host is in `hostname`; not every shape has a `username` there.
	const person = event.type === "hosting" ? { hostname: name } : { username: name };
	const createdAtMs = Math.floor(event.createdAtMs / 1_000 - random.integer(1, 60)) * 1_000;
	const isAmountListed = missingInList !== "amount" && missingInList !== "currency";
	service.edit(event, {
		...(missingInList !== "person" && person),
		...(canMove && random.chance(0.3) && { createdAtMs }),
		...(event.type === "hosting" && { viewers: random.integer(0, 400) }),
		...(event.type === "subscription" && random.chance(0.3) && { resub: random.pick([0, 2]) }),
		...(event.amount &&
			isAmountListed && { amount: toMoney(random.pick(["50", "0.05"]), event.amount.currency) }),
	});
}

function isStreamEventType(type: string): boolean {
	return streamEventTypes.some((candidate) => candidate === type);
}

/** All fault kinds, drawn with equal probability. */
export const faultKinds: readonly FaultKind[] = [
	instantFault("drop", (service) => {
		endRooms(service, "closed");
	}),
	instantFault("kick", (service) => {
		endRooms(service, "kicked");
	}),
	instantFault("moved address", (service) => {
		service.socketOrigin = `https://socket-${service.requests.length}.example`;
		endRooms(service, "closed");
	}),
	instantFault("late repeat", (service, random) => {
		const events = service.store.query();
		if (events.length > 0) service.push(random.pick(events.slice(0, 60)));
	}),
	instantFault("edit", (service, random) => {
		const events = service.store.query().slice(0, 20);
		if (events.length > 0) edit(service, random.pick(events), random);
	}),
	instantFault("computer's clock", (service, random) => {
		service.computerClockOffsetMs = random.pick([0, 3_000, -3_000, 90_000, -90_000, 7_200_000, -7_200_000]);
	}),
	lastingFault("kept list", 120_000, (service, random) => {
		service.conditions.listCacheMs = random.between(10_000, 120_000);
		service.hadKeptList = true;
		// A change hidden by the cache is found only by a later sync.
		service.recordUnpushed();
		return () => {
			service.conditions.listCacheMs = 0;
		};
	}),
	lastingFault("restart", 20_000, (service) => {
		service.conditions.isDown = true;
		endRooms(service, "closed");
		return () => {
			service.conditions.isDown = false;
		};
	}),
	lastingFault("refused key", 80_000, (service, random) => {
		service.conditions.refusing = random.pick(["rest", "socket", "both"]);
		if (service.conditions.refusing !== "rest") endRooms(service, "kicked");
		return () => {
			service.conditions.refusing = "none";
		};
	}),
	lastingFault("black hole", 60_000, (service) => {
		service.conditions.isBlackHole = true;
		for (const room of service.rooms) room.freeze();
		return () => {
			service.conditions.isBlackHole = false;
			for (const room of [...service.rooms]) room.thaw();
		};
	}),
	lastingFault("frozen socket", 70_000, (service) => {
		const rooms = [...service.rooms];
		for (const room of rooms) room.freeze();
		return () => {
			for (const room of rooms) room.thaw();
		};
	}),
	lastingFault("latency", 40_000, (service, random) => {
		const before = service.conditions.latencyMs;
		const slowMs = random.between(300, 1_000);
		service.conditions.latencyMs = [slowMs / 2, slowMs];
		return () => {
			service.conditions.latencyMs = before;
		};
	}),
	...endpointNames.map((endpoint) =>
		lastingFault(`failing ${endpoint}`, 30_000, (service, random) => failEndpoint(service, random, endpoint)),
	),
	lastingFault("too many requests", 40_000, (service, random) => {
		service.conditions.rateLimitedUntilMs = service.clock.elapsedMs() + random.between(1_000, 40_000);
		return () => {
			service.conditions.rateLimitedUntilMs = -Infinity;
		};
	}),
	lastingFault("cached totals", 45_000, (service) => {
		service.conditions.cachedTotals = service.store.totals;
		return () => {
			service.conditions.cachedTotals = undefined;
		};
	}),
	lastingFault("lagging list", 40_000, (service, random) => {
		service.conditions.listLagMs = random.between(500, 20_000);
		return () => {
			service.conditions.listLagMs = 0;
		};
	}),
	lastingFault("lagging copies", 60_000, (service, random) => {
		service.conditions.replicaLagMs = random.between(2_000, 25_000);
		service.hadReplicas = true;
		return () => {
			service.conditions.replicaLagMs = 0;
		};
	}),
	lastingFault("poorer list", 60_000, (service, random) => {
		service.conditions.missingInList = random.pick(eventFields);
		// A field that the list contains again is as quiet as an edit.
		service.recordUnpushed();
		return () => {
			service.conditions.missingInList = undefined;
		};
	}),
	lastingFault("poorer frames", 60_000, (service, random) => {
		service.conditions.missingInFrames = random.pick(eventFields);
		return () => {
			service.conditions.missingInFrames = undefined;
		};
	}),
	instantFault("account's currency", (service, random) => {
		service.currency = random.pick(["EUR", "USD", "BHD"]);
		service.recordUnpushed();
	}),
	instantFault("events of other kinds", (service, random) => {
		// After fifty pages of these, the plugin expects no other entries. Together with other bursts, low limits allow 300 entries.
		// Events dated ahead stay above these.
		const events = service.store.query({ toMs: service.clock.now() });
		const leadingCount = events.findIndex(({ type }) => isStreamEventType(type));
		const maxCount =
			Math.min(150, 40 * Math.max(1, service.options.limitCap - 1)) -
			(leadingCount < 0 ? events.length : leadingCount);
		const count = Math.min(random.pick([10, 60, 150]), maxCount);
		for (let index = 0; index < count; index++) service.addEvent({ type: "cheer", username: "Ada" });
	}),
	lastingFault("late frames", 60_000, (service, random) => {
		service.conditions.pushDelayMs = [0, random.between(100, 4_000)];
		return () => {
			service.conditions.pushDelayMs = [0, 0];
		};
	}),
	lastingFault("repeated frames", 60_000, (service, random) => {
		service.conditions.duplicateRate = random.between(0.2, 1);
		return () => {
			service.conditions.duplicateRate = 0;
		};
	}),
	lastingFault("lost frames", 30_000, (service, random) => {
		service.conditions.lossRate = random.between(0.2, 1);
		return () => {
			service.conditions.lossRate = 0;
		};
	}),
];

function failEndpoint({ conditions }: ServiceModel, random: Random, endpoint: EndpointName): () => void {
	conditions.failureKinds[endpoint] = random.pick(errorKinds);
	conditions.failureRate = random.pick([0.3, 1]);
	return () => {
		delete conditions.failureKinds[endpoint];
	};
}
