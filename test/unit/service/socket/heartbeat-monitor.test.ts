import { describe, expect, it } from "vitest";

import { HeartbeatMonitor } from "../../../../src/service/socket/heartbeat-monitor";
import { VirtualClock } from "../../../world/fakes/virtual-clock";

function setUp() {
	const clock = new VirtualClock();
	let silences = 0;
	const watch = new HeartbeatMonitor(clock, () => silences++);
	return { clock, watch, silences: () => silences };
}

describe("a line that is watched", () => {
	it("is not silent before something is due", async () => {
		const { clock, watch, silences } = setUp();
		await clock.advance(600_000);
		expect([watch.isOverdue, silences(), clock.pendingCount]).toEqual([false, 0, 0]);
	});

	it("is silent when nothing has come for longer than allowed, and tells so once", async () => {
		const { clock, watch, silences } = setUp();
		await clock.advance(100_000);
		watch.start(30_000);
		await clock.advance(29_999);
		expect([watch.isOverdue, silences()]).toEqual([false, 0]);
		await clock.advance(2);
		expect([watch.isOverdue, silences()]).toEqual([true, 1]);
		await clock.advance(600_000);
		expect(silences()).toBe(1);
	});

	it("is not silent as long as something comes", async () => {
		const { clock, watch, silences } = setUp();
		watch.start(30_000);
		for (let pings = 0; pings < 10; pings++) {
			await clock.advance(25_000);
			watch.recordTraffic();
		}
		expect([watch.isOverdue, silences()]).toEqual([false, 0]);
		await clock.advance(30_001);
		expect(silences()).toBe(1);
	});

	it("is known to be silent after a sleep before any timer has rung", () => {
		const { clock, watch, silences } = setUp();
		watch.start(30_000);
		clock.jump(31_000);
		expect([watch.isOverdue, silences()]).toEqual([true, 0]);
		watch.recordTraffic();
		expect(watch.isOverdue).toBe(false);
	});

	it("is left alone once it is over", async () => {
		const { clock, watch, silences } = setUp();
		watch.start(30_000);
		watch.stop();
		await clock.advance(600_000);
		expect([silences(), clock.pendingCount]).toEqual([0, 0]);
	});
});
