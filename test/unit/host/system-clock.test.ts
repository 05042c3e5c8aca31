import { describe, expect, it } from "vitest";

import { includeSystemSleep } from "../../../src/host/system-clock";

function setUp(resolutionS = 0.01) {
	const time = { elapsedMs: 400, sleptMs: 0, clockChangeMs: 0, readCount: 0 };
	const uptimeMs = includeSystemSleep(
		{
			elapsedMs: () => time.elapsedMs,
			wallMs: () => Math.floor(1e12 + time.elapsedMs + time.sleptMs + time.clockChangeMs),
		},
		() => {
			time.readCount++;
			return Math.floor((50_000 + time.elapsedMs + time.sleptMs) / 1_000 / resolutionS) * resolutionS;
		},
	);
	return { time, uptimeMs };
}

describe("the computer's uptime", () => {
	it.each([0.01, 1])("advances with time if the system reports it in steps of %f s", (resolutionS) => {
		const { time, uptimeMs } = setUp(resolutionS);
		for (; time.elapsedMs < 20_000; time.elapsedMs += 130) expect(uptimeMs()).toBe(time.elapsedMs);
	});

	it.each([0.01, 1])(
		"includes every system sleep if the system reports it in steps of %f s",
		(resolutionS) => {
			const { time, uptimeMs } = setUp(resolutionS);
			for (const sleepMs of [3_600_000, 30_000]) {
				time.sleptMs += sleepMs;
				time.elapsedMs += 770;
				expect(Math.abs(uptimeMs() - time.elapsedMs - time.sleptMs)).toBeLessThanOrEqual(resolutionS * 1_000);
			}
		},
	);

	it("includes a sleep and no change of the system clock, if both happen between two calls", () => {
		const { time, uptimeMs } = setUp();
		time.sleptMs += 30_000;
		time.clockChangeMs -= 3_600_000;
		expect(uptimeMs() - time.elapsedMs).toBeCloseTo(30_000, -2);
		time.clockChangeMs += 7_200_000;
		expect(uptimeMs() - time.elapsedMs).toBeCloseTo(30_000, -2);
	});

	it("is read only after the system clock moved", () => {
		const { time, uptimeMs } = setUp();
		const initialCount = time.readCount;
		for (; time.elapsedMs < 20_000; time.elapsedMs += 13.7) uptimeMs();
		expect(time.readCount).toBe(initialCount);
	});

	it("is the time of the timers if the system does not report it", () => {
		const uptimeMs = includeSystemSleep({ elapsedMs: () => 700, wallMs: () => 1e12 }, () => {
			throw new Error("uv_uptime");
		});
		expect(uptimeMs()).toBe(700);
	});
});
