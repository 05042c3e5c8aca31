import { afterEach, describe, expect, it } from "vitest";

import { refreshTimeZone, watchTimeZone } from "../../../src/host/time-zone";
import { periodStartMs } from "../../../src/state/time/periods";
import { VirtualClock } from "../../world/fakes/virtual-clock";

const zoneBefore = process.env["TZ"];

afterEach(() => {
	if (zoneBefore === undefined) delete process.env["TZ"];
	else process.env["TZ"] = zoneBefore;
});

describe("the computer's time zone", () => {
	it("is detected within a minute when it changes, once", async () => {
		process.env["TZ"] = "Europe/Paris";
		const clock = new VirtualClock();
		const changes: number[] = [];
		const stop = watchTimeZone(clock, () => changes.push(periodStartMs("today", clock.now())));
		await clock.advance(60_000);
		expect(changes).toEqual([]);
		process.env["TZ"] = "Asia/Tokyo";
		await clock.advance(60_000);
		expect(changes).toEqual([Date.UTC(2026, 2, 3, 15)]);
		stop();
		process.env["TZ"] = "UTC";
		await clock.advance(60_000);
		expect(changes).toHaveLength(1);
		expect(clock.pendingCount).toBe(0);
	});

	it("is read again without a change of the environment", () => {
		delete process.env["TZ"];
		refreshTimeZone();
		expect("TZ" in process.env).toBe(false);
		process.env["TZ"] = "Asia/Tokyo";
		refreshTimeZone();
		expect(process.env["TZ"]).toBe("Asia/Tokyo");
		expect(new Date(0).getTimezoneOffset()).toBe(-540);
	});
});
