import type { Instant } from "../../state/time/clock";
import { highestReachedGoal, type Goals } from "../../state/counters/goals";
import { maxCrossingAgeMs, maxFigureAgeMs, maxListedAgeMs } from "../timing";

/** Contribution of a pushed event to the number that a goal measures. */
export type Gain = {
	/** Arrival time of the push. */
	readonly at: Instant;
	/** Returns what the event adds now: nothing once it is deleted. Undefined if the total or the list has to be read first. */
	readonly amount: (() => number) | undefined;
	/** Whether the list has been read for the amount. Absent for a total: nothing shows which events it includes. */
	readonly isRead?: (() => boolean) | undefined;
};

export type GoalSample = {
	readonly value: number | undefined;
	/** Whether the value is exact: the channel is connected, and missed events have been counted. */
	readonly isExact: boolean;
	/** Whether a total, the list or a push contradicts the value, which may fall soon. */
	readonly isDisputed?: boolean;
	/** Identifies the period of the number, such as the start of the day or of the session. */
	readonly period: string;
	/** The pushed event that caused the sample, if any. */
	readonly gain?: Gain | undefined;
	readonly now: Instant;
	readonly ageOf: (instant: Instant) => number;
};

/** A goal that a pushed event crossed, and the time when the crossing was detected. */
export type GoalCrossing = { readonly goal: number; readonly at: Instant };

/**
 * Detects when a pushed event crosses a goal. If the number rises for another reason (missed events, a sync, a start, a test),
 * the goals below it count as reached without a report. So does a second rise after a fall.
 *
 * Invariant: each goal is reported at most once per period.
 */
export class GoalWatch {
	readonly #goals: Goals;
	readonly #storedHighest: (period: string) => number | undefined;
	#period: string | undefined;
	#lastValue: number | undefined;
	#highest = -Infinity;
	/** Pushed events that are not evaluated yet, because missed events have to be counted first. */
	#gains: readonly Gain[] = [];

	/** @param storedHighest Returns the highest goal that an earlier run reported for a period. */
	constructor(goals: Goals, storedHighest: (period: string) => number | undefined) {
		this.#goals = goals;
		this.#storedHighest = storedHighest;
	}

	update(sample: GoalSample): GoalCrossing | undefined {
		const { value, isExact, isDisputed = false, period, gain, now, ageOf } = sample;
		if (gain) this.#gains = [...this.#gains, gain];
		this.#gains = this.#gains.filter((each) => ageOf(each.at) <= maxAgeMs(each));
		if (value === undefined || !isExact) return undefined;
		if (period !== this.#period) this.#beginPeriod(period, value);
		const before = this.#valueBeforeGains(value);
		this.#lastValue = value;
		const crossed = highestReachedGoal(value, this.#goals) ?? -Infinity;
		const isNew =
			crossed > this.#highest &&
			crossed > (highestReachedGoal(before, this.#goals) ?? -Infinity) &&
			crossed > (this.#storedHighest(period) ?? -Infinity);
		if (isNew || !isDisputed) this.#highest = Math.max(this.#highest, crossed);
		const [first] = this.#gains;
		// A figure that has risen may not include the most recent events: the request may have begun before them.
		const mayBeIncluded = ({ at }: Gain) => value > before && ageOf(at) > maxCrossingAgeMs;
		this.#gains = this.#gains.filter(
			(gain) => gain.amount === undefined && !(gain.isRead?.() ?? mayBeIncluded(gain)),
		);
		if (!isNew || !first) return undefined;
		// The crossing is only detected when the figure is fetched.
		return { goal: crossed, at: first.amount === undefined ? now : first.at };
	}

	/** Starts a new period at the value before the pending events. The first sample starts at its own value. */
	#beginPeriod(period: string, value: number): void {
		const isFirstSample = this.#period === undefined;
		this.#period = period;
		this.#highest = -Infinity;
		this.#lastValue = isFirstSample ? value : value - this.#sumOfGains();
	}

	/** Returns the value before the pending pushed events. Events missed before them are included in it. */
	#valueBeforeGains(value: number): number {
		const lastValue = this.#lastValue ?? value;
		if (this.#gains.some(({ amount }) => amount === undefined)) return lastValue;
		return Math.max(lastValue, value - this.#sumOfGains());
	}

	#sumOfGains(): number {
		return this.#gains.reduce((sum, { amount }) => sum + (amount?.() ?? 0), 0);
	}
}

/** Returns how long after its event the gain can cross a goal, in milliseconds. */
function maxAgeMs({ amount, isRead }: Gain): number {
	if (amount !== undefined) return maxCrossingAgeMs;
	return isRead ? maxListedAgeMs : maxFigureAgeMs;
}
