import { describe, expect, it } from "vitest";

import { includeSystemSleep } from "../../../src/host/system-clock";

function setUp(resolutionS = 0.01) {
	const time = { elapsedMs: 400, sleptMs: 0 };
	const uptimeMs = includeSystemSleep(
		() => time.elapsedMs,
		() => Math.floor((50_000 + time.elapsedMs + time.sleptMs) / 1_000 / resolutionS) * resolutionS,
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

	it("is the time of the timers if the system does not report it", () => {
		const uptimeMs = includeSystemSleep(
			() => 700,
			() => {
				throw new Error("uv_uptime");
			},
		);
		expect(uptimeMs()).toBe(700);
	});
});
