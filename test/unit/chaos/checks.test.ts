import { describe, expect, it } from "vitest";

import { streamEventTypes } from "../../../src/state/events/stream-event";
import { GoalExpectations } from "../../world/chaos/checks/goal-expectations";
import { allGoals } from "../../world/chaos/user/goal-keys";
import { countersOf, type LatestKey } from "../../world/chaos/user/keys";
import { ownLimits } from "../../world/chaos/limits";
import { NumberChecks } from "../../world/chaos/checks/number-checks";
import { createQuietStream, followersToday, pastFollows } from "../../world/chaos/quiet-stream";
import { checkRetained } from "../../world/chaos/checks/running-checks";
import { Tally } from "../../world/chaos/tally";
import { ThankChecks } from "../../world/chaos/checks/thank-checks";
import type { World } from "../../world/chaos/world";

const latest: LatestKey = { kind: "latest", types: streamEventTypes, count: 1, minAmount: undefined };

/** Starts a stream with three follows, and the world of a history around it. */
async function createWorld() {
	const stream = createQuietStream({ past: pastFollows(3, 3_600_000) });
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
		const expectations = new GoalExpectations({
			world,
			keys: [key],
			isPlaced: () => true,
			isCalm: () => true,
			isKnown: () => true,
			disturbances: () => "",
		});
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
		const { clock, service, ledger, world, complaints } = await createWorld();
		const event = service.addEvent({ type: "follow", username: "Ada" });
		await clock.advance(500);
		checkRetained(world);
		expect(complaints).toEqual([]);
		const pushed = service.parse(event) ?? expect.unreachable();
		ledger.applyEvent({ ...pushed, isDeleted: true }, clock.now());
		checkRetained(world);
		expect(complaints).toEqual([`follow ${event.id} was taken back by mistake`]);
	});
});
