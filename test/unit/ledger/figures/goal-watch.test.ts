import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { GoalWatch, type GoalSample } from "../../../../src/ledger/figures/goal-watch";
import type { Goals } from "../../../../src/state/counters/goals";

/** A counter's value with goals, and a clock. */
class Rig {
	readonly fired: number[] = [];
	readonly kept = new Map<string, number>();
	value = 0;
	nowMs = 0;
	period = "day 1";
	isExact = true;
	readonly #goals: Goals;
	#watch: GoalWatch;

	constructor(goals: Goals, value = 0) {
		this.#goals = goals;
		this.value = value;
		this.#watch = this.#start();
		this.update();
	}

	restart(): void {
		this.#watch = this.#start();
		this.update();
	}

	/** Applies a pushed event. */
	live(amount = 1): void {
		this.value += amount;
		const at = { wallMs: this.nowMs, uptimeMs: this.nowMs };
		this.update({ gain: { at, amount: () => amount } });
	}

	/** Changes the number for another reason: a snapshot, a deletion. */
	move(amount: number): void {
		this.value = Math.max(0, this.value + amount);
		this.update();
	}

	update(patch: Partial<GoalSample> = {}): void {
		const ageOf: GoalSample["ageOf"] = ({ uptimeMs }) => this.nowMs - uptimeMs;
		const { value, isExact, period } = this;
		const now = { wallMs: this.nowMs, uptimeMs: this.nowMs };
		const crossing = this.#watch.update({ value, isExact, period, now, ageOf, ...patch });
		if (!crossing) return;
		expect(ageOf(crossing.at)).toBeLessThanOrEqual(2_000);
		this.fired.push(crossing.goal);
		this.kept.set(this.period, crossing.goal);
	}

	#start(): GoalWatch {
		return new GoalWatch(this.#goals, (period) => this.kept.get(period));
	}
}

describe("a goal", () => {
	it("fires once, on the event that reaches it", () => {
		const rig = new Rig({ goal: 3 });
		for (let events = 1; events <= 5; events++) rig.live();
		expect(rig.fired).toEqual([3]);
	});

	it("is followed by further goals; an event that passes several fires once", () => {
		const rig = new Rig({ goal: 10, goalStep: 5 });
		rig.live(9);
		rig.live(1);
		rig.live(12);
		rig.live(3);
		expect(rig.fired).toEqual([10, 20, 25]);
	});

	it("does not fire at a start above it", () => {
		const rig = new Rig({ goal: 3 }, 7);
		rig.live();
		expect(rig.fired).toEqual([]);
	});

	it("does not fire for missed events", () => {
		const rig = new Rig({ goal: 3 }, 2);
		rig.move(4);
		rig.live();
		expect(rig.fired).toEqual([]);
	});

	it("fires after a number that was too high for a moment, because an earlier list had been behind the totals", () => {
		const rig = new Rig({ goal: 3 }, 2);
		rig.value = 4;
		rig.update({ isDisputed: true });
		rig.move(-2);
		rig.live();
		expect(rig.fired).toEqual([3]);
	});

	it("does not fire again after a fall, not even after a restart", () => {
		const rig = new Rig({ goal: 3 }, 2);
		rig.live();
		rig.move(-1);
		rig.live();
		rig.move(-2);
		rig.restart();
		rig.live(4);
		expect(rig.fired).toEqual([3]);
	});

	it("starts again in a new period, also if its first event is the first sign of it", () => {
		const rig = new Rig({ goal: 1 }, 5);
		Object.assign(rig, { period: "day 2", value: 0 });
		rig.live();
		expect(rig.fired).toEqual([1]);
	});

	it("waits until events missed before the event are counted", () => {
		const rig = new Rig({ goal: 10 }, 8);
		rig.isExact = false;
		rig.live();
		rig.nowMs += 500;
		rig.isExact = true;
		rig.move(1);
		expect(rig.fired).toEqual([10]);
	});

	it("does not fire if the missed events had reached it", () => {
		const rig = new Rig({ goal: 10 }, 9);
		rig.isExact = false;
		rig.live();
		rig.isExact = true;
		rig.move(1);
		expect(rig.fired).toEqual([]);
	});

	it("fires within two seconds or never", () => {
		const rig = new Rig({ goal: 10 }, 9);
		rig.isExact = false;
		rig.live();
		rig.nowMs += 2_001;
		rig.isExact = true;
		rig.update();
		expect(rig.fired).toEqual([]);
	});

	it("of a service figure fires when the figure is read soon after the event", () => {
		const rig = new Rig({ goal: 100 }, 95);
		rig.update({ gain: { at: { wallMs: 0, uptimeMs: 0 }, amount: undefined } });
		rig.nowMs += 1_600;
		rig.move(10);
		expect(rig.fired).toEqual([100]);
	});

	it("does not fire for a read soon after an event that was already evaluated", () => {
		for (const [amount, then] of [
			[1, 1],
			[0, 2],
		] as const) {
			const rig = new Rig({ goal: 10 }, 8);
			rig.live(amount);
			rig.move(then);
			expect(rig.fired).toEqual([]);
		}
		const figure = new Rig({ goal: 100 }, 95);
		figure.update({ gain: { at: { wallMs: 0, uptimeMs: 0 }, amount: undefined } });
		figure.nowMs += 2_001;
		figure.move(2);
		figure.move(10);
		expect(figure.fired).toEqual([]);
	});

	it("of a service figure fires even if a read that began before the event is applied after it", () => {
		const rig = new Rig({ goal: 100 }, 95);
		const gain = { at: { wallMs: 0, uptimeMs: 0 }, amount: undefined };
		rig.update({ gain });
		rig.nowMs += 500;
		rig.move(2);
		rig.nowMs += 6_000;
		rig.move(10);
		expect(rig.fired).toEqual([100]);
	});

	it("of a service figure fires after three donations in a row whose figure follows seconds later", () => {
		const rig = new Rig({ goal: 3 }, 0);
		for (const nowMs of [0, 1_700, 3_400]) {
			rig.nowMs = nowMs;
			rig.update({ gain: { at: { wallMs: nowMs, uptimeMs: nowMs }, amount: undefined } });
			if (nowMs === 0) rig.move(1);
		}
		rig.nowMs = 6_700;
		rig.move(2);
		expect(rig.fired).toEqual([3]);
	});

	it("of a service figure does not fire if it is read long after the event", () => {
		const rig = new Rig({ goal: 100 }, 95);
		rig.update({ gain: { at: { wallMs: 0, uptimeMs: 0 }, amount: undefined } });
		rig.nowMs += 15_001;
		rig.move(10);
		expect(rig.fired).toEqual([]);
	});

	it("does not fire on the event with which tracking starts", () => {
		const watch = new GoalWatch({ goal: 3 }, () => undefined);
		const gain = { at: { wallMs: 0, uptimeMs: 0 }, amount: () => 1 };
		expect(
			watch.update({ value: 3, isExact: true, period: "day 1", gain, now: gain.at, ageOf: () => 0 }),
		).toBeUndefined();
	});

	it("fires live or never, at most once for each period, in any history", () => {
		const step = fc.oneof(
			fc.record({ kind: fc.constant("live" as const), amount: fc.integer({ min: 1, max: 7 }) }),
			fc.record({ kind: fc.constant("move" as const), amount: fc.integer({ min: -7, max: 7 }) }),
			fc.record({ kind: fc.constantFrom("lose" as const, "find" as const), amount: fc.nat(3_000) }),
			fc.record({ kind: fc.constantFrom("restart" as const, "midnight" as const), amount: fc.constant(0) }),
		);
		const goals = fc.record({
			goal: fc.integer({ min: 1, max: 20 }),
			goalStep: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
		});
		fc.assert(
			fc.property(goals, fc.array(step, { maxLength: 60 }), (goal, steps) => {
				const rig = new Rig(goal);
				const seen = new Map<string, number[]>();
				let lastLiveMs = -Infinity;
				let days = 1;
				for (const { kind, amount } of steps) {
					const before = rig.fired.length;
					if (kind === "live") {
						lastLiveMs = rig.nowMs;
						rig.live(amount);
					} else if (kind === "move") rig.move(amount);
					else if (kind === "restart") rig.restart();
					else if (kind === "midnight") {
						Object.assign(rig, { period: `day ${++days}`, value: 0 });
						rig.update();
					} else {
						rig.nowMs += amount;
						rig.isExact = kind === "find";
						rig.update();
					}
					const fired = rig.fired.slice(before);
					if (fired.length === 0) continue;
					expect(fired).toHaveLength(1);
					expect(rig.nowMs - lastLiveMs).toBeLessThanOrEqual(2_000);
					expect(rig.value).toBeGreaterThanOrEqual(fired[0] ?? Infinity);
					seen.set(rig.period, [...(seen.get(rig.period) ?? []), ...fired]);
				}
				for (const goalsOfPeriod of seen.values()) {
					expect(goalsOfPeriod).toEqual([...new Set(goalsOfPeriod)].sort((a, b) => a - b));
				}
			}),
			{ numRuns: 500 },
		);
	});
});
