import { describe, expect, it } from "vitest";

import { watchClock } from "../../../src/connection/clock-watch";
import type { Clock } from "../../../src/state/time/clock";
import { VirtualClock } from "../../world/fakes/virtual-clock";

function setUp() {
	const clock = new VirtualClock();
	const jumps: number[] = [];
	const stop = watchClock(clock, () => jumps.push(clock.elapsedMs()));
	return { clock, jumps, stop };
}

describe("the clock watch", () => {
	it("reports nothing while time passes normally", async () => {
		const { clock, jumps } = setUp();
		await clock.advance(3_600_000);
		expect(jumps).toEqual([]);
	});

	it.each([600_000, -600_000])("detects a jump of %i ms within five seconds, once", async (jumpMs) => {
		const { clock, jumps } = setUp();
		await clock.advance(12_000);
		clock.jump(jumpMs);
		await clock.advance(60_000);
		expect(jumps).toEqual([15_000]);
	});

	it("ignores a corrected clock", async () => {
		const { clock, jumps } = setUp();
		clock.jump(15_000);
		await clock.advance(60_000);
		expect(jumps).toEqual([]);
	});

	it.each([
		["both clocks agree", 0],
		["the wall clock was set back by as much", -30_000],
	])("detects late timers, although %s", async (_what, putMs) => {
		const time = new VirtualClock();
		const late: Clock = {
			now: () => time.now(),
			wallMs: () => time.wallMs(),
			elapsedMs: () => time.elapsedMs(),
			uptimeMs: () => time.uptimeMs(),
			schedule: (callback, delayMs) => time.schedule(callback, delayMs + 30_000),
		};
		let jumps = 0;
		watchClock(late, () => jumps++);
		time.jump(putMs);
		await time.advance(36_000);
		expect(jumps).toBe(1);
	});

	it("stops", async () => {
		const { clock, jumps, stop } = setUp();
		stop();
		clock.jump(600_000);
		await clock.advance(60_000);
		expect(jumps).toEqual([]);
		expect(clock.pendingCount).toBe(0);
	});
});
