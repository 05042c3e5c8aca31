import { describe, expect, it } from "vitest";

import { streamEventTypes } from "../../../src/state/events/stream-event";
import { GoalExpectations } from "../../world/chaos/checks/goal-expectations";
import { allGoals, displayedNumber, type GoalKey } from "../../world/chaos/user/goal-keys";
import { countersOf, type LatestKey } from "../../world/chaos/user/keys";
import { ownLimits } from "../../world/chaos/limits";
import { NumberChecks } from "../../world/chaos/checks/number-checks";
import {
	createQuietStream,
	followersToday,
	pastFollows,
	type QuietStreamOptions,
} from "../../world/chaos/quiet-stream";
import { checkRetained } from "../../world/chaos/checks/running-checks";
import { Random } from "../../world/chaos/random";
import { Stream } from "../../world/chaos/stream/stream";
import { Tally } from "../../world/chaos/tally";
import { toMoney } from "../../world/service/data/currency";
import { ThankChecks } from "../../world/chaos/checks/thank-checks";
import type { World } from "../../world/chaos/world";

const latest: LatestKey = { kind: "latest", types: streamEventTypes, count: 1, minAmount: undefined };

/** Starts a stream, and the world of a history around it. */
async function createWorld(
	past: QuietStreamOptions["past"] = pastFollows(3, 3_600_000),
	options: QuietStreamOptions = {},
) {
	const stream = createQuietStream({ past, ...options });
	const { clock, service, plugin } = stream;
	const complaints: string[] = [];
	const world: World = {
		clock,
		service,
		log: () => undefined,
		features: new Set(),
		tally: new Tally(),
		complain: (message) => void complaints.push(message),
		plugin: () => plugin,
		beforeEvent: () => undefined,
	};
	stream.show({ queries: [followersToday, ...allGoals.map(({ query }) => query)] });
	await clock.advance(20_000);
	return { ...stream, world, complaints };
}

/** Creates the expectations of one goal in a stream without faults. */
function expectGoals(world: World, key: GoalKey): GoalExpectations {
	return new GoalExpectations({
		world,
		keys: [key],
		isPlaced: () => true,
		isCalm: () => true,
		isKnown: () => true,
		disturbances: () => `${world.service.lostFrameCount}`,
	});
}

/** Pushes that an event was deleted, although the service has it. */
function pushDeletion(
	{ service, clock, plugin }: World,
	event: Parameters<World["service"]["parse"]>[0],
): void {
	const pushed = service.parse(event) ?? expect.unreachable();
	plugin().store.ledger.applyEvent({ ...pushed, isDeleted: true }, clock.now());
}

function goalOf(metric: GoalKey["query"]["metric"]): GoalKey {
	return allGoals.find(({ query }) => query.metric === metric) ?? expect.unreachable();
}

describe("the checks of the histories", () => {
	it("notice a wrong number", async () => {
		const { plugin, service } = await createWorld();
		const checks = new NumberChecks(service, ownLimits);
		const keys = countersOf([followersToday]);
		expect(checks.isRight(plugin, keys)).toBe(true);
		service.store.add({ type: "follow", username: "quiet" });
		expect(checks.isRight(plugin, keys)).toBe(false);
		expect(checks.describe(plugin, keys)).toEqual(["followers today: 3 instead of 4"]);
	});

	it.each([
		["sent", "live", "live", []],
		["missed", "live", "live", ["goal 5 of followers today was missed at 5"]],
		["reached by a late event", "late", "live", []],
		["missed beside a late donation", "live", "late", ["goal 5 of followers today was missed at 5"]],
	] as const)("notice whether a goal was %s", async (outcome, kind, donationKind, expected) => {
		const { clock, service, world, complaints } = await createWorld();
		const [key = expect.unreachable()] = allGoals;
		const expectations = expectGoals(world, key);
		expectations.beforeEvent(donationKind, "donation")();
		for (const username of ["Ada", "Max"]) {
			const afterEvent = expectations.beforeEvent(kind, "follow");
			service.addEvent({ type: "follow", username });
			afterEvent();
		}
		if (outcome === "sent") expectations.noteSent({ key, goal: 5 });
		await clock.advance(13_000);
		expectations.check();
		expect(complaints).toEqual(expected);
	});

	it("expect no goal of an event whose frame is lost because the user reconnects", async () => {
		const { clock, service, plugin, world, complaints } = await createWorld();
		const expectations = expectGoals(world, allGoals[0] ?? expect.unreachable());
		for (const username of ["Ada", "Max"]) {
			const afterEvent = expectations.beforeEvent("live", "follow");
			service.addEvent({ type: "follow", username });
			afterEvent();
		}
		plugin.reconnect();
		await clock.advance(13_000);
		expectations.check();
		expect([complaints, service.lostFrameCount]).toEqual([[], 2]);
	});

	it.each([
		["right after", 0, []],
		["long after", 10_000, ["goal 1001 of viewers today was missed at 1003"]],
	])("notice a goal missed %s a pushed edit only if the edit is listed", async (_, delayMs, expected) => {
		const { clock, service, world, complaints } = await createWorld([
			{ type: "hosting", username: "Ada", viewers: 3, agoMs: 60_000 },
		]);
		const expectations = expectGoals(world, goalOf("viewers"));
		const stream = new Stream({
			...world,
			features: new Set(["pushed-edits"]),
			beforeEvent: (...event) => expectations.beforeEvent(...event),
		});
		await stream.actSpecially(new Random(1));
		await clock.advance(delayMs);
		const [edited = expect.unreachable()] = service.store.query();
		const viewers = 1_003 - (edited.viewers ?? 0);
		const afterEvent = expectations.beforeEvent("live", "hosting");
		service.addEvent({ type: "hosting", username: "Max", viewers });
		afterEvent();
		await clock.advance(13_000);
		expectations.check();
		expect(complaints).toEqual(expected);
	});

	it("read no amount before the account's currency is known", async () => {
		const amount = toMoney("5", "USD");
		const { ledger, store, clock } = await createWorld([{ type: "donation", amount, agoMs: 60_000 }]);
		const { account: _, ...state } = store.state;
		const context = store.ledgerContext(clock.now());
		expect(displayedNumber(goalOf("donationAmount"), { ledger, state }, context)).toBe(-Infinity);
	});

	it("notice a person who is thanked twice", async () => {
		const { ledger, world, complaints } = await createWorld();
		const checks = new ThankChecks(world);
		const events = ledger.newest(["follow"], 2);
		for (const event of events) checks.record(event, latest);
		expect(complaints).toEqual([]);
		checks.record(events[0], latest);
		expect(complaints).toHaveLength(1);
	});

	it("notice an event that is removed although the service has it", async () => {
		const { clock, service, world, complaints } = await createWorld();
		const event = service.addEvent({ type: "follow", username: "Ada" });
		await clock.advance(500);
		checkRetained(world);
		expect(complaints).toEqual([]);
		pushDeletion(world, event);
		checkRetained(world);
		expect(complaints).toEqual([`follow ${event.id} was taken back by mistake`]);
	});

	it.each([
		["unknown", "time", 0],
		["known", undefined, 1],
	] as const)(
		"expect an event that no key needed in an unordered list if its time is %s",
		async (_, missingInFrames, count) => {
			const options = { listOrder: "ignored", limitCap: 5, missingInFrames } as const;
			const { clock, service, plugin, world, complaints } = await createWorld(
				pastFollows(20, 3_600_000),
				options,
			);
			plugin.show([{ ...followersToday, metric: "donations" }]);
			const createdAtMs = clock.now() + 7_200_000;
			const event = service.addEvent({ type: "follow", username: "Ada", createdAtMs });
			await clock.advance(2_400_000);
			plugin.show([followersToday]);
			await clock.advance(20_000);
			checkRetained(world);
			expect(complaints).toEqual([]);
			pushDeletion(world, event);
			checkRetained(world);
			expect(complaints).toHaveLength(count);
		},
	);
});
