import type { Face } from "../key-face/face";
import { withOwnAppearance, type OwnAppearance } from "../key-face/own-appearance";
import type { FileValues } from "../key-face/text/file-values";
import type { FaceStrings } from "../key-face/strings";
import { isUnchosen, type ChoiceOwner, type KeyChoice } from "../state/key-choice";
import type { RememberedNumber } from "../state/counters/remembered-numbers";
import type { EventBatch } from "../state/store";
import { fillTemplate } from "../text-files/template";
import type { ActionContext } from "./action-context";
import { CommandRunner } from "./keys/command-runner";
import type { KeyDemand } from "./keys/demand";
import { Presses, type PressPlan } from "./keys/press";
import { noSurface, type DialHints, type Surface } from "./keys/surface";
import { Keys, type KeyState } from "./keys/keys";

export type KeyTextFile = {
	readonly path?: string | undefined;
	readonly template: string;
	/** Replaces the template; undefined while the text is not known. */
	readonly text?: (() => string | undefined) | undefined;
};

/** Number of a key. The identity is equal for keys that display the same number. */
export type IdentifiedNumber = { readonly identity: string; readonly number: RememberedNumber };

/**
 * Base of all actions: adds, updates, paints and removes keys, and handles their presses. Invariant: one controller
 * serves all keys of its action, so all state of a single key is in its {@link KeyState}.
 */
export abstract class ActionController<Settings, View> {
	abstract readonly manifestId: string;
	protected readonly context: ActionContext;
	protected readonly keys = new Keys<Settings, View>();
	protected readonly presses: Presses;
	protected readonly runner: CommandRunner;

	constructor(context: ActionContext) {
		this.context = context;
		this.runner = new CommandRunner(context, {
			nameOf: () => this.manifestId,
			surfaceOf: (id) => this.keys.get(id)?.surface,
		});
		this.presses = new Presses(context.clock, context.inputLag, (id) => {
			context.painter.repaint(id);
			context.textFiles.refresh();
		});
		context.store.subscribe((batch) => {
			context.guard("a change of state", () => {
				this.onStateChange(batch);
				for (const key of this.keys.visible) {
					if (!batch || this.isAffected(key, batch)) context.painter.repaint(key.id);
				}
			});
		});
	}

	get visibleKeys(): readonly { readonly kind: Surface["kind"]; readonly settings: Settings }[] {
		return [...this.keys.visible].map(({ surface, settings }) => ({ kind: surface.kind, settings }));
	}

	/** Number of keys that count the session, including hidden ones. */
	get sessionKeyCount(): number {
		let count = 0;
		for (const { settings } of this.keys.all()) if (isSessionCounted(settings)) count++;
		return count;
	}

	/** Records the confirmed numbers of all visible keys for the next start of the plugin. */
	recordNumbers(nowMs: number): void {
		for (const key of this.keys.visible) this.#recordNumber(key, nowMs);
	}

	protected abstract readonly parseSettings: (settings: unknown) => Settings;
	/** Returns the view of a key that has not been displayed yet. */
	protected abstract readonly createView: () => View;
	protected abstract face(key: KeyState<Settings, View>, nowMs: number): Face;
	/** Returns the handlers for press and hold in the current state. */
	protected abstract planPress(key: KeyState<Settings, View>): PressPlan;

	appear(id: string, surface: Surface, settings: unknown): void {
		const parsed = this.parseSettings(settings);
		const previousId = this.#track(id, surface, { settings, parsed }) ?? id;
		const previous = this.keys.getVisibleOrHidden(previousId);
		const key: KeyState<Settings, View> = {
			id,
			surface,
			settings: parsed,
			view: previous?.view ?? this.createView(),
		};
		// OpenDeck derives the context from the position, so a new key can reuse the context of a removed one.
		const hasChanged = previous && JSON.stringify(previous.settings) !== JSON.stringify(key.settings);
		if (hasChanged) this.onSettingsChange(key);
		this.#restoreChoice(key);
		this.presses.cancel(id);
		this.keys.show(key);
		this.context.demand.set(id, this.fullDemandOf(key));
		this.#updateTextFile(key);
		if (previousId !== id) this.remove(previousId);
		this.recordChoice(key);
		this.#showHints(key);
		this.context.painter.add(id, { surface, face: (nowMs) => this.#display(key, nowMs) });
		// A hidden key that returns as it was is no change. On a page of many keys, each call costs as much as all of them.
		if (!previous || hasChanged) this.onKeysChange();
	}

	disappear(id: string): void {
		this.presses.cancel(id);
		this.runner.cancel(id);
		this.context.painter.remove(id);
		const key = this.keys.get(id);
		if (key) this.#recordNumber(key, this.context.clock.now());
		// Goals and files of a hidden key are still served.
		if (!key || !this.#hasFile(key)) this.context.demand.remove(id);
		this.context.textFiles.hide(id);
		const evictedId = this.keys.hide(id);
		this.context.backgroundKeys.disappear(id);
		if (evictedId === undefined) return;
		this.context.backgroundKeys.forget(evictedId);
		this.remove(evictedId);
	}

	/** Removes a key that was removed from the deck or stopped. Its goal and file end. */
	remove(id: string): void {
		this.presses.cancel(id);
		this.runner.cancel(id);
		this.context.painter.remove(id);
		this.keys.remove(id);
		this.context.demand.remove(id);
		this.context.textFiles.remove(id);
		this.context.choices.forget(id);
		this.onKeysChange();
	}

	/**
	 * Continues the goal and file of a key that an earlier run displayed.
	 * @returns The identity of its settings; undefined when it has neither.
	 */
	restoreHidden(id: string, settings: unknown): string | undefined {
		const key = this.#createKey(id, settings);
		if (!this.isKept(key)) return undefined;
		this.keys.addHidden(key);
		if (this.#hasFile(key)) this.context.demand.set(id, this.fullDemandOf(key));
		this.#updateTextFile(key);
		this.context.textFiles.hide(id);
		this.onKeysChange();
		return this.#identityOf(key.settings);
	}

	changeSettings(id: string, settings: unknown): void {
		const key = this.keys.get(id);
		if (!key) return;
		key.settings = this.parseSettings(settings);
		this.#track(id, key.surface, { settings, parsed: key.settings });
		this.onSettingsChange(key);
		this.recordChoice(key);
		this.context.demand.set(id, this.fullDemandOf(key));
		this.#updateTextFile(key);
		this.#showHints(key);
		this.context.painter.repaint(id);
		this.onKeysChange();
	}

	pressDown(id: string): void {
		const key = this.keys.get(id);
		if (!key) return;
		const plan = this.planPress(key);
		const { kind } = key.surface;
		if (kind === "step") this.presses.down(id, { ...plan, onHold: undefined }, "key");
		else this.presses.down(id, plan, kind);
	}

	pressUp(id: string): void {
		this.presses.up(id);
	}

	/** Handles a touch on a dial's strip. */
	touch(id: string, length: "short" | "long"): void {
		const key = this.keys.get(id);
		if (!key) return;
		const plan = this.planPress(key);
		this.presses.touch(id, length === "short" ? plan : this.planLongTouch(key, plan));
		this.context.painter.repaint(id);
		this.context.textFiles.refresh();
	}

	/**
	 * Handles the rotation of a dial, clockwise when `ticks` is positive.
	 * @param isPressed Whether the host reports the dial as pushed in; some hosts never do.
	 */
	rotate(id: string, ticks: number, isPressed: boolean): void {
		const key = this.keys.get(id);
		if (!key) return;
		const isDown = this.presses.rotate(id);
		this.onRotate(key, ticks, isPressed || isDown ? "pressed" : "free");
		this.recordChoice(key);
		this.context.demand.set(id, this.fullDemandOf(key));
		this.context.painter.repaint(id);
		this.context.textFiles.refresh();
	}

	/** Returns the face that a key with these settings would display. */
	preview(settings: unknown): Face {
		return this.#display(this.#createKey("", settings), this.context.clock.now());
	}

	/** Returns what the key requires from the service besides the connection. */
	protected demandOf(_key: KeyState<Settings, View>): KeyDemand {
		return {};
	}

	/** Returns the label and color that the user chose for the key. */
	protected appearanceOf(_key: KeyState<Settings, View>, _nowMs: number): OwnAppearance {
		return {};
	}

	/** Returns the text file that the key writes; undefined by default. */
	protected textFileOf(_key: KeyState<Settings, View>): KeyTextFile | undefined {
		return undefined;
	}

	/** Returns the values of the placeholders in the key's text, while its face is live. */
	protected templateValues(_key: KeyState<Settings, View>, _nowMs: number): FileValues {
		return {};
	}

	/** Returns what the face of a synced value displays of the connection, the settings and a press. */
	protected syncedInput({ id }: KeyState<Settings, View>) {
		const { state } = this.context.store;
		return {
			link: state.link,
			isHidden: state.hideNumbers,
			calendar: state.calendar,
			isConfirming: state.confirmation === "pending",
			staleSinceMs: state.staleSinceMs,
			staleTrouble: state.staleTrouble,
			press: this.presses.inProgress(id),
		};
	}

	/** Returns the number that the key displays; undefined unless its face is live. */
	protected numberOf(_key: KeyState<Settings, View>, _nowMs: number): IdentifiedNumber | undefined {
		return undefined;
	}

	/** Returns what the user chose on the key. A field without a choice follows the settings. */
	protected choiceOf(_key: KeyState<Settings, View>): KeyChoice {
		return {};
	}

	/** Applies a choice of an earlier run. Fields of other versions are ignored. */
	protected applyChoice(_key: KeyState<Settings, View>, _choice: KeyChoice): void {
		// Most keys offer no choice.
	}

	/** Stores the choice made on a key for the next start of the plugin. */
	protected recordChoice(key: KeyState<Settings, View>): void {
		const owner = this.#ownerOf(key);
		if (owner) this.context.choices.record(owner, this.choiceOf(key));
	}

	/** Returns the demand of the key and of its file. */
	protected fullDemandOf(key: KeyState<Settings, View>): KeyDemand {
		const demand = this.demandOf(key);
		if (!this.#hasFile(key)) return demand;
		return { ...demand, file: this.demandOf(this.#asConfigured(key)) };
	}

	/** Whether the key has a goal or file that continues while it is hidden, also after a restart. */
	protected isKept(key: KeyState<Settings, View>): boolean {
		return this.#hasFile(key);
	}

	/** Whether the change can affect what the key displays. If not, the key is not painted. */
	protected isAffected(_key: KeyState<Settings, View>, _batch: EventBatch): boolean {
		return true;
	}

	/** Called after each change of the state, before the visible keys are repainted. */
	protected onStateChange(_batch: EventBatch | undefined): void {
		// Most views do not depend on events.
	}

	/** Called when a key was added or removed, or its settings have changed. */
	protected onKeysChange(): void {
		// Most keys do not depend on each other.
	}

	/** Called when the key's settings have changed. */
	protected onSettingsChange(_key: KeyState<Settings, View>): void {
		// Most views do not depend on the settings.
	}

	/** Called when a dial was turned, clockwise when `ticks` is positive. */
	protected onRotate(_key: KeyState<Settings, View>, _ticks: number, _mode: "free" | "pressed"): void {
		// Some dials have no options to choose from.
	}

	/** Returns the handlers for a long touch on a dial's strip. By default it is the same as a hold. */
	protected planLongTouch(_key: KeyState<Settings, View>, plan: PressPlan): PressPlan {
		return { ...plan, onPress: plan.onHold ?? plan.onPress };
	}

	/** Returns the hints for the gestures on a dial with these settings. */
	protected dialHints(_key: KeyState<Settings, View>, _words: FaceStrings): DialHints | undefined {
		return undefined;
	}

	#hasFile(key: KeyState<Settings, View>): boolean {
		return this.textFileOf(key)?.path !== undefined;
	}

	/** Returns a key that is not displayed. */
	#createKey(id: string, settings: unknown): KeyState<Settings, View> {
		return { id, surface: noSurface, settings: this.parseSettings(settings), view: this.createView() };
	}

	/** @returns The id of the hidden key that continues as this one, if its id differs. */
	#track(
		id: string,
		surface: Surface,
		{ settings, parsed }: { readonly settings: unknown; readonly parsed: Settings },
	): string | undefined {
		const isKept = this.isKept({ id, surface, settings: parsed, view: this.createView() });
		const identity = this.#identityOf(parsed);
		return this.context.backgroundKeys.appear({
			id,
			surface,
			settings,
			identity,
			isKept,
			manifestId: this.manifestId,
		});
	}

	/** Returns the key in the state of its settings, for its file: without temporary choices, thanks and flashes. */
	#asConfigured(key: KeyState<Settings, View>): KeyState<Settings, View> {
		return { ...key, view: this.createView() };
	}

	#identityOf(settings: Settings): string {
		return this.manifestId + JSON.stringify(settings);
	}

	#restoreChoice(key: KeyState<Settings, View>): void {
		const owner = this.#ownerOf(key);
		const choice = owner && isUnchosen(this.choiceOf(key)) ? this.context.choices.recall(owner) : undefined;
		if (choice) this.applyChoice(key, choice);
	}

	/** Returns the owner of the key's choice; undefined for a key without a position. */
	#ownerOf({ id, surface, settings }: KeyState<Settings, View>): ChoiceOwner | undefined {
		const { deviceId, position } = surface.place ?? {};
		if (deviceId === undefined || position === undefined) return undefined;
		return { id, deviceId, position, identity: this.#identityOf(settings) };
	}

	#recordNumber(key: KeyState<Settings, View>, nowMs: number): void {
		const shown = this.numberOf(key, nowMs);
		if (shown) this.context.rememberedNumbers.record(shown.identity, shown.number, nowMs);
	}

	#showHints(key: KeyState<Settings, View>): void {
		const { guard, words } = this.context;
		const hints = key.surface.kind === "dial" ? this.dialHints(key, words()) : undefined;
		if (hints) guard("describing a dial", () => key.surface.showHints(hints));
	}

	#display(key: KeyState<Settings, View>, nowMs: number): Face {
		return withOwnAppearance(this.face(key, nowMs), this.appearanceOf(key, nowMs));
	}

	#updateTextFile(key: KeyState<Settings, View>): void {
		const { path, template = "", text } = this.textFileOf(key) ?? {};
		if (path === undefined) {
			this.context.textFiles.remove(key.id);
			return;
		}
		this.context.textFiles.set(key.id, {
			path,
			identity: this.#identityOf(key.settings),
			content: (nowMs) => {
				const configured = this.#asConfigured(key);
				const { state, nextChangeAtMs } = this.face(configured, nowMs);
				if (state !== "live") return { nextChangeAtMs };
				const content = text ? text() : fillTemplate(template, this.templateValues(configured, nowMs));
				return { text: content, nextChangeAtMs };
			},
		});
	}
}

function isSessionCounted(settings: unknown): boolean {
	return (
		typeof settings === "object" && settings !== null && "scope" in settings && settings.scope === "session"
	);
}
