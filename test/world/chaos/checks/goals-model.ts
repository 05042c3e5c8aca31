import { moneyDigits } from "../../../../src/state/money";
import type { CounterQuery, CounterValue } from "../../../../src/state/counters/counter-query";
import { deltaOf } from "../../../../src/ledger/figures/counter-delta";
import { instantOf, msSince, type Clock } from "../../../../src/state/time/clock";
import { scopeStartMs } from "../../../../src/ledger/figures/counters";
import { intervalOf } from "../../../../src/state/time/scope";
import { GoalWatch } from "../../../../src/ledger/figures/goal-watch";
import type { EventBatch, Store } from "../../../../src/state/store";

export const goals = { goal: 2, goalStep: 3 };
/** Events created longer ago than this do not count as live. */
const maxEventAgeMs = 5_000;
/** A goal fires with a live event or shortly after it, while events missed before it are being counted. */
const maxDelayMs = 2_000;

/** A total changes only when it is read, which takes longer with faults and small pages. */
const maxFigureDelayMs = 15_000;

const queryOf = (metric: CounterQuery["metric"], scope: CounterQuery["scope"]): CounterQuery => ({
	metric,
	scope,
	newOnly: false,
	uniqueOnly: false,
});

export const dailyGoals = (["followers", "subscriptions", "hostings"] as const).map((metric) =>
	queryOf(metric, "today"),
);
/** Goals that measure money and totals as well. */
export const allGoals: readonly CounterQuery[] = [
	...dailyGoals,
	queryOf("donationAmount", "today"),
	queryOf("donations", "lifetime"),
	queryOf("followers", "lifetime"),
	queryOf("viewers", "today"),
];

/** A goal that fired. */
export type FiredGoal = { readonly query: CounterQuery; readonly period: string; readonly goal: number };

/** Goals of the keys, and the checks on them. They survive a restart, as settings do. */
export class GoalsModel {
	readonly queries: readonly CounterQuery[];
	readonly complaints: string[] = [];
	readonly #highest = new Map<string, number>();
	readonly #onFired: (fired: FiredGoal) => void;
	#lastLiveEventAtMs = -Infinity;

	constructor(queries: readonly CounterQuery[], onFired: (fired: FiredGoal) => void) {
		this.queries = queries;
		this.#onFired = onFired;
	}

	/** @returns Callback for each batch that one process counts. */
	watch(store: Store, clock: Clock): (batch: EventBatch | undefined) => void {
		const goalWatches = this.queries.map((query) => {
			const goalKey = (period: string) => `${query.metric} ${period}`;
			const watch = new GoalWatch(goals, (period) => this.#highest.get(goalKey(period)));
			return { query, goalKey, watch };
		});
		return (batch) => {
			if (batch?.source === "live") this.#lastLiveEventAtMs = clock.uptimeMs();
			const context = store.ledgerContext(clock.now());
			const todayMs = scopeStartMs({ scope: "today" }, context);
			for (const { query, goalKey, watch } of goalWatches) {
				const value = store.ledger.value(query, context);
				const period = String(query.scope === "today" ? todayMs : undefined);
				const crossing = watch.update({
					value: measuredValueOf(value, store.state.account?.currency),
					isExact:
						store.state.link.phase === "live" &&
						store.state.confirmation === "confirmed" &&
						!(value.kind !== "unknown" && value.isIncomplete),
					period,
					gain: gainOf(query, batch, store, clock),
					now: instantOf(clock),
					ageOf: (instant) => msSince(instant, clock),
				});
				if (crossing) this.#recordFired(goalKey(period), { query, period, goal: crossing.goal }, clock);
			}
		};
	}

	#recordFired(name: string, fired: FiredGoal, clock: Clock): void {
		const highest = this.#highest.get(name) ?? -Infinity;
		if (fired.goal <= highest) this.complaints.push(`${name}: goal ${fired.goal} fired after ${highest}`);
		const isTotal = fired.query.scope === "lifetime";
		if (clock.uptimeMs() - this.#lastLiveEventAtMs > (isTotal ? maxFigureDelayMs : maxDelayMs))
			this.complaints.push(`${name}: goal ${fired.goal} fired though nothing has just happened`);
		this.#highest.set(name, Math.max(highest, fired.goal));
		this.#onFired(fired);
	}
}

/** Returns whether only the service's total contains the number. */
export function isFigure({ metric, scope }: CounterQuery): boolean {
	return metric === "donations" && scope === "lifetime";
}

function gainOf(query: CounterQuery, batch: EventBatch | undefined, store: Store, clock: Clock) {
	if (batch?.source !== "live") return undefined;
	const nowMs = clock.now();
	const events = batch.events.filter(({ createdAtMs }) => nowMs - createdAtMs <= maxEventAgeMs);
	const delta = deltaOf(events, query, intervalOf(query, store.ledgerContext(nowMs)));
	if (!delta) return undefined;
	const amount = isFigure(query) ? undefined : measuredValueOf(delta, store.state.account?.currency);
	return { at: instantOf(clock), amount };
}

/** Returns the value that a goal measures: with several currencies, the account's own. */
function measuredValueOf(value: CounterValue, currency: string | undefined): number | undefined {
	switch (value.kind) {
		case "unknown":
			return undefined;
		case "count":
			return value.count;
		case "figure":
			return value.value;
		case "money":
			return currency === undefined
				? undefined
				: Number(moneyDigits({ currency, minorUnits: value.sums.get(currency) ?? 0 }));
	}
}
