import {
	counterMetrics,
	counterScopes,
	type CounterQuery,
} from "../../../../src/state/counters/counter-query";
import type { StreamEventType } from "../../../../src/state/events/stream-event";
import type { CustomEvent } from "../../../../src/state/events/custom-event";
import { countersOf, demandOf, drawPage, type KeyModel, type KeyKinds } from "./keys";
import type { GoalKeys } from "./goal-keys";
import type { PluginModel } from "../plugin-model";
import { allQueries } from "./queries";
import type { Random } from "../random";
import { scenesOrigin } from "../service/service-conditions";
import type { ThankChecks } from "../checks/thank-checks";
import { act, type World } from "../world";

export type UserOptions = {
	readonly world: World;
	readonly restartPlugin: () => void;
	readonly thankChecks: ThankChecks;
	readonly goalKeys: GoalKeys | undefined;
	/** Lets viewers act. */
	readonly addEvents: (random: Random) => void;
};

/** How long a reset can be undone, in milliseconds. */
const undoWindowMs = 5_000;
/** A key that disappears alone for this long was removed, in milliseconds. */
const removalMs = 2_000;

/** The user at the deck: pages of keys, dials, presses and settings. */
export class User {
	readonly #world: World;
	readonly #options: UserOptions;
	/** Keys that are visible or about to be. */
	#keys: readonly KeyModel[] = [];
	readonly #pages: (readonly KeyModel[])[] = [];
	#isVisible = true;
	/** Event types that a key has listed. Their people wait to be thanked while the key is on another page. */
	readonly queuedTypes = new Set<StreamEventType>();
	/** Number of times all keys disappeared. */
	hiddenCount = 0;
	/** Monotonic time of the last page change or user action. */
	#actedAtMs = -Infinity;

	constructor(options: UserOptions) {
		this.#options = options;
		this.#world = options.world;
	}

	get keys(): readonly KeyModel[] {
		return this.#keys;
	}

	get isVisible(): boolean {
		return this.#isVisible;
	}

	get actedAtMs(): number {
		return this.#actedAtMs;
	}

	/** @param queries The keys of the first page. */
	begin(queries: readonly CounterQuery[], random: Random): void {
		this.#keys = countersOf(queries);
		if (!this.#world.features.has("pages")) return;
		for (let index = 0; index < 3; index++) this.#pages.push(drawPage(random, this.#kinds));
		this.#keys = this.#pages[0] ?? [];
	}

	/** Makes the page visible. */
	show(plugin: PluginModel = this.#world.plugin()): void {
		this.#isVisible = true;
		this.#actedAtMs = this.#world.clock.elapsedMs();
		const demand = demandOf(this.#keys);
		for (const type of demand.recent.flatMap(({ types }) => types)) this.queuedTypes.add(type);
		plugin.show(demand.queries, demand);
	}

	/** Makes another page visible without a delay. */
	replaceKeys(keys: readonly KeyModel[]): void {
		this.#keys = keys;
		this.show();
	}

	hide(): void {
		this.#isVisible = false;
		this.hiddenCount++;
		this.#world.plugin().hide();
	}

	/** Hides the page and shows another one with these counters, after a short or long delay. */
	flipTo(queries: readonly CounterQuery[], random: Random): void {
		this.#flip(countersOf(queries), random.pick([0, 200, 3_000, 20_000]));
	}

	/** Sends an alert. Skipped during a fault, when the outcome would be unknown. */
	async post(random: Random, hasFaults: boolean): Promise<void> {
		const { clock, plugin } = this.#world;
		if (hasFaults || !plugin().isExact) return;
		const username = random.pick(["Ada", "Tester"]);
		const kinds: readonly CustomEvent[] = [
			{ type: "follow", username },
			{ type: "subscription", username, resub: random.pick([0, 4]) },
			{ type: "donation", username, amount: "5.50", currency: "EUR" },
			{ type: "hosting", hostname: username, viewers: 7 },
		];
		act(this.#world, "user: own event");
		let isPosted = false;
		const posted = plugin()
			.post(random.pick(kinds))
			.finally(() => (isPosted = true));
		await clock.advance(500);
		// It can wait for the account.
		await clock.advanceUntil(() => isPosted, 10_000);
		await posted;
	}

	/** Runs an action that only histories with features contain. */
	async actSpecially(random: Random): Promise<void> {
		const { features } = this.#world;
		const actions: (() => void | Promise<void>)[] = [];
		if (features.has("pages")) {
			actions.push(() => this.#flipPage(random));
			actions.push(() => this.#replaceKey(random));
		}
		if (features.has("dials")) actions.push(() => this.#turnDial(random));
		if (features.has("sessions")) actions.push(() => this.#resetAndUndo(random));
		const { goalKeys } = this.#options;
		if (goalKeys && features.has("goals")) actions.push(() => this.#changeGoalPage(goalKeys, random));
		if (features.has("thanks")) actions.push(() => this.#thank(random));
		if (features.has("settings")) actions.push(() => this.#changeSettings(random));
		if (actions.length > 0) await random.pick(actions)();
		this.#actedAtMs = this.#world.clock.elapsedMs();
		if (random.chance(0.05)) act(this.#world, "user: plugin restart", this.#options.restartPlugin);
	}

	get #kinds(): KeyKinds {
		const { features, clock } = this.#world;
		return {
			hasSupporters: features.has("supporters"),
			hasLatest: features.has("thanks"),
			customNowMs: features.has("custom") ? clock.now() : undefined,
		};
	}

	#flip(keys: readonly KeyModel[], delayMs: number): void {
		const { clock, plugin } = this.#world;
		this.hide();
		this.#keys = keys;
		const target = plugin();
		clock.schedule(() => {
			if (target === plugin()) this.show();
		}, delayMs);
	}

	async #flipPage(random: Random): Promise<void> {
		act(this.#world, "user: page flip");
		const delayMs = random.pick([0, 200, 3_000, 20_000, 400_000]);
		this.#flip(random.pick(this.#pages), delayMs);
		await this.#world.clock.advance(delayMs + 1);
	}

	/** Adds or removes one key. */
	#replaceKey(random: Random): void {
		const [added] = drawPage(random, this.#kinds);
		const kept = this.#keys.length > 1 ? this.#keys.filter((key) => key !== random.pick(this.#keys)) : [];
		act(this.#world, "user: key appears beside others");
		this.#keys = added && random.chance(0.6) ? [...this.#keys, added] : kept;
		if (this.#keys.length === 0 && added) this.#keys = [added];
		this.show();
	}

	#turnDial(random: Random): void {
		const key = random.pick(this.#keys);
		const turned = turn(key, random);
		act(this.#world, `user: dial turned: ${key.kind}`);
		this.#keys = this.#keys.map((other) => (other === key ? turned : other));
		this.show();
	}

	async #resetAndUndo(random: Random): Promise<void> {
		const { clock, plugin } = this.#world;
		const target = plugin();
		const before = target.store.state.sessionStartedAtMs;
		act(this.#world, "user: session reset", () => target.resetSession());
		if (random.chance(0.4)) return;
		await clock.advance(random.between(300, undoWindowMs));
		if (target !== plugin()) return;
		act(this.#world, "user: reset undone", () => target.startSession(before));
	}

	async #thank(random: Random): Promise<void> {
		const latest = this.#keys.filter((key) => key.kind === "latest");
		if (latest.length === 0) return;
		const key = random.pick(latest);
		for (let count = random.integer(1, 4); count > 0; count--) {
			act(this.#world, "user: thanked", () =>
				this.#options.thankChecks.record(this.#world.plugin().thankNext(key), key),
			);
			await this.#world.clock.advance(random.between(50, 2_000));
		}
	}

	/** Displays the page of keys with goals, where one is removed, moved or added, or none, and leaves it. */
	async #changeGoalPage(goalKeys: GoalKeys, random: Random): Promise<void> {
		const { clock, plugin } = this.#world;
		goalKeys.show();
		// A key of a page that was left and displayed again within that time may have disappeared with the others.
		await clock.advance(random.between(removalMs + 100, 5_000));
		const position = random.pick(goalKeys.positions);
		const kind = goalKeys.isFilled(position) ? random.pick(["removed", "moved", "left"] as const) : "added";
		act(this.#world, `user: goal key ${kind}`);
		if (kind === "added") goalKeys.add(position);
		if (kind === "removed") goalKeys.remove(position);
		if (kind === "moved") goalKeys.lift(position);
		if (kind === "removed" || kind === "moved") {
			await clock.advance(random.between(0, removalMs / 2));
			this.#options.addEvents(random);
			await clock.advance(random.between(0, removalMs / 2 - 100));
		}
		if (kind === "moved") goalKeys.putDown(position);
		await clock.advance(kind === "left" ? 0 : removalMs + 100);
		goalKeys.hide();
		if (this.#isVisible) this.show(plugin());
	}

	/** Enters another scene address. A wrong one is corrected soon. */
	#changeSettings(random: Random): void {
		const { clock, plugin } = this.#world;
		const [target, wrongOrigin] = [plugin(), "https://nowhere.example"];
		const address = random.pick([undefined, scenesOrigin, wrongOrigin]);
		act(this.#world, "user: scene address changed", () => target.configure(address));
		if (address !== wrongOrigin) return;
		clock.schedule(
			() => {
				if (target === plugin()) target.configure();
			},
			random.between(1_000, 60_000),
		);
	}
}

/** Turns a dial by one or several steps: released through the periods, or pressed through the metrics. */
function turn(key: KeyModel, random: Random): KeyModel {
	const scope = random.pick(counterScopes.filter((candidate) => candidate !== "custom"));
	switch (key.kind) {
		case "counter": {
			if (random.chance(0.3)) {
				const metric = random.pick(counterMetrics);
				const query = random.pick(allQueries.filter((candidate) => candidate.metric === metric));
				return { kind: "counter", query };
			}
			return { kind: "counter", query: withoutProvider({ ...key.query, scope }) };
		}
		case "supporter":
			return { ...key, scope };
		case "latest":
			return key;
	}
}

function withoutProvider({ provider: _, ...query }: CounterQuery): CounterQuery {
	return query;
}
