import type { CounterQuery } from "../../../../src/state/counters/counter-query";
import { highestReachedGoal } from "../../../../src/state/counters/goals";
import { measuredIn, typeByMetric } from "./expected-value";
import { ExpectedValues } from "./expected-values";
import { describeGoalKey, displayedNumber, goals, type GoalKey, type SentGoal } from "../user/goal-keys";
import type { World } from "../world";

/** Time within which a goal that a live event crossed has to fire. */
const deadlineMs = 12_000;
/** An own event is included in the total within this time. */
const maxTotalDelayMs = 10_000;
/** Pushes that were sent within this time can arrive in any order, also if none is late, in milliseconds. */
const reorderMs = 1_000;
/** An event that is dated back before the only page of a list counts with the next totals, in milliseconds. */
const nextTotalsMs = 10_000;

/** A late event or a change is listed within this time, in milliseconds. */
const maxListedDelayMs = 30_000;

/** A goal that a live event has crossed. */
type Expectation = {
	readonly key: GoalKey;
	readonly goal: number;
	/** Monotonic time of the event, in milliseconds. */
	readonly atMs: number;
	/** Whether no later change excuses the plugin. */
	readonly isValid: () => boolean;
};

export type GoalExpectationsOptions = {
	readonly world: World;
	readonly keys: readonly GoalKey[];
	/** Whether the key is on the deck, visible or hidden. */
	readonly isPlaced: (key: GoalKey) => boolean;
	/** Whether goals are watched, and no fault is active or recent. */
	readonly isCalm: () => boolean;
	/** Returns whether the plugin displays the number as complete. An incomplete one reaches no goal. */
	readonly isKnown: (query: CounterQuery) => boolean;
	/** Changes whenever a fault begins or ends, an event is removed, or keys disappear. */
	readonly disturbances: () => string;
};

/** Checks that no goal is missed: without faults, each goal that a live event crosses for the first time fires. */
export class GoalExpectations {
	readonly #options: GoalExpectationsOptions;
	/** The highest values so far, by key and period. */
	readonly #highest = new Map<string, number>();
	readonly #expected: ExpectedValues;
	#pending: Expectation[] = [];
	/** Monotonic time of the last late event, edit or deletion, by type. */
	readonly #lateAtMs = new Map<string, number>();

	constructor(options: GoalExpectationsOptions) {
		this.#options = options;
		// The time of a new event is unknown until its push arrives, and an unknown number reaches no goal.
		this.#expected = new ExpectedValues(options.world.service, { hasAllTimes: true });
	}

	/**
	 * Called before an event, or a pushed edit or deletion, takes place. A late event is dated too far back to cross a goal, and a
	 * change counts when the list shows it: the goals that they reach are not sent. That also applies to the live events of the
	 * type around them, because the pushes can arrive in any order, and the number may be too high before a deletion counts.
	 * @returns Callback to run after it has.
	 */
	beforeEvent(kind: "live" | "late" | "change", type: string): () => void {
		const { world, keys, isCalm, isKnown, isPlaced, disturbances } = this.#options;
		const before = keys.map((key) => this.#valueOf(key));
		const plugin = world.plugin();
		const atMs = world.clock.elapsedMs();
		const lateMs = reorderMs + world.service.maxLateMs;
		if (kind !== "live") {
			this.#lateAtMs.set(type, atMs);
			this.#pending = this.#pending.filter(
				({ key, atMs: otherMs }) => typeOf(key) !== type || atMs - otherMs > lateMs,
			);
		}
		// Pages of one entry do not overlap, so numbers can be too high for moments.
		const areListed = world.service.hasCommonKey && world.service.options.limitCap > 1;
		const isExpected = isCalm() && plugin.isExact && areListed;
		const orderedMs = world.service.isUnpaged ? nextTotalsMs : lateMs;
		const isOrdered = (key: GoalKey) => {
			const ageMs = atMs - (this.#lateAtMs.get(typeOf(key)) ?? -Infinity);
			// A late event or a change counts when the list shows it, which takes longer with small pages.
			return ageMs > (plugin.store.ledger.hasDisputes([typeOf(key)]) ? maxListedDelayMs : orderedMs);
		};
		const areKnown = keys.map(
			(key) =>
				isExpected && isPlaced(key) && isOrdered(key) && isKnown(key.query) && this.#isTotalCertain(key),
		);
		return () => {
			const since = disturbances();
			for (const [index, key] of keys.entries()) {
				const value = this.#valueOf(key);
				const name = this.#nameOf(key);
				const highest = Math.max(this.#highest.get(name) ?? -Infinity, before[index] ?? -Infinity);
				this.#highest.set(name, Math.max(highest, value));
				const goal = highestReachedGoal(value, goals) ?? -Infinity;
				const goalBefore = highestReachedGoal(highest, goals) ?? -Infinity;
				if (areKnown[index] !== true || goal <= goalBefore) continue;
				const isValid = () => since === disturbances() && plugin === world.plugin();
				this.#pending.push({ key, goal, atMs, isValid });
				world.tally.add("goal expected");
			}
		};
	}

	/** Records a goal that was sent. It is not sent again, even if an event that counted for it has been deleted quietly. */
	noteSent({ key, goal }: SentGoal): void {
		const name = this.#nameOf(key);
		this.#highest.set(name, Math.max(this.#highest.get(name) ?? -Infinity, goal));
		this.#pending = this.#pending.filter((other) => other.key !== key || other.goal > goal);
	}

	/**
	 * Called when the plugin may display other numbers. A wrong number during a fault can reach goals. They are not sent after its
	 * fall.
	 */
	noteDisplayed(): void {
		const { keys, isCalm, isKnown, world } = this.#options;
		if (isCalm()) return;
		const { store, clock } = world.plugin();
		const context = store.ledgerContext(clock.now());
		for (const key of keys) {
			const name = this.#nameOf(key);
			const value = isKnown(key.query) ? displayedNumber(key, store, context) : -Infinity;
			this.#highest.set(name, Math.max(this.#highest.get(name) ?? -Infinity, value));
		}
	}

	/** Reports goals that are overdue. */
	check(): void {
		const { world, isKnown } = this.#options;
		const nowMs = world.clock.elapsedMs();
		this.#pending = this.#pending.filter(({ isValid }) => isValid());
		for (const { key, goal, atMs } of this.#pending) {
			// A burst that is longer than what can be read leaves a number incomplete.
			if (nowMs - atMs < deadlineMs || !isKnown(key.query)) continue;
			const value = this.#valueOf(key);
			if (value >= goal) world.complain(`goal ${goal} of ${describeGoalKey(key)} was missed at ${value}`);
		}
		this.#pending = this.#pending.filter(({ atMs }) => nowMs - atMs < deadlineMs);
	}

	/** Returns the value that the goal measures: with several currencies, the account's own. */
	#valueOf({ query, offset }: GoalKey): number {
		const { service, plugin } = this.#options.world;
		const text = this.#expected.counter(query, plugin().store.state.sessionStartedAtMs);
		return measuredIn(text, service.currency) + offset;
	}

	/**
	 * Returns whether the displayed total includes all earlier events. It can be too low at the start, while the list changes as
	 * fast as it is read, and an event that the plugin posted is only included in the next total.
	 */
	#isTotalCertain({ query }: GoalKey): boolean {
		const { service, plugin, clock } = this.#options.world;
		if (query.scope !== "lifetime") return true;
		// An unordered list, or one with a single page, does not show that a total includes an event whose push is still under way.
		const isHidden = service.options.listOrder === "ignored" || service.isUnpaged;
		if (isHidden && service.maxLateMs > 0) return false;
		const isIncluded = clock.elapsedMs() - service.testedAtMs > maxTotalDelayMs;
		return isIncluded && !plugin().store.ledger.needsConfirmation;
	}

	/** Returns a name for the key and its current period. */
	#nameOf(key: GoalKey): string {
		const date = new Date(this.#options.world.clock.now());
		return `${describeGoalKey(key)} ${key.query.scope === "lifetime" ? "" : date.toDateString()}`;
	}
}

/** Returns the type of the events that the key counts. */
function typeOf({ query }: GoalKey) {
	return typeByMetric[query.metric];
}
