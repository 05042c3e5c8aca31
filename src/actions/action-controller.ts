import type { Face } from "../key-face/face";
import type { TemporaryNotice } from "../key-face/face-timing";
import { withOwnAppearance, type OwnAppearance } from "../key-face/own-appearance";
import type { FileValues } from "../key-face/file-values";
import type { FaceStrings } from "../key-face/strings";
import type { EventBatch } from "../state/store";
import { fillTemplate } from "../text-files/template";
import type { ActionConnection, ActionContext } from "./action-context";
import type { KeyDemand } from "./demand";
import { Presses, type PressPlan } from "./press";
import { passingNotice, pressFailureOf, successNotice, type FailureReason } from "./press-failure";
import { noSurface, type DialHints, type Surface } from "./surface";
import { Keys, type KeyState } from "./keys";

/** The text file that a key writes, as its settings have it. */
export type KeyTextFile = { readonly path?: string | undefined; readonly template: string };

type KeyWithNotice = { readonly id: string; readonly view: { notice?: TemporaryNotice | undefined } };
type KeyWithCommand = KeyWithNotice & { readonly view: { isBusy?: boolean } };

/**
 * What all actions share: keys that appear, change and disappear, are painted and pressed. One object serves all keys
 * of its kind, so whatever belongs to one key lives in its {@link KeyState}.
 */
export abstract class ActionController<Settings, View> {
	abstract readonly manifestId: string;
	protected readonly context: ActionContext;
	protected readonly keys = new Keys<Settings, View>();
	protected readonly presses: Presses;

	constructor(context: ActionContext) {
		this.context = context;
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

	/** Those in sight: what they are on, and how they are set. */
	get visibleKeys(): readonly { readonly kind: Surface["kind"]; readonly settings: Settings }[] {
		return [...this.keys.visible].map(({ surface, settings }) => ({ kind: surface.kind, settings }));
	}

	protected abstract parseSettings(settings: unknown): Settings;
	/** What a key remembers that nobody has seen yet. */
	protected abstract createView(): View;
	protected abstract face(key: KeyState<Settings, View>, nowMs: number): Face;
	protected abstract demandOf(key: KeyState<Settings, View>): KeyDemand;
	/** What a finger on this key will do, as things are now. */
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
		if (previous && JSON.stringify(previous.settings) !== JSON.stringify(key.settings))
			this.onSettingsChange(key);
		this.presses.cancel(id);
		this.keys.show(key);
		this.context.demand.set(id, this.fullDemandOf(key));
		this.#updateTextFile(key);
		if (previousId !== id) this.remove(previousId);
		this.#showHints(key);
		this.context.painter.add(id, { surface, face: (nowMs) => this.#display(key, nowMs) });
	}

	disappear(id: string): void {
		this.presses.cancel(id);
		this.context.painter.remove(id);
		const key = this.keys.get(id);
		// What a key does besides being looked at goes on while it is out of sight.
		if (!key || !this.isActiveWhileHidden(key)) this.context.demand.remove(id);
		this.context.textFiles.hide(id);
		const evictedId = this.keys.hide(id);
		this.context.backgroundKeys.disappear(id);
		if (evictedId === undefined) return;
		this.context.backgroundKeys.forget(evictedId);
		this.remove(evictedId);
	}

	/** The key was removed from the deck, or stopped: nothing of it continues. */
	remove(id: string): void {
		this.presses.cancel(id);
		this.context.painter.remove(id);
		this.keys.remove(id);
		this.context.demand.remove(id);
		this.context.textFiles.remove(id);
	}

	/**
	 * Continues a key that an earlier run has displayed: its goal and file.
	 * @returns What identifies its settings; undefined when it has neither.
	 */
	restoreHidden(id: string, settings: unknown): string | undefined {
		const key = {
			id,
			surface: noSurface,
			settings: this.parseSettings(settings),
			view: this.createView(),
		};
		if (!this.isKept(key)) return undefined;
		this.keys.addHidden(key);
		if (this.isActiveWhileHidden(key)) this.context.demand.set(id, this.fullDemandOf(key));
		this.#updateTextFile(key);
		this.context.textFiles.hide(id);
		return this.#identityOf(key.settings);
	}

	changeSettings(id: string, settings: unknown): void {
		const key = this.keys.get(id);
		if (!key) return;
		key.settings = this.parseSettings(settings);
		this.#track(id, key.surface, { settings, parsed: key.settings });
		this.onSettingsChange(key);
		this.context.demand.set(id, this.fullDemandOf(key));
		this.#updateTextFile(key);
		this.#showHints(key);
		this.context.painter.repaint(id);
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

	/** A dial's strip was touched. */
	touch(id: string, length: "short" | "long"): void {
		const key = this.keys.get(id);
		if (!key) return;
		const plan = this.planPress(key);
		this.presses.touch(id, length === "short" ? plan : this.planLongTouch(key, plan));
		this.context.painter.repaint(id);
		this.context.textFiles.refresh();
	}

	/**
	 * A dial was turned, clockwise when `ticks` is positive.
	 * @param isPressed Whether the host says that the dial is pushed in; some never do.
	 */
	rotate(id: string, ticks: number, isPressed: boolean): void {
		const key = this.keys.get(id);
		if (!key) return;
		const isDown = this.presses.rotate(id);
		this.onRotate(key, ticks, isPressed || isDown ? "pressed" : "free");
		this.context.demand.set(id, this.fullDemandOf(key));
		this.context.painter.repaint(id);
		this.context.textFiles.refresh();
	}

	/** What a key with these settings would look like just now. */
	preview(settings: unknown): Face {
		const key = {
			id: "",
			surface: noSurface,
			settings: this.parseSettings(settings),
			view: this.createView(),
		};
		return this.#display(key, this.context.clock.now());
	}

	/** The label and color that the user gave the key. */
	protected appearanceOf(_key: KeyState<Settings, View>, _nowMs: number): OwnAppearance {
		return {};
	}

	/** The text file that the key writes; most keys write none. */
	protected textFileOf(_key: KeyState<Settings, View>): KeyTextFile | undefined {
		return undefined;
	}

	/** What the placeholders in the key's text stand for, while its face is live. */
	protected templateValues(_key: KeyState<Settings, View>, _nowMs: number): FileValues {
		return {};
	}

	/** Whether the key needs the service even while it is out of sight. */
	protected isActiveWhileHidden(key: KeyState<Settings, View>): boolean {
		return this.textFileOf(key)?.path !== undefined;
	}

	/** What the key needs, and what its file needs. */
	protected fullDemandOf(key: KeyState<Settings, View>): KeyDemand {
		const demand = this.demandOf(key);
		if (this.textFileOf(key)?.path === undefined) return demand;
		return { ...demand, file: this.demandOf(this.#asConfigured(key)) };
	}

	/** Whether the key has something that continues while it is hidden, also after a restart. */
	protected isKept(key: KeyState<Settings, View>): boolean {
		return this.textFileOf(key)?.path !== undefined;
	}

	/** Whether what happened can change what the key shows; if it can't, the key is not even looked at. */
	protected isAffected(_key: KeyState<Settings, View>, _batch: EventBatch): boolean {
		return true;
	}

	/** Something about the stream changed. The keys in sight are looked at again afterwards. */
	protected onStateChange(_batch: EventBatch | undefined): void {
		// Most keys remember nothing of what happens.
	}

	/** The user chose something else for this key. */
	protected onSettingsChange(_key: KeyState<Settings, View>): void {
		// Most keys remember nothing that depends on their settings.
	}

	/** A dial was turned, clockwise when `ticks` is positive. */
	protected onRotate(_key: KeyState<Settings, View>, _ticks: number, _mode: "free" | "pressed"): void {
		// Some dials have nothing to choose from.
	}

	/** What a long touch of a dial's strip does: the same as a hold, unless the action has a better use for it. */
	protected planLongTouch(_key: KeyState<Settings, View>, plan: PressPlan): PressPlan {
		return { ...plan, onPress: plan.onHold ?? plan.onPress };
	}

	/** What the gestures on a dial with these settings do. */
	protected dialHints(
		_key: KeyState<Settings, View>,
		_hints: FaceStrings["dialHints"],
	): DialHints | undefined {
		return undefined;
	}

	/** Reads again what the key displays, and shows how that went. */
	protected async refresh(
		key: KeyWithNotice,
		scope: Parameters<ActionConnection["refresh"]>[0],
	): Promise<void> {
		const { connection, store, words } = this.context;
		const trouble = await this.answerFailure(key, () => connection.refresh(scope));
		if (trouble) await this.reportFailure(key, pressFailureOf(trouble, store.state.link));
		else await this.reportSuccess(key, words().updated);
	}

	/** Runs what a press asks for. An unexpected error, too, is answered on the key before it is logged. */
	protected async answerFailure<T>(key: KeyWithNotice, command: () => Promise<T>): Promise<T> {
		try {
			return await command();
		} catch (error) {
			await this.reportFailure(key, "rejected");
			throw error;
		}
	}

	/** Runs one command of a key at a time. A press in the meantime is answered on the key. */
	protected async runAlone(key: KeyWithCommand, command: () => Promise<void>): Promise<void> {
		if (key.view.isBusy) return this.reportFailure(key, "busy");
		key.view.isBusy = true;
		this.context.painter.repaint(key.id);
		try {
			await this.answerFailure(key, command);
		} finally {
			key.view.isBusy = false;
			this.context.painter.repaint(key.id);
		}
	}

	/** Shows that a press succeeded: by the app's check mark on a key, in words on a dial, which has none. */
	protected async reportSuccess({ id, view }: KeyWithNotice, text: string): Promise<void> {
		const { clock, painter } = this.context;
		const surface = this.keys.get(id)?.surface;
		view.notice = surface?.kind === "dial" ? successNotice(text, clock.now()) : undefined;
		painter.repaint(id);
		await surface?.showOk();
	}

	/** Reports why a press failed: in the log and, if it is still there, on the key that was pressed. */
	protected async reportFailure(key: KeyWithNotice, failure: FailureReason): Promise<void> {
		const { clock, log, painter, words } = this.context;
		log.warn(`a press on ${this.manifestId} failed: ${failure}`);
		key.view.notice = passingNotice(failure, clock.now(), words());
		painter.repaint(key.id);
		await this.keys.get(key.id)?.surface.showAlert();
	}

	/** @returns The id of the hidden key that continues as this one, if it is another id. */
	#track(
		id: string,
		surface: Surface,
		{ settings, parsed }: { readonly settings: unknown; readonly parsed: Settings },
	): string | undefined {
		const isKept = this.isKept({ id, surface, settings: parsed, view: this.createView() });
		const identity = this.#identityOf(parsed);
		return this.context.backgroundKeys.appear({
			...{ id, surface, settings, identity, isKept },
			manifestId: this.manifestId,
		});
	}

	/** The key by its settings alone, as its file has it: without what was browsed, thanked or flashed on it. */
	#asConfigured(key: KeyState<Settings, View>): KeyState<Settings, View> {
		return { ...key, view: this.createView() };
	}

	#identityOf(settings: Settings): string {
		return this.manifestId + JSON.stringify(settings);
	}

	#showHints(key: KeyState<Settings, View>): void {
		const { guard, words } = this.context;
		const hints = key.surface.kind === "dial" ? this.dialHints(key, words().dialHints) : undefined;
		if (hints) guard("describing a dial", () => key.surface.showHints(hints));
	}

	#display(key: KeyState<Settings, View>, nowMs: number): Face {
		return withOwnAppearance(this.face(key, nowMs), this.appearanceOf(key, nowMs));
	}

	#updateTextFile(key: KeyState<Settings, View>): void {
		const { path, template = "" } = this.textFileOf(key) ?? {};
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
				return { text: fillTemplate(template, this.templateValues(configured, nowMs)), nextChangeAtMs };
			},
		});
	}
}
