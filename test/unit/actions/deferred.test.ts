import { describe, expect, it } from "vitest";

import { InputLag } from "../../../src/actions/keys/input-lag";
import { Deferred } from "../../../src/actions/deferred";
import { msSince } from "../../../src/state/time/clock";
import { VirtualClock } from "../../world/fakes/virtual-clock";

function setUp() {
	const clock = new VirtualClock();
	const arrivals = new InputLag(clock, (callback) => callback());
	return { clock, arrivals, loading: new Deferred<string>(arrivals) };
}

describe("a module that is still loading", () => {
	it("serves waiting callers in order, and later ones immediately", () => {
		const { loading } = setUp();
		const calls: string[] = [];
		loading.whenReady((value) => calls.push(`first ${value}`));
		loading.whenReady((value) => calls.push(`second ${value}`));
		expect(calls).toEqual([]);
		loading.resolve("thing");
		loading.whenReady((value) => calls.push(`third ${value}`));
		expect(calls).toEqual(["first thing", "second thing", "third thing"]);
	});

	it("keeps the age of calls made before it was loaded", async () => {
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
