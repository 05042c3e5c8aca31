import type { ItemCommand } from "../connection/connection-manager";
import { goalAmountOf, toDecimal } from "../key-face/counter-goal";
import { amountsOf, type Amount } from "../key-face/text/format";
import type { CounterSettings } from "../settings/schemas/counter";
import { instantOf, msSince, type Instant } from "../state/time/clock";
import { eventTypeOf, hasMeasure } from "../ledger/figures/counter";
import { countedIn, deltaOf, type CounterDelta } from "../ledger/figures/counter-delta";
import { withOffset } from "../state/counters/counter-offset";
import { canonicalQuery, type CounterQuery, type CounterValue } from "../state/counters/counter-query";
import type { LedgerContext } from "../ledger/figures/counters";
import { maxPushDelayMs, settleGraceMs } from "../ledger/timing";
import { GoalWatch, type Gain, type GoalCrossing } from "../ledger/figures/goal-watch";
import { intervalOf } from "../state/time/scope";
import type { EventBatch } from "../state/store";
import type { ActionConnection, ActionContext } from "./action-context";
import { queryFrom } from "./counter-number";
import { pressFailureOf, type FailureReason } from "./keys/press-failure";

type GoalCommand = Omit<ItemCommand, "pressedAt">;

/** Goal of one or several keys, and the action that is sent when it is reached. */
type TrackedGoal = {
	readonly query: CounterQuery;
	/** Added to what the goal measures. */
	readonly offset: number;
	readonly watch: GoalWatch;
	readonly command: GoalCommand | undefined;
};

type CrossedGoal = TrackedGoal & GoalCrossing & { readonly id: string; readonly period: string };

type GoalUpdate = {
	readonly context: LedgerContext;
	readonly batch: EventBatch | undefined;
	readonly isDisputed: boolean;
};

export type CounterGoalsOptions = Pick<
	ActionContext,
	"store" | "clock" | "inputLag" | "demand" | "guard" | "log" | "reachedGoals"
> & {
	readonly connection: Pick<ActionConnection, "sendRemoteAction" | "refreshStaleScenes">;
	/**
	 * Resolves to whether any key still has the goal, once it is decided why all of them disappeared. Returns undefined when
	 * that is certain already.
	 */
	readonly decisionOf: (id: string) => Promise<boolean> | undefined;
	/** Called when a live event has crossed the goal of the keys with these settings. */
	readonly onReached: (id: string, goal: number) => void;
	/** Called when the action could not be sent and will not be retried. */
	readonly onFailed: (id: string, failure: FailureReason) => void;
};

/**
 * Watches the goals of all counters, visible or hidden, and sends their actions. Invariant: keys with the same number,
 * goal and action share one tracked goal, which sends its action once.
 */
export class CounterGoals {
	readonly #options: CounterGoalsOptions;
	readonly #goals = new Map<string, TrackedGoal>();
	/** Ledger of the watched numbers. Each account has its own. */
	#ledger: unknown;

	constructor(options: CounterGoalsOptions) {
		this.#options = options;
	}

	/** Updates the tracked goals from the settings of all keys, and checks them. */
	update(settings: Iterable<CounterSettings>, batch?: EventBatch): void {
		const { ledger } = this.#options.store;
		if (this.#ledger !== ledger) this.#removeExcept(new Set());
		this.#ledger = ledger;
		const ids = new Set<string>();
		for (const each of settings) {
			const id = goalId(each);
			if (id === undefined) continue;
			ids.add(id);
			if (!this.#goals.has(id)) this.#add(id, each);
		}
		this.#removeExcept(ids);
		if (this.#goals.size === 0) return;
		const { store, clock } = this.#options;
		const context = store.ledgerContext(clock.now());
		const { isDisputed } = store.ledger;
		// All goals are checked before any is handled, because handling one can change the result of the others.
		const crossed = [...this.#goals].flatMap(
			([id, goal]) => this.#check(id, goal, { context, batch, isDisputed }) ?? [],
		);
		const sent = new Map<string, Promise<FailureReason | undefined>>();
		for (const goal of crossed) this.#celebrate(goal, sent);
	}

	#add(id: string, settings: CounterSettings): void {
		const { demand, reachedGoals } = this.#options;
		const query = queryIn(settings);
		const command = commandIn(settings);
		const watch = new GoalWatch(settings, (period) => reachedGoals.highest(storageKey(id, period)));
		this.#goals.set(id, { query, offset: settings.offset ?? 0, watch, command });
		if (command) demand.set(demandId(id), { query, binding: command });
	}

	#removeExcept(keptIds: ReadonlySet<string>): void {
		for (const id of [...this.#goals.keys()]) {
			if (keptIds.has(id)) continue;
			this.#goals.delete(id);
			this.#options.demand.remove(demandId(id));
		}
	}

	#check(
		id: string,
		tracked: TrackedGoal,
		{ context, batch, isDisputed }: GoalUpdate,
	): CrossedGoal | undefined {
		const { store, clock } = this.#options;
		const { query, watch } = tracked;
		const { link, confirmation, account } = store.state;
		const value = withOffset(store.ledger.value(query, context), tracked.offset, account?.currency);
		// Before the account is loaded, it is not known which currency the goal measures.
		const isUnitUnknown = value.kind === "money" && !account;
		const measured = isUnitUnknown ? undefined : goalAmountOf(value, account?.currency);
		const period = String(intervalOf(query, context)?.fromMs ?? "");
		// A key that has just appeared may require the read of another type.
		const isConfirmed = confirmation === "confirmed" || this.#isListed(query);
		const crossing = watch.update({
			value: measured === undefined ? undefined : toDecimal(measured),
			isExact: link.phase === "live" && isConfirmed && !isIncomplete(value),
			isDisputed,
			period,
			gain: batch?.source === "live" ? this.#gainOf(query, context, batch, value, measured) : undefined,
			now: instantOf(clock),
			ageOf: (instant) => msSince(instant, clock),
		});
		return crossing && { ...crossing, ...tracked, id, period };
	}

	/** Returns whether the number consists of listed events whose type is current. */
	#isListed({ metric, scope }: CounterQuery): boolean {
		const { store, clock } = this.#options;
		const { coverage } = store.ledger;
		return scope !== "lifetime" && coverage.isCurrent(eventTypeOf(metric), clock.elapsedMs(), settleGraceMs);
	}

	/** @param sent Actions that this update has sent: goals that differ in their further steps send once. */
	#celebrate(
		{ id, period, query, offset, command, goal, at }: CrossedGoal,
		sent: Map<string, Promise<FailureReason | undefined>>,
	): void {
		const { guard, decisionOf, onReached, onFailed, reachedGoals } = this.#options;
		guard("a goal", async () => {
			const decision = decisionOf(id);
			if (decision && !(await decision)) return;
			onReached(id, goal);
			if (!command) return;
			const sendId = JSON.stringify([query, offset, goal, command]);
			const outcome = sent.get(sendId) ?? this.#send(command, at);
			sent.set(sendId, outcome);
			const failure = await outcome;
			if (failure) onFailed(id, failure);
		});
		reachedGoals.record(storageKey(id, period), goal);
	}

	#gainOf(
		query: CounterQuery,
		context: LedgerContext,
		batch: EventBatch,
		value: CounterValue,
		measured: Amount | undefined,
	): Gain | undefined {
		const { ledger } = this.#options.store;
		const events = batch.events.filter(({ createdAtMs }) => context.nowMs - createdAtMs <= maxPushDelayMs);
		const counted = () => {
			const current = events.flatMap((event) => ledger.current(event) ?? []);
			return countedIn(current, query, intervalOf(query, context));
		};
		if (counted().length === 0) return undefined;
		const at = this.#options.inputLag.sentAfter;
		if (value.kind === "figure") return { at, amount: undefined };
		const isRead = () => counted().every((event) => hasMeasure(event, query));
		const amount = () => countedGain(deltaOf(counted(), query), measured);
		return { at, amount: isRead() ? amount : undefined, isRead };
	}

	/** @returns The reason why nothing was sent; undefined after success. */
	async #send(command: GoalCommand, at: Instant): Promise<FailureReason | undefined> {
		const { connection, log } = this.#options;
		const failure = await this.#failureOf(command, at);
		if (failure) log.warn(`goal: reached, but nothing was sent: ${failure}`);
		else connection.refreshStaleScenes();
		return failure;
	}

	async #failureOf(command: GoalCommand, pressedAt: Instant): Promise<FailureReason | undefined> {
		const { store, connection } = this.#options;
		const outcome = await connection.sendRemoteAction({ ...command, pressedAt });
		if (outcome === "sent") return undefined;
		return outcome === "not-connected" ? pressFailureOf("unreachable", store.state.sceneLink) : outcome;
	}
}

/** Returns the key under which a reached goal of the account is stored. */
function storageKey(id: string, period: string): string {
	return `${period}\n${id}`;
}

function isIncomplete(value: CounterValue): boolean {
	return value.kind !== "unknown" && value.isIncomplete === true;
}

const idBySettings = new WeakMap<CounterSettings, string>();

/** Returns an id that is equal for all keys with the same goal; undefined for a key without a goal. */
export function goalId(settings: CounterSettings): string | undefined {
	const { goal, goalStep, offset = 0 } = settings;
	if (goal === undefined) return undefined;
	let id = idBySettings.get(settings);
	if (id === undefined) {
		id = JSON.stringify([
			queryIn(settings),
			goal,
			goalStep,
			commandIn(settings),
			...(offset === 0 ? [] : [offset]),
		]);
		idBySettings.set(settings, id);
	}
	return id;
}

/** Whether an action is sent when the goal is reached, even while the key is hidden. */
export function hasGoalAction(settings: CounterSettings): boolean {
	return settings.goal !== undefined && commandIn(settings) !== undefined;
}

function queryIn(settings: CounterSettings): CounterQuery {
	return canonicalQuery(queryFrom(settings));
}

function commandIn({ goalAction }: CounterSettings): GoalCommand | undefined {
	const { sceneToken, itemId, actionCode } = goalAction ?? {};
	if (sceneToken === undefined || itemId === undefined || actionCode === undefined) return undefined;
	return { sceneToken, itemId, actionCode };
}

function demandId(id: string): string {
	return `goal ${id}`;
}

/** Returns the part of a gain that counts for the goal. */
function countedGain(delta: CounterDelta | undefined, measured: Amount | undefined): number {
	const matching = (delta ? amountsOf(delta) : []).find(
		(amount) => measured === undefined || currencyOf(amount) === currencyOf(measured),
	);
	return matching === undefined ? 0 : toDecimal(matching);
}

function currencyOf(amount: Amount): string | undefined {
	return typeof amount === "object" ? amount.currency : undefined;
}
