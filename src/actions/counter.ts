import { counterFace, counterState, displayValueOf } from "../key-face/counter-face";
import type { CounterFaceInput } from "../key-face/counter-face-input";
import type { Face } from "../key-face/face";
import { counterFileValues, type FileValues } from "../key-face/text/file-values";
import type { FaceStrings } from "../key-face/strings";
import { parseCounterSettings, type CounterSettings } from "../settings/schemas/counter";
import { eventTypeOf } from "../ledger/figures/counter";
import { withOffset } from "../state/counters/counter-offset";
import { counterMetrics, type CounterValue } from "../state/counters/counter-query";
import type { KeyChoice } from "../state/key-choice";
import { scopesOf } from "../state/time/scope";
import type { EventBatch } from "../state/store";
import { recordBatch, queryOf, effectiveSettings, type CounterKey, type CounterView } from "./counter-view";
import { numberIdentity, rememberedNumber } from "./counter-number";
import type { KeyDemand } from "./keys/demand";
import { CounterGoals, goalId, hasGoalAction } from "./counter-goals";
import { ActionController, type IdentifiedNumber, type KeyTextFile } from "./action-controller";
import type { PressPlan } from "./keys/press";
import { step } from "./step";
import { StreamCommands } from "./stream-commands";
import { bounceMs, undoWindowMs } from "./timing";
import type { DialHints } from "./keys/surface";

/** Live Counter: displays one number, kept exact and live. */
export class Counter extends ActionController<CounterSettings, CounterView> {
	override readonly manifestId = "com.example.streamevents.counter";
	protected override readonly parseSettings = parseCounterSettings;
	protected override readonly createView = (): CounterView => ({});

	/** Ledger that the views refer to. Each account has its own. */
	#ledger = this.context.store.ledger;
	readonly #commands = new StreamCommands(this.context);
	readonly #goals = new CounterGoals({
		...this.context,
		decisionOf: (id) => this.#decisionOf(id),
		onReached: (id, goal) => {
			for (const key of this.#keysWithGoal(id)) this.#celebrate(key, goal);
		},
		onFailed: (id, failure) => {
			for (const key of this.#keysWithGoal(id)) {
				this.context.guard("a goal", () => this.runner.reportFailure(key, failure));
			}
		},
	});

	protected override onStateChange(batch: EventBatch | undefined): void {
		const { ledger } = this.context.store;
		const isSameLedger = ledger === this.#ledger;
		this.#ledger = ledger;
		if (!isSameLedger) for (const key of this.keys.all()) this.#choose(key, {});
		const nowMs = this.context.clock.now();
		const types = new Set(batch?.events.map(({ type }) => type));
		for (const key of this.keys.all()) {
			const query = queryOf(key);
			if (query.uniqueOnly || types.has(eventTypeOf(query.metric)))
				recordBatch(key, query, batch, { store: this.context.store, nowMs });
		}
		this.#updateGoals(batch);
	}

	protected override onKeysChange(): void {
		this.#updateGoals();
	}

	/** Scene of a visible key's goal action. */
	get goalScene(): string | undefined {
		return this.visibleKeys.map(({ settings }) => settings.goalAction?.sceneToken).findLast(Boolean);
	}

	protected override isKept(key: CounterKey): boolean {
		return super.isKept(key) || hasGoalAction(key.settings);
	}

	protected override isAffected(key: CounterKey, { events }: EventBatch): boolean {
		const type = eventTypeOf(queryOf(key).metric);
		return events.some((event) => event.type === type);
	}

	protected override onSettingsChange(key: CounterKey): void {
		this.#choose(key, { scope: undefined, metric: undefined });
	}

	protected override choiceOf({ view: { scope, metric } }: CounterKey): KeyChoice {
		return { scope, metric };
	}

	protected override applyChoice({ settings, view }: CounterKey, choice: KeyChoice): void {
		view.scope = scopesOf(settings).find((scope) => scope === choice["scope"]);
		view.metric = counterMetrics.find((metric) => metric === choice["metric"]);
	}

	protected override onRotate(key: CounterKey, ticks: number, mode: "free" | "pressed"): void {
		const { scope, metric } = queryOf(key);
		if (mode === "free") this.#choose(key, { scope: step(scopesOf(key.settings), scope, ticks) });
		else this.#choose(key, { metric: step(counterMetrics, metric, ticks) });
	}

	protected override demandOf(key: CounterKey): KeyDemand {
		return { query: queryOf(key) };
	}

	protected override textFileOf({ settings }: CounterKey): KeyTextFile {
		return { path: settings.file, template: settings.fileText ?? "{value}" };
	}

	protected override templateValues(key: CounterKey, nowMs: number): FileValues {
		return counterFileValues(this.#faceInput(key, nowMs), effectiveSettings(key), this.context.words());
	}

	protected override face(key: CounterKey, nowMs: number): Face {
		return counterFace(this.#faceInput(key, nowMs), effectiveSettings(key), nowMs, this.context.words());
	}

	protected override numberOf(key: CounterKey, nowMs: number): IdentifiedNumber | undefined {
		const value = displayValueOf({ value: this.#valueOf(key, nowMs) }, {});
		// A page of keys disappears at the same time, and a face takes much longer than its state.
		const state = counterState(this.syncedInput(key), value, effectiveSettings(key));
		if (value.kind === "unknown" || state !== "live") return undefined;
		const identity = numberIdentity(queryOf(key), this.context.store.ledgerContext(nowMs));
		return { identity, number: { kind: "counter", value } };
	}

	#valueOf(key: CounterKey, nowMs: number): CounterValue {
		const { store } = this.context;
		return store.ledger.value(queryOf(key), store.ledgerContext(nowMs));
	}

	/** Returns the key's number: that of an earlier run while it is unknown, if there is one. */
	#numberFor(
		key: CounterKey,
		nowMs: number,
	): Pick<CounterFaceInput, "value" | "rememberedAtMs" | "accountCurrency"> {
		const { rememberedNumbers, store } = this.context;
		const value = this.#valueOf(key, nowMs);
		const accountCurrency = store.state.account?.currency;
		const remembered =
			value.kind === "unknown"
				? rememberedNumber(rememberedNumbers, queryOf(key), store.ledgerContext(nowMs))
				: undefined;
		if (!remembered) return { value, accountCurrency };
		return { ...remembered, accountCurrency: accountCurrency ?? remembered.accountCurrency };
	}

	#faceInput(key: CounterKey, nowMs: number): CounterFaceInput {
		const { value, ...origin } = this.#numberFor(key, nowMs);
		return {
			...key.view,
			...this.syncedInput(key),
			...origin,
			value: withOffset(value, effectiveSettings(key).offset ?? 0, origin.accountCurrency),
		};
	}

	protected override planPress(key: CounterKey): PressPlan {
		const plan = {
			debounceMs: bounceMs,
			onPress: () => this.context.guard("a press", () => this.#press(key)),
		};
		if (key.settings.onHold !== "resetSession") return plan;
		return { ...plan, onHold: () => this.context.guard("a reset", () => this.#resetSession(key)) };
	}

	protected override dialHints(
		{ settings }: CounterKey,
		{ commands, dialHints: hints }: FaceStrings,
	): DialHints {
		const { onPress, onHold } = settings;
		const press = { refresh: commands.refresh, next: hints.nextPeriod, none: undefined }[onPress];
		const hold = onHold === "resetSession" ? hints.newSession : undefined;
		return {
			rotate: hints.periodAndMetric,
			push: press && hold ? hints.pushOrHold(press, hold) : press,
			touch: press,
			longTouch: hold ?? press,
		};
	}

	async #press(key: CounterKey): Promise<void> {
		const { clock, painter, demand } = this.context;
		const { undo } = key.view;
		key.view.undo = undefined;
		key.view.away = undefined;
		if (undo && clock.now() < undo.untilMs) {
			await undo.run();
		} else if (key.settings.onPress === "refresh") {
			await this.runner.refresh(key, "numbers");
		} else if (key.settings.onPress === "next") {
			this.#choose(key, { scope: step(scopesOf(key.settings), queryOf(key).scope, 1) });
			this.recordChoice(key);
			demand.set(key.id, this.fullDemandOf(key));
		}
		painter.repaint(key.id);
	}

	/** Applies a choice. State of the previous number is reset. */
	#choose({ view }: CounterKey, choice: Pick<CounterView, "scope" | "metric">): void {
		Object.assign(view, choice, {
			away: undefined,
			flash: undefined,
			celebration: undefined,
			uniqueCount: undefined,
		});
	}

	async #resetSession(key: CounterKey): Promise<void> {
		const { clock, painter } = this.context;
		const untilMs = clock.now() + undoWindowMs;
		const result = await this.#commands.run("newSession");
		if (result.kind === "failed") return this.runner.reportOutcome(key, result.trouble);
		key.view.undo = result.kind === "done" && result.undo ? { run: result.undo, untilMs } : undefined;
		key.view.away = undefined;
		painter.repaint(key.id);
	}

	/** Updates the goals of visible and hidden keys, because a goal's action must also be sent while its key is hidden. */
	#updateGoals(batch?: EventBatch): void {
		const settings = Array.from(this.keys.all(), (key) => key.settings);
		this.#goals.update(settings, batch);
	}

	/** Resolves to whether any key still has the goal. Returns undefined if one key certainly has it. */
	#decisionOf(goal: string): Promise<boolean> | undefined {
		const decisions: Promise<void>[] = [];
		for (const { id } of this.#keysWithGoal(goal)) {
			const decision = this.context.backgroundKeys.decisionOf(id);
			if (!decision) return undefined;
			decisions.push(decision);
		}
		return Promise.all(decisions).then(() => !this.#keysWithGoal(goal).next().done);
	}

	*#keysWithGoal(id: string): Generator<CounterKey> {
		for (const key of this.keys.all()) if (goalId(key.settings) === id) yield key;
	}

	#celebrate(key: CounterKey, goal: number): void {
		const { metric, scope } = queryOf(key);
		if (metric !== key.settings.metric || scope !== key.settings.scope) return;
		key.view.celebration = { goal, atMs: this.context.clock.now() };
		this.context.painter.repaint(key.id);
	}
}
