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
	readonly now: Instant;
	/** Milliseconds since an instant. */
	readonly ageOf: (instant: Instant) => number;
};

/** A goal that a live event has crossed, and when that became known. */
export type GoalCrossing = { readonly goal: number; readonly at: Instant };

/** An event that is older than this triggers nothing. */
const maxAgeMs = 2_000;
/** A figure of the service may follow its event this much later: it is read at most every five seconds. */
const maxFigureAgeMs = 15_000;

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

	update({ value, isExact, period, gain, now, ageOf }: GoalSample): GoalCrossing | undefined {
		if (gain) this.#gains = [...this.#gains, gain];
		this.#gains = this.#gains.filter(
			({ at, amount }) => ageOf(at) <= (isFigureGain({ amount }) ? maxFigureAgeMs : maxAgeMs),
		);
		if (value === undefined || !isExact) return undefined;
		if (period !== this.#period) this.#beginPeriod(period, value);
		const before = this.#valueBeforeGains(value);
		this.#lastValue = value;
		const crossed = highestReachedGoal(value, this.#goals) ?? -Infinity;
		const isNew = crossed > this.#highest && crossed > (highestReachedGoal(before, this.#goals) ?? -Infinity);
		this.#highest = Math.max(this.#highest, crossed);
		const [first] = this.#gains;
		// A figure that has risen may lack the most recent events: the read may have begun before them.
		if (value > before)
			this.#gains = this.#gains.filter((gain) => isFigureGain(gain) && ageOf(gain.at) <= maxAgeMs);
		else if (!this.#gains.some(isFigureGain)) this.#gains = [];
		if (!isNew || !first) return undefined;
		// Until the figure is read, nobody can know that the goal is crossed.
		return { goal: crossed, at: isFigureGain(first) ? now : first.at };
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
		if (this.#gains.some(isFigureGain)) return lastValue;
		return Math.max(lastValue, value - this.#sumOfGains());
	}

	#sumOfGains(): number {
		return this.#gains.reduce((sum, { amount = 0 }) => sum + amount, 0);
	}
}

/** Whether only the service knows by how much the event raises the number. */
function isFigureGain({ amount }: Pick<Gain, "amount">): boolean {
	return amount === undefined;
}
