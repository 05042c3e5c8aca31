import { CounterGoals, goalId } from "../../../../src/actions/counter-goals";
import { BackgroundKeys, type BackgroundKey } from "../../../../src/actions/keys/background-keys";
import type { LedgerContext } from "../../../../src/ledger/figures/counters";
import { intervalOf } from "../../../../src/state/time/scope";
import { parseCounterSettings, type CounterSettings } from "../../../../src/settings/schemas/counter";
import { createGuard } from "../../../../src/state/guard";
import type { CounterQuery } from "../../../../src/state/counters/counter-query";
import { instantOf, type Clock } from "../../../../src/state/time/clock";
import type { EventBatch, Store } from "../../../../src/state/store";
import { formatValue, measuredIn } from "../checks/expected-value";
import { describeOffset, describeQuery } from "./queries";

/** Key with a goal whose action is sent when a live event crosses it. */
export type GoalKey = { readonly query: CounterQuery; readonly offset: number };

export const goals = { goal: 2, goalStep: 3 };

const keyOf = (metric: CounterQuery["metric"], scope: CounterQuery["scope"], offset = 0): GoalKey => ({
	query: { metric, scope, newOnly: false, uniqueOnly: false },
	offset,
});

export const dailyGoals = (["followers", "subscriptions", "hostings"] as const).map((metric) =>
	keyOf(metric, "today"),
);
/** Goals that measure money, totals and numbers with an offset as well. */
export const allGoals: readonly GoalKey[] = [
	...dailyGoals,
	keyOf("donationAmount", "today"),
	keyOf("donations", "lifetime"),
	keyOf("followers", "lifetime"),
	keyOf("viewers", "today"),
	keyOf("followers", "today", 40),
	keyOf("donationAmount", "today", -7.5),
];

export function describeGoalKey({ query, offset }: GoalKey): string {
	return `${describeQuery(query)}${describeOffset(offset)}`;
}

/** Returns the number that the plugin displays on the key. */
export function displayedNumber(
	{ query, offset }: GoalKey,
	{ ledger, state }: Pick<Store, "ledger" | "state">,
	context: LedgerContext,
): number {
	const value = ledger.value(query, context);
	// Before the account is loaded, it is unknown which currency a goal measures.
	if (value.kind === "money" && !state.account) return -Infinity;
	return measuredIn(formatValue(value), state.account?.currency ?? "") + offset;
}

/** Returns whether only the service's total contains the number. */
export function isFigure({ metric, scope }: CounterQuery): boolean {
	return metric === "donations" && scope === "lifetime";
}

/** A goal whose action was sent. */
export type SentGoal = { readonly key: GoalKey; readonly goal: number };

export type GoalKeysOptions = {
	readonly keys: readonly GoalKey[];
	/** Returns whether the first report of an event, a frame or the list, may not contain its amount or viewers. */
	readonly mayMissMeasures: () => boolean;
	readonly onSent: (sent: SentGoal) => void;
	readonly complain: (message: string) => void;
};

/** A goal is sent with a live event or shortly after it, while events missed before it are being counted. */
const maxDelayMs = 2_000;
/** A total is known only when it is read, which takes longer with faults. */
const maxFigureDelayMs = 15_000;
/** What is missing in the first report is known with the other, and reading the list takes even longer with small pages. */
const maxListedDelayMs = 30_000;

/** What one process of the plugin knows about the keys. */
type Run = {
	readonly background: BackgroundKeys;
	/** Settings of the visible and hidden keys, by id. */
	readonly settings: Map<string, CounterSettings>;
	readonly update: (batch?: EventBatch) => void;
};

/** A page of keys with goals, hidden most of the time. The keys and what the plugin stores survive a restart. */
export class GoalKeys {
	readonly #options: GoalKeysOptions;
	/** Ids of the keys on the page, by position; undefined where the user removed the key. */
	readonly #ids: (string | undefined)[] = [];
	readonly #reached = new Map<string, number>();
	readonly #highestSent = new Map<string, number>();
	#stored: readonly BackgroundKey[] = [];
	#run: Run | undefined;
	#lastLiveEventAtMs = -Infinity;
	#idCount = 0;
	/** Number of keys that were removed or added so far. */
	changeCount = 0;

	constructor(options: GoalKeysOptions) {
		this.#options = options;
	}

	/** Queries of the keys for which the plugin watches a goal. */
	get queries(): readonly CounterQuery[] {
		const watched = new Set([...(this.#run?.settings.values() ?? [])].map(goalId));
		return this.#options.keys.filter((key) => watched.has(goalIdOf(key))).map(({ query }) => query);
	}

	/** Whether the key is on the page. One that has just disappeared alone is not. */
	isPlaced(key: GoalKey): boolean {
		return this.isFilled(this.#options.keys.indexOf(key));
	}

	/** Whether there is a key at this position of the page. */
	isFilled(position: number): boolean {
		return this.#ids[position] !== undefined;
	}

	/**
	 * Starts the part of a process that watches the goals.
	 * @param keyClock Timers of keys: the check for keys not displayed for 30 days is always pending.
	 * @returns Callback for each batch that is counted.
	 */
	watch(
		store: Store,
		clock: Clock,
		keyClock: Pick<Clock, "schedule">,
	): (batch: EventBatch | undefined) => void {
		const { complain } = this.#options;
		const log = { info: () => undefined, warn: complain, error: complain };
		const settings = new Map<string, CounterSettings>();
		const background = new BackgroundKeys({
			clock: {
				now: () => clock.now(),
				elapsedMs: () => clock.elapsedMs(),
				schedule: (callback, delayMs) => keyClock.schedule(callback, delayMs),
			},
			storage: { load: () => this.#stored, save: (keys) => void (this.#stored = keys) },
			onRemove: ({ id }) => {
				settings.delete(id);
				update();
			},
			onChange: () => undefined,
		});
		const idsWith = (goal: string) =>
			[...settings].flatMap(([id, own]) => (goalId(own) === goal ? [id] : []));
		const counterGoals = new CounterGoals({
			store,
			clock,
			inputLag: {
				get sentAfter() {
					return instantOf(clock);
				},
				isLagging: false,
				afterPendingInput: (callback) => callback(),
			},
			connection: { ...fakeConnection, sendRemoteAction: async () => "sent" },
			demand: { set: () => undefined, remove: () => undefined },
			guard: createGuard(log),
			log,
			reachedGoals: {
				highest: (goalKey) => this.#reached.get(goalKey),
				record: (goalKey, goal) => {
					this.#reached.set(goalKey, goal);
					this.#checkNumber(goalKey.slice(goalKey.indexOf("\n") + 1), goal, store, clock);
				},
			},
			decisionOf: (goal) => {
				const ids = idsWith(goal);
				const decisions = ids.flatMap((id) => background.decisionOf(id) ?? []);
				if (decisions.length < ids.length) return undefined;
				return Promise.all(decisions).then(() => idsWith(goal).length > 0);
			},
			onReached: (id, goal) => this.#recordSent(id, goal, store, clock),
			onFailed: (_, failure) => complain(`goal: ${failure}`),
		});
		const update = (batch?: EventBatch) => counterGoals.update(settings.values(), batch);
		this.#run = { background, settings, update };
		background.restore(({ id, settings: own }) => {
			settings.set(id, parseCounterSettings(own));
			return JSON.stringify(own);
		});
		if (this.#ids.length === 0) this.#placeAll();
		return (batch) => {
			if (batch?.source === "live") this.#lastLiveEventAtMs = clock.uptimeMs();
			update(batch);
		};
	}

	/** Displays the page. */
	show(): void {
		for (const [position, id] of this.#ids.entries()) if (id !== undefined) this.#appear(id, position);
	}

	/** Leaves the page: its keys are hidden, and their goals continue. */
	hide(): void {
		for (const id of this.#ids) if (id !== undefined) this.#run?.background.disappear(id);
	}

	/** Removes the key at this position of the visible page. */
	remove(position: number): void {
		const id = this.#ids[position];
		if (id === undefined) return;
		this.#ids[position] = undefined;
		this.changeCount++;
		this.#run?.background.disappear(id);
	}

	/** Adds the key at this position again, as another instance of the action. */
	add(position: number): void {
		this.changeCount++;
		this.#appear(this.#createId(position), position);
	}

	/** Takes the key from its position, to put it down elsewhere. */
	lift(position: number): void {
		const id = this.#ids[position];
		if (id !== undefined) this.#run?.background.disappear(id);
	}

	/** Puts down a key that was taken from its position. Some hosts give it another id. */
	putDown(position: number): void {
		this.#appear(this.#createId(position), position, "moved");
	}

	get positions(): readonly number[] {
		return [...this.#ids.keys()];
	}

	#placeAll(): void {
		for (const position of this.#options.keys.keys()) this.#createId(position);
		this.show();
		this.hide();
	}

	#createId(position: number): string {
		const id = `key ${++this.#idCount}`;
		this.#ids[position] = id;
		return id;
	}

	#appear(id: string, position: number, place: "own" | "moved" = "own"): void {
		const key = this.#options.keys[position];
		if (!key || !this.#run) return;
		const { stored, parsed } = settingsOf(key);
		const predecessor = this.#run.background.appear({
			id,
			manifestId: "counter",
			surface: { kind: "key", place: { deviceId: "deck", position: `${place} ${position}` } },
			settings: stored,
			identity: JSON.stringify(stored),
			isKept: true,
		});
		if (predecessor !== undefined) this.#run.settings.delete(predecessor);
		this.#run.settings.set(id, parsed);
		this.#run.update();
	}

	/** Checks that the goal is the highest one that the displayed number has reached. */
	#checkNumber(id: string, goal: number, store: Store, clock: Clock): void {
		const key = this.#options.keys.find((candidate) => goalIdOf(candidate) === id);
		if (!key) return;
		const value = displayedNumber(key, store, store.ledgerContext(clock.now()));
		const steps = Math.floor((value - goals.goal) / goals.goalStep + 1e-9);
		if (goal !== goals.goal + goals.goalStep * steps)
			this.#options.complain(`goal ${goal} of ${describeGoalKey(key)} was sent at ${value}`);
	}

	#recordSent(id: string, goal: number, store: Store, clock: Clock): void {
		const { keys, complain, onSent, mayMissMeasures } = this.#options;
		const key = keys.find((candidate) => goalIdOf(candidate) === id);
		if (!key) return complain(`goal ${goal} of no key was sent`);
		const period = String(intervalOf(key.query, store.ledgerContext(clock.now()))?.fromMs);
		const name = `${describeGoalKey(key)} ${period}`;
		const highest = this.#highestSent.get(name) ?? -Infinity;
		if (goal <= highest) complain(`${name}: goal ${goal} was sent after ${highest}`);
		const { metric } = key.query;
		const isMeasured = metric === "donationAmount" || metric === "viewers";
		const figureDelayMs = isFigure(key.query) ? maxFigureDelayMs : maxDelayMs;
		const maxMs = isMeasured && mayMissMeasures() ? maxListedDelayMs : figureDelayMs;
		if (clock.uptimeMs() - this.#lastLiveEventAtMs > maxMs)
			complain(`${name}: goal ${goal} was sent though nothing has just happened`);
		if (!this.isPlaced(key)) complain(`${name}: goal ${goal} was sent for a removed key`);
		this.#highestSent.set(name, Math.max(highest, goal));
		onSent({ key, goal });
	}
}

const fakeConnection = { refreshStaleScenes: () => undefined };

type KeySettings = { readonly stored: Readonly<Record<string, unknown>>; readonly parsed: CounterSettings };

const settingsByKey = new Map<GoalKey, KeySettings>();

/** Returns the settings of the key, as the app stores them and as the plugin parses them. */
function settingsOf(key: GoalKey): KeySettings {
	const known = settingsByKey.get(key);
	if (known) return known;
	const goalAction = { sceneToken: "scene", itemId: 1, actionCode: "trigger" };
	const stored = { ...key.query, ...goals, offset: key.offset, goalAction };
	const settings = { stored, parsed: parseCounterSettings(stored) };
	settingsByKey.set(key, settings);
	return settings;
}

function goalIdOf(key: GoalKey): string | undefined {
	return goalId(settingsOf(key).parsed);
}
