import { describe, expect, it } from "vitest";

import { InputLag } from "../../../../src/actions/keys/input-lag";
import { msSince } from "../../../../src/state/time/clock";
import { VirtualClock } from "../../../world/fakes/virtual-clock";

/** Creates a process whose event loop turns on command. Pending input is read after the timers, or before them. */
function setUp() {
	const clock = new VirtualClock();
	const waiting: (() => void)[] = [];
	const watch = new InputLag(clock, (callback) => waiting.push(callback));
	const read = () => {
		for (const callback of waiting.splice(0)) callback();
	};
	const live = async (durationMs: number) => {
		for (let passedMs = 0; passedMs < durationMs; passedMs += 50) {
			read();
			await clock.advance(50);
		}
		read();
	};
	return { clock, watch, read, live, ageMs: () => msSince(watch.sentAfter, clock) };
}

describe("input read by a running process", () => {
	it("was sent a moment ago", async () => {
		const { live, watch, ageMs } = setUp();
		for (let round = 0; round < 20; round++) {
			await live(150);
			expect(ageMs()).toBe(0);
			expect(watch.isLagging).toBe(false);
		}
	});
});

describe("input read by a process that was suspended", () => {
	it("may have been sent before the suspension", async () => {
		const { clock, live, watch, ageMs } = setUp();
		await live(1_000);
		await clock.advance(20_000);
		expect(ageMs()).toBeGreaterThanOrEqual(20_000);
		expect(watch.isLagging).toBe(true);
	});

	it("may have waited if the next sample is overdue", async () => {
		const { clock, read, watch, ageMs } = setUp();
		read();
		await clock.advance(600);
		expect(watch.isLagging).toBe(false);
		expect(ageMs()).toBe(0);
		await clock.advance(1);
		expect(watch.isLagging).toBe(true);
		expect(ageMs()).toBe(601);
	});

	it("may have waited even if its timers fired before it was read", async () => {
		const { clock, live, read, ageMs } = setUp();
		await live(1_000);
		// The scheduled timer fires in here, and nothing has been read since.
		await clock.advance(20_000);
		expect(ageMs()).toBeGreaterThanOrEqual(20_000);
		read();
		expect(ageMs()).toBeLessThan(20_000);
		await live(600);
		expect(ageMs()).toBe(0);
	});

	it("may have waited in a sleeping computer whose timers stood still", async () => {
		const { clock, live, ageMs } = setUp();
		await live(1_000);
		clock.jump(8 * 3_600_000);
		expect(ageMs()).toBeGreaterThanOrEqual(8 * 3_600_000);
		await live(600);
		expect(ageMs()).toBe(0);
	});
});

describe("input that was read and queued", () => {
	it("keeps the age at which it was read", async () => {
		const { clock, watch, live, ageMs } = setUp();
		await live(1_000);
		const { sentAfter } = watch;
		await live(5_000);
		const seen: unknown[] = [];
		const fail = () => {
			seen.push(watch.sentAfter, watch.isLagging);
			throw new Error("no use for it");
		};
		expect(() => watch.replay(sentAfter, fail)).toThrow();
		expect(seen).toEqual([sentAfter, true]);
		expect(ageMs()).toBe(0);
		await clock.advance(1);
	});
});
