import { describe, it } from "vitest";

import { counterScopes } from "../../src/state/counters/counter-query";
import { Random } from "../world/chaos/random";
import type { EndpointName, RestFault } from "../world/service/faults";
import type { StandInService } from "../world/service/stand-in";
import { setUpRig, waitUntilJoined } from "./rig";
import { waitForExpectedValues } from "./expected-values";

const endpoints: readonly EndpointName[] = ["events", "totals", "discovery", "me"];

const brokenAnswers: readonly RestFault[] = [
	{ status: 500 },
	{ status: 429, retryAfter: 1 },
	{ body: "html" },
	{ body: "truncated" },
	{ body: "empty-object" },
	{ connection: "reset" },
	{ latencyMs: 700 },
	{ answerDelayMs: 700 },
];

/** Faults, each for the duration of the pause after it. */
const troubles: readonly ((service: StandInService, random: Random) => unknown)[] = [
	(service) => service.cut(),
	(service) => service.kick(),
	(service) => service.restart({ downMs: 900 }),
	(service) => service.moveSockets(),
	(service) => service.setFaults({ cachedTotals: { forMs: 2_500 } }),
	(service) => service.setFaults({ blackHole: "all" }),
	(service) => service.setFaults({ blackHole: "open-sockets" }),
	(service, random) => service.setFaults({ refusedKey: random.pick(["rest", "socket", "both"]) }),
	(service) => service.setFaults({ pushDelayMs: 600 }),
	(service) => service.repeatLast(),
	(service, random) => service.setFaults({ rest: { [random.pick(endpoints)]: random.pick(brokenAnswers) } }),
	(service, random) => service.setFaults({ rest: { all: random.pick(brokenAnswers) } }),
];

function happen(service: StandInService, random: Random): void {
	const username = random.pick(["Ada", "Bob", "Zoë", "ada"]);
	const origin = random.pick(["twitch", "youtube", undefined]);
	const kinds = [
		() => service.follow({ username, origin }),
		() => service.subscribe({ username, origin, resub: random.pick([0, 3]) }),
		() =>
			service.donate({
				username,
				amount: random.pick(["0.10", "5.50"]),
				currency: random.pick(["EUR", "JPY"]),
			}),
		() => service.host({ hostname: username, origin, viewers: random.integer(0, 90) }),
		() => service.burst(random.integer(2, 30)),
	];
	random.pick(kinds)();
}

describe("faults of all kinds together", () => {
	it.concurrent.for([1, 2])(
		"leave every counter on two decks exact (seed %i)",
		{ timeout: 120_000 },
		async (seed, { expect, onTestFinished }) => {
			const random = new Random(seed);
			const shapes = random.pick(["documented", "field"] as const);
			const rig = await setUpRig(
				{
					service: {
						shapes,
						socketAddress: "own",
						limitCap: random.pick([20, 100]),
						pingIntervalMs: 1_500,
						pingTimeoutMs: 1_000,
					},
					deck: { devices: ["xl", "mk2"] },
				},
				onTestFinished,
			);
			const { service, deck } = rig;
			const [xl, mk2] = deck.devices;
			const place = (settings: object, device = xl) =>
				deck.place({ action: "com.example.streamevents.counter", settings: { ...settings }, device });
			const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
			const keys = [
				...counterScopes.flatMap((scope) => [
					...["followers", "subscriptions", "donationAmount", "hostings"].map((metric) =>
						place({ metric, scope, ...(scope === "custom" ? { from: threeDaysAgo } : undefined) }),
					),
				]),
				...["viewers", "donations"].map((metric) => place({ metric, scope: "lifetime" }, mk2)),
				place({ metric: "followers", scope: "lifetime", provider: "twitch" }, mk2),
				place({ metric: "subscriptions", scope: "today", newOnly: true, uniqueOnly: true }, mk2),
			];
			await deck.launch();
			await waitForExpectedValues(keys, rig);
			const { pid } = deck;

			const endMs = performance.now() + 12_000;
			let strikes = 0;
			while (performance.now() < endMs) {
				strikes++;
				await random.pick(troubles)(service, random);
				happen(service, random);
				// The duration of a fault is part of the history, not a wait for a condition.
				await new Promise((resolve) => setTimeout(resolve, random.between(100, 1_500)));
				if (random.chance(0.5)) happen(service, random);
				service.clearFaults();
			}
			await waitForExpectedValues(keys, rig);
			// A connection that the last fault ended may be noticed after the numbers were right.
			await waitUntilJoined(rig);
			expect(strikes).toBeGreaterThan(5);
			expect([deck.pid, deck.exitCode]).toEqual([pid, undefined]);
			expect(service.connections.event).toEqual({ open: 1, joined: 1 });
			expect(deck.complaints).toEqual([]);
		},
	);
});
