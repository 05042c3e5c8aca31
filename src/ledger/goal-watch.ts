import type { Instant } from "../state/clock";
import { highestReachedGoal, type Goals } from "../state/goals";

/** What a live event added to the number that a goal measures. */
export type Gain = {
	/** When it was told. */
	readonly at: Instant;
	/** Undefined where only the service can say by how much, when it is asked. */
	readonly amount: number | undefined;
};

/** One look at the number that a goal measures. */
export type GoalSample = {
	/** Undefined while it is unknown. */
	readonly value: number | undefined;
	/** Whether it may be trusted: the link is up, and what was missed has been counted. */
	readonly isExact: boolean;
	/** What the number belongs to: the day's start, the session's. */
	readonly period: string;
	/** What has just come live, if that is why one looks. */
	readonly gain?: Gain | undefined;
	/** How long ago that was, milliseconds. */
	readonly ageOf: (instant: Instant) => number;
};

/** A goal that a live event has crossed. */
export type GoalCrossing = { readonly goal: number; readonly at: Instant };

/** Later than this, nothing is done about an event any more. */
const maxAgeMs = 2_000;

/**
 * Tells when a live event crosses a goal: once for each goal and period. Whatever else raises the number (what was
 * missed, a look, a start, a test) makes the goals below it count as reached, and nobody is told. So does a fall and a
 * second rise.
 */
export class GoalWatch {
	readonly #goals: Goals;
	readonly #storedHighest: (period: string) => number | undefined;
	#period: string | undefined;
	/** What was last known for sure. */
	#lastValue: number | undefined;
	#highest = -Infinity;
	/** Live events that are not judged yet: what was missed before them has to be counted first. */
	#gains: readonly Gain[] = [];

	/** @param storedHighest The highest goal that another run of the plugin has seen crossed in a period. */
	constructor(goals: Goals, storedHighest: (period: string) => number | undefined) {
		this.#goals = goals;
		this.#storedHighest = storedHighest;
	}

	update({ value, isExact, period, gain, ageOf }: GoalSample): GoalCrossing | undefined {
		if (gain) this.#gains = [...this.#gains, gain];
		this.#gains = this.#gains.filter(({ at }) => ageOf(at) <= maxAgeMs);
		if (value === undefined || !isExact) return undefined;
		if (period !== this.#period) this.#beginPeriod(period, value);
		const before = this.#valueBeforeGains(value);
		this.#lastValue = value;
		const crossed = highestReachedGoal(value, this.#goals) ?? -Infinity;
		const isNew = crossed > this.#highest && crossed > (highestReachedGoal(before, this.#goals) ?? -Infinity);
		this.#highest = Math.max(this.#highest, crossed);
		const [first] = this.#gains;
		// A figure that only the service knows moves when it is read, soon after the event.
		if (value > before || !this.#gains.some(({ amount }) => amount === undefined)) this.#gains = [];
		return isNew && first ? { goal: crossed, at: first.at } : undefined;
	}

	/** In a new period the number begins at what it was before the event with which one noticed; else at what it is. */
	#beginPeriod(period: string, value: number): void {
		const isFirstSample = this.#period === undefined;
		this.#period = period;
		this.#highest = this.#storedHighest(period) ?? -Infinity;
		this.#lastValue = isFirstSample ? value : value - this.#sumOfGains();
	}

	/** What the number was before the live events that are being judged; what was missed before them is no part of it. */
	#valueBeforeGains(value: number): number {
		const lastValue = this.#lastValue ?? value;
		if (this.#gains.some(({ amount }) => amount === undefined)) return lastValue;
		return Math.max(lastValue, value - this.#sumOfGains());
	}

	#sumOfGains(): number {
		return this.#gains.reduce((sum, { amount = 0 }) => sum + amount, 0);
	}
}
