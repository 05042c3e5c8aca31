import { describe, expect, it } from "vitest";

import { InputLag } from "../../../src/actions/keys/input-lag";
import { Deferred } from "../../../src/actions/deferred";
import { msSince } from "../../../src/state/clock";
import { VirtualClock } from "../../world/fakes/virtual-clock";

function setUp() {
	const clock = new VirtualClock();
	const arrivals = new InputLag(clock, (callback) => callback());
	return { clock, arrivals, loading: new Deferred<string>(arrivals) };
}

describe("something that is still being loaded", () => {
	it("serves those who waited for it in their order, and everybody else at once", () => {
		const { loading } = setUp();
		const heard: string[] = [];
		loading.whenReady((value) => heard.push(`first ${value}`));
		loading.whenReady((value) => heard.push(`second ${value}`));
		expect(heard).toEqual([]);
		loading.resolve("thing");
		loading.whenReady((value) => heard.push(`third ${value}`));
		expect(heard).toEqual(["first thing", "second thing", "third thing"]);
	});

	it("lets what was said before it was there be as old as it is", async () => {
		const { clock, arrivals, loading } = setUp();
		const ages: number[] = [];
		const note = () => void ages.push(msSince(arrivals.sentAfter, clock));
		loading.whenReady(note);
		await clock.advance(3_000);
		loading.whenReady(note);
		loading.resolve("thing");
		loading.whenReady(note);
		expect(ages).toEqual([3_000, 0, 0]);
	});
});
