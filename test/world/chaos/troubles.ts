import { ServiceError, type ServiceErrorKind } from "../../../src/service/errors";
import { streamEventTypes } from "../../../src/state/stream-event";
import { toMoney } from "../service/currency";
import type { StoredEvent } from "../service/store";
import type { Random } from "./random";
import type { ServiceModel } from "./service-model";
import { tellableFields } from "./telling";
import { endpointNames, type EndpointName } from "./weather";

/** Something that goes wrong for a while; a moment's trouble has no end. */
export type Trouble = {
	readonly name: string;
	/** How long it may last, milliseconds. */
	readonly durationMs: readonly [low: number, high: number];
	readonly begin: (service: ServiceModel, random: Random) => (() => void) | undefined;
};

const kinds: readonly ServiceErrorKind[] = [
	...["server-error", "bad-answer", "not-this-service", "unreachable"],
	...["timeout", "closed", "too-large"],
] as ServiceErrorKind[];

const moment = (name: string, strike: (service: ServiceModel, random: Random) => void): Trouble => ({
	name,
	durationMs: [0, 0],
	begin: (service, random) => {
		strike(service, random);
		return undefined;
	},
});

const lasting = (name: string, maxMs: number, begin: Trouble["begin"]): Trouble => ({
	name,
	durationMs: [300, maxMs],
	begin,
});

function endRooms(service: ServiceModel, kind: ServiceErrorKind): void {
	for (const room of [...service.rooms]) room.end(new ServiceError(kind, "the service did it"));
}

/** Sets something right of what the list tells; what it never tells, nobody can set right. */
function edit(service: ServiceModel, event: StoredEvent, random: Random): void {
	const { listLacks } = service.habits;
	const name = random.pick(["Ada", "slip two"]);
	// Whose hosting it is, `hostname` tells; not every shape has a `username` there.
	const person = event.type === "hosting" ? { hostname: name } : { username: name };
	const createdAtMs = Math.floor(event.createdAtMs / 1_000 - random.whole(1, 60)) * 1_000;
	const isAmountTold = listLacks !== "amount" && listLacks !== "currency";
	service.edit(event, {
		...(listLacks !== "person" && person),
		...(listLacks !== "time" && random.chance(0.3) && { createdAtMs }),
		...(event.type === "hosting" && { viewers: random.whole(0, 400) }),
		...(event.type === "subscription" && random.chance(0.3) && { resub: random.pick([0, 2]) }),
		...(event.amount &&
			isAmountTold && { amount: toMoney(random.pick(["50", "0.05"]), event.amount.currency) }),
	});
}

function isStreamEventType(type: string): boolean {
	return streamEventTypes.some((known) => known === type);
}

/** Everything that can go wrong, each kind equally often. */
export const troubles: readonly Trouble[] = [
	moment("drop", (service) => {
		endRooms(service, "closed");
	}),
	moment("kick", (service) => {
		endRooms(service, "kicked");
	}),
	moment("moved address", (service) => {
		service.socketOrigin = `https://socket-${service.requests.length}.example`;
		endRooms(service, "closed");
	}),
	moment("late repeat", (service, random) => {
		const events = service.store.query();
		if (events.length > 0) service.tell(random.pick(events.slice(0, 60)));
	}),
	moment("edit", (service, random) => {
		const events = service.store.query().slice(0, 20);
		if (events.length > 0) edit(service, random.pick(events), random);
	}),
	moment("computer's clock", (service, random) => {
		service.computerAheadMs = random.pick([0, 3_000, -3_000, 90_000, -90_000, 7_200_000, -7_200_000]);
	}),
	lasting("kept list", 120_000, (service, random) => {
		service.weather.listCacheMs = random.between(10_000, 120_000);
		// What the cache hides, only a look after it can find.
		service.noteUntold();
		return () => {
			service.weather.listCacheMs = 0;
		};
	}),
	lasting("restart", 20_000, (service) => {
		service.weather.isDown = true;
		endRooms(service, "closed");
		return () => {
			service.weather.isDown = false;
		};
	}),
	lasting("refused key", 80_000, (service, random) => {
		service.weather.refusing = random.pick(["rest", "socket", "both"]);
		if (service.weather.refusing !== "rest") endRooms(service, "kicked");
		return () => {
			service.weather.refusing = "nobody";
		};
	}),
	lasting("black hole", 60_000, (service) => {
		service.weather.isBlackHole = true;
		for (const room of service.rooms) room.freeze();
		return () => {
			service.weather.isBlackHole = false;
			for (const room of [...service.rooms]) room.thaw();
		};
	}),
	lasting("frozen socket", 70_000, (service) => {
		const rooms = [...service.rooms];
		for (const room of rooms) room.freeze();
		return () => {
			for (const room of rooms) room.thaw();
		};
	}),
	lasting("latency", 40_000, (service, random) => {
		const before = service.weather.latencyMs;
		const slowMs = random.between(300, 1_000);
		service.weather.latencyMs = [slowMs / 2, slowMs];
		return () => {
			service.weather.latencyMs = before;
		};
	}),
	...endpointNames.map((endpoint) =>
		lasting(`failing ${endpoint}`, 30_000, (service, random) => failFor(service, random, endpoint)),
	),
	lasting("too many requests", 40_000, (service, random) => {
		service.weather.busyUntilMs = service.clock.elapsedMs() + random.between(1_000, 40_000);
		return () => {
			service.weather.busyUntilMs = -Infinity;
		};
	}),
	lasting("cached totals", 45_000, (service) => {
		service.weather.cachedTotals = service.store.totals;
		return () => {
			service.weather.cachedTotals = undefined;
		};
	}),
	lasting("lagging list", 40_000, (service, random) => {
		service.weather.listLagMs = random.between(500, 20_000);
		return () => {
			service.weather.listLagMs = 0;
		};
	}),
	lasting("lagging copies", 60_000, (service, random) => {
		service.weather.copyLagMs = random.between(2_000, 25_000);
		return () => {
			service.weather.copyLagMs = 0;
		};
	}),
	lasting("poorer list", 60_000, (service, random) => {
		service.weather.listLacks = random.pick(tellableFields);
		// What it tells again later is as quiet as an edit.
		service.noteUntold();
		return () => {
			service.weather.listLacks = undefined;
		};
	}),
	lasting("poorer frames", 60_000, (service, random) => {
		service.weather.frameLacks = random.pick(tellableFields);
		return () => {
			service.weather.frameLacks = undefined;
		};
	}),
	moment("account's currency", (service, random) => {
		service.currency = random.pick(["EUR", "USD", "BHD"]);
		service.noteUntold();
	}),
	moment("events of other kinds", (service, random) => {
		// After fifty pages of them, nothing else is expected to come.
		const events = service.store.query();
		const inARow = events.findIndex(({ type }) => isStreamEventType(type));
		const maxCount = 40 * Math.max(1, service.habits.limitCap - 1) - (inARow < 0 ? events.length : inARow);
		const count = Math.min(random.pick([10, 60, 150]), maxCount);
		for (let index = 0; index < count; index++) service.happen({ type: "cheer", username: "Ada" });
	}),
	lasting("late frames", 60_000, (service, random) => {
		service.weather.pushDelayMs = [0, random.between(100, 4_000)];
		return () => {
			service.weather.pushDelayMs = [0, 0];
		};
	}),
	lasting("repeated frames", 60_000, (service, random) => {
		service.weather.repeating = random.between(0.2, 1);
		return () => {
			service.weather.repeating = 0;
		};
	}),
	lasting("lost frames", 30_000, (service, random) => {
		service.weather.losing = random.between(0.2, 1);
		return () => {
			service.weather.losing = 0;
		};
	}),
];

function failFor({ weather }: ServiceModel, random: Random, endpoint: EndpointName): () => void {
	weather.failing[endpoint] = random.pick(kinds);
	weather.failingShare = random.pick([0.3, 1]);
	return () => {
		delete weather.failing[endpoint];
	};
}
