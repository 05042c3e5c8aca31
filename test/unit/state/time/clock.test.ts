import { describe, expect, it } from "vitest";

import { instantOf, msSince } from "../../../../src/state/time/clock";
import { VirtualClock } from "../../../world/fakes/virtual-clock";

describe("the age of an instant", () => {
	it.each([
		["nothing else", 0, 0],
		["a sleep", 60_000, 0],
		["a sleep, and a clock set back by as much", 60_000, -60_000],
		["a sleep, and a clock set back by more", 60_000, -7_200_000],
	])("includes %s", async (_what, sleepMs, setMs) => {
		const clock = new VirtualClock();
		const instant = instantOf(clock);
		await clock.advance(300);
		clock.jump(sleepMs);
		clock.jump(setMs);
		expect(msSince(instant, clock)).toBe(sleepMs + 300);
	});
});
