import type { CounterQuery } from "../../../src/state/counter-query";
import { deltaOf } from "../../../src/ledger/counter-delta";
import { instantOf, msSince, type Clock } from "../../../src/state/clock";
import { scopeStartMs } from "../../../src/ledger/counters";
import { GoalWatch } from "../../../src/ledger/goal-watch";
import type { EventBatch, Store } from "../../../src/state/store";

const goals = { goal: 2, goalStep: 3 };
/** An event that was created longer ago was not seen live. */
const maxEventAgeMs = 5_000;
/** A goal fires with a live event or soon after, while what was missed before it is being counted. */
const maxDelayMs = 2_000;

const watchedQueries: readonly CounterQuery[] = (["followers", "subscriptions", "hostings"] as const).map(
	(metric) => ({
		...{ metric, scope: "today", newOnly: false, uniqueOnly: false },
	}),
);

/** A goal that fired. */
export type FiredGoal = { readonly query: CounterQuery; readonly period: string; readonly goal: number };

/** Goals as keys have them, and what must never become of them. They outlive a restart, as the settings do. */
export class GoalsModel {
	readonly queries = watchedQueries;
	readonly complaints: string[] = [];
	readonly #highest = new Map<string, number>();
	readonly #onFired: (fired: FiredGoal) => void;
	#lastLiveEventAtMs = -Infinity;

	constructor(onFired: (fired: FiredGoal) => void) {
		this.#onFired = onFired;
	}

	/** @returns What is told of every batch that one process counts. */
	watch(store: Store, clock: Clock): (batch: EventBatch | undefined) => void {
		const goalWatches = watchedQueries.map((query) => {
			const goalKey = (period: string) => `${query.metric} ${period}`;
			const watch = new GoalWatch(goals, (period) => this.#highest.get(goalKey(period)));
			return { query, nameOf: goalKey, watch };
		});
		return (batch) => {
			if (batch?.source === "live") this.#lastLiveEventAtMs = clock.uptimeMs();
			for (const { query, nameOf: goalKey, watch } of goalWatches) {
				const context = store.ledgerContext(clock.now());
				const value = store.ledger.value(query, context);
				const period = String(scopeStartMs(query, context));
				const crossing = watch.update({
					value: value.kind === "count" ? value.count : undefined,
					isExact:
						store.state.link.phase === "live" &&
						store.state.confirmation === "confirmed" &&
						!(value.kind === "count" && value.isIncomplete),
					period,
					gain: gainOf(query, batch, store, clock),
					ageOf: (instant) => msSince(instant, clock),
				});
				if (crossing) this.#recordFired(goalKey(period), { query, period, goal: crossing.goal }, clock);
			}
		};
	}

	#recordFired(name: string, fired: FiredGoal, clock: Clock): void {
		const highest = this.#highest.get(name) ?? -Infinity;
		if (fired.goal <= highest) this.complaints.push(`${name}: goal ${fired.goal} fired after ${highest}`);
		if (clock.uptimeMs() - this.#lastLiveEventAtMs > maxDelayMs)
			this.complaints.push(`${name}: goal ${fired.goal} fired though nothing has just happened`);
		this.#highest.set(name, Math.max(highest, fired.goal));
		this.#onFired(fired);
	}
}

function gainOf(query: CounterQuery, batch: EventBatch | undefined, store: Store, clock: Clock) {
	if (batch?.source !== "live") return undefined;
	const nowMs = clock.now();
	const events = batch.events.filter(({ createdAtMs }) => nowMs - createdAtMs <= maxEventAgeMs);
	const delta = deltaOf(events, query, scopeStartMs(query, store.ledgerContext(nowMs)));
	return delta?.kind === "count" ? { at: instantOf(clock), amount: delta.count } : undefined;
}
