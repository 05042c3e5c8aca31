import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { ServiceClock } from "../../../../src/state/time/service-clock";
import { VirtualClock } from "../../../world/fakes/virtual-clock";
import { SkewedClock } from "../../../world/fakes/skewed-clock";

const origin = "https://service.example";
const hourMs = 3_600_000;

/** Creates a service whose clock is ahead of the computer's by this time. */
function setUp(aheadMs: number) {
	const computer = new VirtualClock(Date.UTC(2026, 2, 4, 12));
	let setByMs = 0;
	const clock = new ServiceClock(new SkewedClock(computer, () => setByMs));
	const startMs = computer.now() + aheadMs;
	const serviceMs = () => startMs + computer.elapsedMs();
	const answer = (ageMs = 0) => {
		clock.noteDate(Math.floor((serviceMs() - ageMs) / 1000) * 1000, origin);
	};
	const set = (byMs: number) => void (setByMs = byMs);
	return { computer, clock, set, serviceMs, answer, behindMs: () => serviceMs() - clock.now() };
}

describe("the service's clock", () => {
	it("equals the computer's until the service has sent its time", () => {
		const { computer, clock } = setUp(hourMs);
		expect(clock.now()).toBe(computer.now());
		clock.noteEvent(computer.now() + 500);
		expect(clock.now()).toBe(computer.now());
	});

	it.each([-2 * hourMs, -90_000, 0, 90_000, 2 * hourMs])(
		"is exact to a second with a computer clock that is %i ms off",
		async (aheadMs) => {
			const { computer, answer, behindMs } = setUp(aheadMs);
			await computer.advance(700);
			answer();
			expect(behindMs()).toBeGreaterThanOrEqual(0);
			expect(behindMs()).toBeLessThan(1_000);
		},
	);

	it.each([-hourMs, hourMs])(
		"continues unchanged when the computer's clock is set by %i ms",
		async (byMs) => {
			const { computer, clock, answer, set } = setUp(hourMs);
			answer();
			const beforeMs = clock.now();
			set(byMs);
			expect(clock.now()).toBe(beforeMs);
			await computer.advance(5_000);
			expect(clock.now()).toBe(beforeMs + 5_000);
		},
	);

	it("is never ahead and never goes back, regardless of the age of responses", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.record({ pauseMs: fc.nat(4_000), ageMs: fc.nat(120_000) }), { maxLength: 30 }),
				async (steps) => {
					const { computer, clock, answer, behindMs } = setUp(hourMs);
					await computer.advance(300);
					answer();
					let lastMs = clock.now();
					for (const { pauseMs, ageMs } of steps) {
						await computer.advance(pauseMs);
						answer(ageMs);
						expect(behindMs()).toBeGreaterThanOrEqual(0);
						expect(behindMs()).toBeLessThanOrEqual(1_000);
						expect(clock.now()).toBeGreaterThanOrEqual(lastMs);
						lastMs = clock.now();
					}
				},
			),
			{ numRuns: 60 },
		);
	});

	it("is exact with the first response after a sleep in which the elapsed time stood still", () => {
		const { computer, clock, answer } = setUp(0);
		answer();
		computer.jump(9 * hourMs);
		clock.noteDate(computer.now(), origin);
		expect(clock.now()).toBe(computer.now());
	});

	it("continues after such a sleep as if time had elapsed, even if the computer's clock is set as well", async () => {
		const { computer, clock, answer, set } = setUp(hourMs);
		answer();
		await computer.advance(5_000);
		const beforeMs = clock.now();
		computer.jump(30 * hourMs);
		set(-2 * hourMs);
		expect(clock.now()).toBe(beforeMs + 30 * hourMs);
		set(0);
		expect(clock.now()).toBe(beforeMs + 30 * hourMs);
		answer(30 * hourMs);
		expect(clock.now()).toBe(beforeMs + 30 * hourMs);
	});

	it("follows a service whose clock is set back, after some time", async () => {
		const { computer, clock } = setUp(0);
		clock.noteDate(computer.now() + hourMs, origin);
		for (let minutes = 0; minutes < 12; minutes++) {
			await computer.advance(60_000);
			clock.noteDate(computer.now(), origin);
		}
		expect(clock.now()).toBe(computer.now());
	});

	it("takes a new second from an event, but not a time that is years ahead", () => {
		const { clock, answer } = setUp(0);
		answer();
		const nowMs = clock.now();
		clock.noteEvent(nowMs + 900);
		expect(clock.now()).toBe(nowMs + 900);
		clock.noteEvent(nowMs + 365 * 24 * hourMs);
		expect(clock.now()).toBe(nowMs + 900);
	});

	it("is not set back by an older response or event", async () => {
		const { computer, clock, answer } = setUp(0);
		await computer.advance(10_000);
		answer();
		clock.noteEvent(clock.now() + 2_000);
		const nowMs = clock.now();
		clock.noteEvent(nowMs - 5_000);
		clock.noteEvent(nowMs + 2_001);
		answer();
		expect(clock.now()).toBe(nowMs);
		expect(nowMs).toBe(computer.now() + 2_000);
	});

	it("is exact with the first fresh response, even after old ones", async () => {
		const { computer, answer, behindMs } = setUp(hourMs);
		for (const ageMs of [60_000, 90_000, 30_000, 0]) {
			await computer.advance(1_000);
			answer(ageMs);
		}
		expect(behindMs()).toBeLessThan(1_000);
	});

	it.each([
		[3_000, "stays"],
		[3_001, "goes back"],
	] as const)("when all responses are %i ms behind for ten minutes, %s", async (lessMs, what) => {
		const { computer, clock } = setUp(0);
		clock.noteDate(computer.now() + lessMs, origin);
		await computer.advance(600_000);
		clock.noteDate(computer.now(), origin);
		expect(clock.now()).toBe(computer.now() + lessMs);
		await computer.advance(1);
		clock.noteDate(computer.now(), origin);
		expect(clock.now()).toBe(computer.now() + (what === "stays" ? lessMs : 0));
	});

	it("does not treat less than two seconds as a sleep", async () => {
		const { computer, clock, answer } = setUp(0);
		await computer.advance(10_000);
		answer();
		const nowMs = clock.now();
		computer.jump(1_999);
		expect(clock.now()).toBe(nowMs);
		computer.jump(1);
		expect(clock.now()).toBe(nowMs + 2_000);
	});

	it("schedules by the computer's clock, which it also returns", async () => {
		const { computer, clock, answer } = setUp(hourMs);
		answer();
		const rung: number[] = [];
		clock.schedule(() => rung.push(clock.elapsedMs()), 500);
		await computer.advance(1_000);
		expect(rung).toEqual([500]);
		expect(clock.wallMs()).toBe(computer.now());
	});

	it("starts again for another service", () => {
		const { computer, clock, answer } = setUp(hourMs);
		answer();
		clock.noteDate(computer.now() - hourMs, "https://other.example");
		expect(clock.now()).toBe(computer.now() - hourMs);
		clock.noteDate(NaN, origin);
		expect(clock.now()).toBe(computer.now() - hourMs);
	});
});
