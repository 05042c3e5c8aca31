import { describe, expect, it } from "vitest";

import { HeartbeatMonitor } from "../../../../src/service/socket/heartbeat-monitor";
import { VirtualClock } from "../../../world/fakes/virtual-clock";

function setUp() {
	const clock = new VirtualClock();
	let silences = 0;
	const watch = new HeartbeatMonitor(clock, () => silences++);
	return { clock, watch, silences: () => silences };
}

describe("a watched connection", () => {
	it("is not overdue before it has started", async () => {
		const { clock, watch, silences } = setUp();
		await clock.advance(600_000);
		expect([watch.isOverdue, silences(), clock.pendingCount]).toEqual([false, 0, 0]);
	});

	it("is overdue after the maximum silence, and reports it once", async () => {
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

	it("is not overdue while messages arrive", async () => {
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

	it("is overdue after a sleep before any timer has fired", () => {
		const { clock, watch, silences } = setUp();
		watch.start(30_000);
		clock.jump(31_000);
		expect([watch.isOverdue, silences()]).toEqual([true, 0]);
		watch.recordTraffic();
		expect(watch.isOverdue).toBe(false);
	});

	it("does nothing after it was stopped", async () => {
		const { clock, watch, silences } = setUp();
		watch.start(30_000);
		watch.stop();
		await clock.advance(600_000);
		expect([silences(), clock.pendingCount]).toEqual([0, 0]);
	});
});
