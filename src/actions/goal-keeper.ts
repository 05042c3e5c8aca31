import { measure } from "../key-face/counter-goal";
import { readableValue } from "../key-face/counter-face";
import { amountsOf, type Amount } from "../key-face/format";
import type { PressFailure } from "../key-face/words";
import type { ReachedGoals } from "../settings/reached-goals";
import type { CounterSettings } from "../settings/schemas";
import { msSince, type Instant } from "../state/clock";
import { deltaOf, type CounterDelta } from "../state/counter-delta";
import type { CounterQuery, CounterValue } from "../state/counter-query";
import { scopeStartMs } from "../state/counters";
import { GoalWatch, type Gain, type GoalCrossing } from "../state/goal-watch";
import { resolveBinding } from "../state/scene-binding";
import type { EventBatch } from "../state/store";
import type { ActionContext } from "./action-context";
import { pressFailureOf } from "./press-failure";

/** A remote action that is chosen to the last. */
type GoalCommand = { readonly sceneToken: string; readonly itemId: number; readonly actionCode: string };

/** A goal as one or several keys have it, and what goes when it is reached. */
type Pursuit = {
	readonly query: CounterQuery;
	readonly watch: GoalWatch;
	/** Undefined where the keys only celebrate. */
	readonly command: GoalCommand | undefined;
};

type Reached = Pursuit & GoalCrossing & { readonly name: string; readonly period: string };

export type GoalKeeperOptions = Pick<
	ActionContext,
	"store" | "clock" | "arrivals" | "connection" | "demand" | "guard" | "log"
> & {
	readonly reachedGoals: ReachedGoals;
	/** A live event has crossed the goal of the keys with these settings. */
	readonly onReached: (name: string, goal: number) => void;
	/** What was to be sent was not, and will not be. */
	readonly onFailed: (name: string, failure: PressFailure) => void;
};

/** An event that was created longer ago was not seen live, whenever it is told: times have whole seconds. */
const maxEventAgeMs = 5_000;

/**
 * Watches the goals of all counters, in sight or not, and sends what goes with them: keys with the same number, goal and
 * action send once together.
 */
export class GoalKeeper {
	readonly #options: GoalKeeperOptions;
	readonly #pursuits = new Map<string, Pursuit>();
	/** Whose numbers are watched: another account has other ones. */
	#ledger: unknown;

	constructor(options: GoalKeeperOptions) {
		this.#options = options;
	}

	/** Looks at all goals that keys have just now. */
	look(settings: Iterable<CounterSettings>, batch?: EventBatch): void {
		const { ledger } = this.#options.store;
		if (this.#ledger !== ledger) this.#drop(new Set());
		this.#ledger = ledger;
		const names = new Set<string>();
		for (const one of settings) {
			const name = goalName(one);
			if (name === undefined) continue;
			names.add(name);
			if (!this.#pursuits.has(name)) this.#take(name, one);
		}
		this.#drop(names);
		// What is done about one changes what is seen of the others.
		const reached = [...this.#pursuits].flatMap(([name, one]) => this.#lookAt(name, one, batch) ?? []);
		for (const one of reached) this.#celebrate(one);
	}

	#take(name: string, settings: CounterSettings): void {
		const { demand, reachedGoals } = this.#options;
		const query = queryIn(settings);
		const command = commandIn(settings);
		const watch = new GoalWatch(settings, (period) => reachedGoals.highest(this.#keptName(name, period)));
		this.#pursuits.set(name, { query, watch, command });
		if (command) demand.set(demandId(name), { query, binding: command });
	}

	#drop(kept: ReadonlySet<string>): void {
		for (const name of [...this.#pursuits.keys()]) {
			if (kept.has(name)) continue;
			this.#pursuits.delete(name);
			this.#options.demand.remove(demandId(name));
		}
	}

	#lookAt(name: string, pursuit: Pursuit, batch: EventBatch | undefined): Reached | undefined {
		const { store, clock } = this.#options;
		const { query, watch } = pursuit;
		const context = store.ledgerContext(clock.now());
		const { link, confirmation, account } = store.state;
		const value = store.ledger.value(query, context);
		const measured = measuredOf(value, account?.currency);
		const period = String(scopeStartMs(query, context) ?? "");
		const crossing = watch.look({
			reached: measured === undefined ? undefined : measure(measured),
			isSure: link.phase === "live" && confirmation === "confirmed" && !isUnsure(value),
			period,
			gain: this.#gainOf(query, batch, value, measured),
			ageOf: (instant) => msSince(instant, clock),
		});
		return crossing && { ...crossing, ...pursuit, name, period };
	}

	#celebrate({ name, period, command, goal, at }: Reached): void {
		const { guard, onReached, reachedGoals } = this.#options;
		guard("a goal", async () => {
			onReached(name, goal);
			if (command) await this.#send(name, command, at);
		});
		guard("remembering a goal", () => reachedGoals.note(this.#keptName(name, period), goal));
	}

	#gainOf(
		query: CounterQuery,
		batch: EventBatch | undefined,
		value: CounterValue,
		measured: Amount | undefined,
	): Gain | undefined {
		const { store, clock, arrivals } = this.#options;
		if (batch?.source !== "live") return undefined;
		const nowMs = clock.now();
		const events = batch.events.filter(({ createdAtMs }) => nowMs - createdAtMs <= maxEventAgeMs);
		const delta = deltaOf(events, query, scopeStartMs(query, store.ledgerContext(nowMs)));
		if (!delta) return undefined;
		const amount = value.kind === "figure" ? undefined : shareOf(delta, measured);
		return { at: arrivals.sentAfter, amount };
	}

	async #send(name: string, { sceneToken, itemId, actionCode }: GoalCommand, at: Instant) {
		const { store, connection, log, onFailed } = this.#options;
		const fail = (failure: PressFailure) => {
			log.warn(`a goal was reached and nothing was sent: ${failure}`);
			onFailed(name, failure);
		};
		if (resolveBinding(store.state.scenes.get(sceneToken), itemId, actionCode).kind === "missing") {
			return fail("missing");
		}
		const outcome = await connection.sendRemoteAction({ actionCode, itemId, pressedAt: at });
		if (outcome === "sent") connection.checkScenes();
		else fail(outcome === "too-late" ? outcome : pressFailureOf("unreachable", store.state.sceneLink));
	}

	/** What is remembered belongs to one account. */
	#keptName(name: string, period: string): string {
		const { serviceHost = "", account } = this.#options.store.state;
		return [serviceHost, account?.username ?? "", period, name].join("\n");
	}
}

function isUnsure(value: CounterValue): boolean {
	return value.kind !== "unknown" && value.isUnsure === true;
}

const nameBySettings = new WeakMap<CounterSettings, string>();

/** The same for keys whose goals are one; undefined for a key without a goal. */
export function goalName(settings: CounterSettings): string | undefined {
	const { goal, goalStep } = settings;
	if (goal === undefined) return undefined;
	let name = nameBySettings.get(settings);
	if (name === undefined) {
		name = JSON.stringify([queryIn(settings), goal, goalStep, commandIn(settings)]);
		nameBySettings.set(settings, name);
	}
	return name;
}

function queryIn({ metric, scope, provider, newOnly, uniqueOnly }: CounterSettings): CounterQuery {
	return { metric, scope, provider, newOnly, uniqueOnly };
}

function commandIn({ goalAction }: CounterSettings): GoalCommand | undefined {
	const { sceneToken, itemId, actionCode } = goalAction ?? {};
	if (sceneToken === undefined || itemId === undefined || actionCode === undefined) return undefined;
	return { sceneToken, itemId, actionCode };
}

function demandId(name: string): string {
	return `goal ${name}`;
}

/** What the goal measures of the value: of several currencies, the one that the key shows first. */
function measuredOf(value: CounterValue, accountCurrency: string | undefined): Amount | undefined {
	const readable = readableValue({ value, accountCurrency });
	return readable.kind === "unknown" ? undefined : (amountsOf(readable)[0] ?? 0);
}

/** How much of a gain counts for the goal. */
function shareOf(delta: CounterDelta, measured: Amount | undefined): number {
	const own = amountsOf(delta).find(
		(amount) => measured === undefined || currencyOf(amount) === currencyOf(measured),
	);
	return own === undefined ? 0 : measure(own);
}

function currencyOf(amount: Amount): string | undefined {
	return typeof amount === "object" ? amount.currency : undefined;
}
