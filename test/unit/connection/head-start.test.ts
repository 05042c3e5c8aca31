import { describe, expect, it } from "vitest";

import { EventListReader } from "../../../src/connection/event-list-reader";
import { HeadStart } from "../../../src/connection/head-start";
import { ServiceError } from "../../../src/service/errors";
import type { SnapshotNeeds } from "../../../src/state/snapshot-needs";
import { fakeClient, followOf } from "../../world/fakes/fake-client";
import { VirtualClock } from "../../world/fakes/virtual-clock";

const needs: SnapshotNeeds = { types: ["follow"], fromMs: undefined, totals: "none", hostings: "none" };

function setUp(answer: "a page" | "an error" = "a page") {
	const clock = new VirtualClock();
	let asked = 0;
	const client = fakeClient({
		events: async () => {
			asked++;
			if (answer === "an error") throw new ServiceError("unreachable", "nobody is there");
			return { events: [followOf(1)], totalCount: 1, rawCount: 1 };
		},
	});
	const headStart = new HeadStart({ client, clock });
	const look = { list: new EventListReader(client, ["follow"], Infinity), needs };
	return { clock, headStart, look, asked: () => asked };
}

const fits = () => true;

describe("a head start", () => {
	it("is what was read while the room was being joined, once", async () => {
		const { headStart, look, asked, clock } = setUp();
		headStart.begin(look);
		await clock.advance(1_500);
		expect((await headStart.take(fits))?.look).toBe(look);
		expect(look.list.events).toHaveLength(1);
		expect(await headStart.take(fits)).toBeUndefined();
		expect(asked()).toBe(1);
	});

	it("is none when the room took long to join, when other things are needed, or when it was dropped", async () => {
		const { headStart, look, clock } = setUp();
		headStart.begin(look);
		await clock.advance(2_001);
		expect(await headStart.take(fits)).toBeUndefined();
		headStart.begin(look);
		expect(await headStart.take(() => false)).toBeUndefined();
		headStart.begin(look);
		headStart.drop();
		expect(await headStart.take(fits)).toBeUndefined();
	});

	it("that failed is none: the look is taken from its beginning, and tells what is wrong", async () => {
		const { headStart, look } = setUp("an error");
		headStart.begin(look);
		expect(await headStart.take(fits)).toBeUndefined();
	});
});
