import { describe, expect, it } from "vitest";

import { ArrivalWatch } from "../../../src/actions/arrival-watch";
import { Loading } from "../../../src/actions/loading";
import { msSince } from "../../../src/state/clock";
import { VirtualClock } from "../../world/fakes/virtual-clock";

function setUp() {
	const clock = new VirtualClock();
	const arrivals = new ArrivalWatch(clock, (callback) => callback());
	return { clock, arrivals, loading: new Loading<string>(arrivals) };
}

describe("something that is still being loaded", () => {
	it("serves those who waited for it in their order, and everybody else at once", () => {
		const { loading } = setUp();
		const heard: string[] = [];
		loading.use((value) => heard.push(`first ${value}`));
		loading.use((value) => heard.push(`second ${value}`));
		expect(heard).toEqual([]);
		loading.complete("thing");
		loading.use((value) => heard.push(`third ${value}`));
		expect(heard).toEqual(["first thing", "second thing", "third thing"]);
	});

	it("lets what was said before it was there be as old as it is", async () => {
		const { clock, arrivals, loading } = setUp();
		const ages: number[] = [];
		const note = () => void ages.push(msSince(arrivals.sentAfter, clock));
		loading.use(note);
		await clock.advance(3_000);
		loading.use(note);
		loading.complete("thing");
		loading.use(note);
		expect(ages).toEqual([3_000, 0, 0]);
	});
});
