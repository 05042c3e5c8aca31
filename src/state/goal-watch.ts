import type { Instant } from "./clock";
import { goalReached, type Goals } from "./goals";

/** What a live event added to the number that a goal measures. */
export type Gain = {
	/** When it was told. */
	readonly at: Instant;
	/** Undefined where only the service can say by how much, when it is asked. */
	readonly amount: number | undefined;
};

/** One look at the number that a goal measures. */
export type GoalLook = {
	/** Undefined while it is unknown. */
	readonly reached: number | undefined;
	/** Whether it may be trusted: the link is up, and what was missed has been counted. */
	readonly isSure: boolean;
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
	readonly #recall: (period: string) => number | undefined;
	#period: string | undefined;
	/** What was last known for sure. */
	#reached: number | undefined;
	#highest = -Infinity;
	/** Live events that are not judged yet: what was missed before them has to be counted first. */
	#gains: readonly Gain[] = [];

	/** @param recall The highest goal that another run of the plugin has seen crossed in a period. */
	constructor(goals: Goals, recall: (period: string) => number | undefined) {
		this.#goals = goals;
		this.#recall = recall;
	}

	look({ reached, isSure, period, gain, ageOf }: GoalLook): GoalCrossing | undefined {
		if (gain) this.#gains = [...this.#gains, gain];
		this.#gains = this.#gains.filter(({ at }) => ageOf(at) <= maxAgeMs);
		if (reached === undefined || !isSure) return undefined;
		if (period !== this.#period) this.#begin(period, reached);
		const before = this.#beforeGains(reached);
		this.#reached = reached;
		const crossed = goalReached(reached, this.#goals) ?? -Infinity;
		const isNew = crossed > this.#highest && crossed > (goalReached(before, this.#goals) ?? -Infinity);
		this.#highest = Math.max(this.#highest, crossed);
		const [first] = this.#gains;
		// A figure that only the service knows moves when it is read, soon after the event.
		if (reached > before || !this.#gains.some(({ amount }) => amount === undefined)) this.#gains = [];
		return isNew && first ? { goal: crossed, at: first.at } : undefined;
	}

	/** In a new period the number begins at what it was before the event with which one noticed; else at what it is. */
	#begin(period: string, reached: number): void {
		const isFirstLook = this.#period === undefined;
		this.#period = period;
		this.#highest = this.#recall(period) ?? -Infinity;
		this.#reached = isFirstLook ? reached : reached - this.#sumOfGains();
	}

	/** What the number was before the live events that are being judged; what was missed before them is no part of it. */
	#beforeGains(reached: number): number {
		const known = this.#reached ?? reached;
		if (this.#gains.some(({ amount }) => amount === undefined)) return known;
		return Math.max(known, reached - this.#sumOfGains());
	}

	#sumOfGains(): number {
		return this.#gains.reduce((sum, { amount = 0 }) => sum + amount, 0);
	}
}
