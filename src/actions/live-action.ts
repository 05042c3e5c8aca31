import {
	SingletonAction,
	type DialAction,
	type DialDownEvent,
	type DialRotateEvent,
	type DialUpEvent,
	type DidReceiveSettingsEvent,
	type KeyAction,
	type KeyDownEvent,
	type KeyUpEvent,
	type TouchTapEvent,
	type WillAppearEvent,
	type WillDisappearEvent,
} from "@elgato/streamdeck";

import type { ConnectionManager } from "../connection/connection-manager";
import type { Log } from "../connection/log";
import type { Face } from "../key-face/face";
import type { PassingNotice } from "../key-face/moment";
import type { PressFailure, Words } from "../key-face/words";
import type { GlobalSettingsStore } from "../settings/global-settings";
import type { Clock } from "../state/clock";
import type { Happening, Store } from "../state/store";
import type { Demand, KeyDemand } from "./demand";
import type { Guard } from "./guard";
import type { KeyPainter } from "./key-painter";
import { Presses, type PressPlan } from "./press";
import { passingNotice } from "./press-failure";
import { createDialSurface, createKeySurface, nowhere, type Surface } from "./surface";

/** What every action works with. */
export type ActionContext = {
	readonly store: Store;
	readonly connection: ConnectionManager;
	readonly settings: GlobalSettingsStore;
	readonly demand: Demand;
	readonly painter: KeyPainter;
	readonly guard: Guard;
	readonly clock: Clock;
	readonly log: Log;
	readonly words: () => Words;
};

const mostHiddenKeys = 500;

/** One visible instance of an action: its settings, as understood, and what only this one knows. */
export type VisibleKey<Settings, View> = {
	readonly id: string;
	readonly surface: Surface;
	settings: Settings;
	readonly view: View;
};

type NoticedKey = { readonly id: string; readonly view: { notice?: PassingNotice } };

/**
 * What all actions share: keys that appear, change and disappear, are painted and pressed. One object serves all keys
 * of its kind, so whatever belongs to one key lives in its {@link VisibleKey}.
 */
export abstract class LiveAction<Settings, View> extends SingletonAction {
	protected readonly context: ActionContext;
	protected readonly keys = new Map<string, VisibleKey<Settings, View>>();
	/** Keys out of sight, so that what happens meanwhile is not lost on them. The longest unseen are forgotten. */
	protected readonly hiddenKeys = new Map<string, VisibleKey<Settings, View>>();
	protected readonly presses: Presses;

	constructor(context: ActionContext) {
		super();
		this.context = context;
		this.presses = new Presses(context.clock, (id) => {
			context.painter.repaint(id);
		});
		context.store.subscribe((happening) => {
			context.guard("a change of state", () => {
				this.stateChanged(happening);
				for (const id of this.keys.keys()) context.painter.repaint(id);
			});
		});
	}

	protected abstract parseSettings(settings: unknown): Settings;
	/** What a key remembers that nobody has seen yet. */
	protected abstract createView(): View;
	protected abstract face(key: VisibleKey<Settings, View>, nowMs: number): Face;
	protected abstract demandOf(key: VisibleKey<Settings, View>): KeyDemand;
	/** What a finger on this key will do, as things are now. */
	protected abstract planPress(key: VisibleKey<Settings, View>): PressPlan;

	override onWillAppear(event: WillAppearEvent): void {
		this.context.guard("appearing", () => {
			this.#show(event.action, event.payload.settings);
		});
	}

	override onWillDisappear(event: WillDisappearEvent): void {
		this.context.guard("disappearing", () => {
			const { id } = event.action;
			this.presses.cancel(id);
			this.context.painter.remove(id);
			this.context.demand.remove(id);
			this.#hide(id);
		});
	}

	override onDidReceiveSettings(event: DidReceiveSettingsEvent): void {
		this.context.guard("new settings", () => {
			const key = this.keys.get(event.action.id);
			if (!key) return;
			key.settings = this.parseSettings(event.payload.settings);
			this.settingsChanged(key);
			this.context.demand.set(key.id, this.demandOf(key));
			this.context.painter.repaint(key.id);
		});
	}

	override onKeyDown(event: KeyDownEvent): void {
		this.#down(event.action.id);
	}

	override onKeyUp(event: KeyUpEvent): void {
		this.#up(event.action.id);
	}

	override onDialDown(event: DialDownEvent): void {
		this.#down(event.action.id);
	}

	override onDialUp(event: DialUpEvent): void {
		this.#up(event.action.id);
	}

	override onTouchTap(event: TouchTapEvent): void {
		this.context.guard("a touch", () => {
			const key = this.keys.get(event.action.id);
			if (!key) return;
			if (event.payload.hold) this.touchedLong(key);
			else this.planPress(key).onPress();
			this.context.painter.repaint(key.id);
		});
	}

	override onDialRotate(event: DialRotateEvent): void {
		this.context.guard("a turn", () => {
			const key = this.keys.get(event.action.id);
			if (!key) return;
			const { ticks, pressed } = event.payload;
			// Turned while pressed, the press is part of the turn.
			if (pressed) this.presses.cancel(key.id);
			this.rotated(key, ticks, pressed ? "pressed" : "free");
			this.context.demand.set(key.id, this.demandOf(key));
			this.context.painter.repaint(key.id);
		});
	}

	/** What a key with these settings would look like just now. */
	preview(settings: unknown): Face {
		const key = { id: "", surface: nowhere, settings: this.parseSettings(settings), view: this.createView() };
		return this.face(key, this.context.clock.now());
	}

	/** Something about the stream changed. All keys in sight are looked at again afterwards. */
	protected stateChanged(_happening: Happening | undefined): void {
		// Most keys remember nothing of what happens.
	}

	/** The user chose something else for this key. */
	protected settingsChanged(_key: VisibleKey<Settings, View>): void {
		// Most keys remember nothing that depends on their settings.
	}

	/** A dial was turned, clockwise when `ticks` is positive. */
	protected rotated(_key: VisibleKey<Settings, View>, _ticks: number, _how: "free" | "pressed"): void {
		// Some dials have nothing to choose from.
	}

	/** A dial's strip was touched for long: the same as a hold, unless the action has a better use for it. */
	protected touchedLong(key: VisibleKey<Settings, View>): void {
		this.planPress(key).onHold?.();
	}

	/** A sign of success on the key that was pressed, if it is still there. */
	protected async showOk({ id }: VisibleKey<Settings, View>): Promise<void> {
		await this.keys.get(id)?.surface.showOk();
	}

	/** Says why a press did nothing: in the log and, if it is still there, on the key that was pressed. */
	protected async fail(key: NoticedKey, failure: PressFailure): Promise<void> {
		const { clock, log, painter, words } = this.context;
		log.warn(`a press on ${this.manifestId} did nothing: ${failure}`);
		key.view.notice = passingNotice(failure, clock.now(), words());
		painter.repaint(key.id);
		await this.keys.get(key.id)?.surface.showAlert();
	}

	#show(action: KeyAction | DialAction, settings: unknown): void {
		const { id } = action;
		const known = this.keys.get(id) ?? this.hiddenKeys.get(id);
		const key: VisibleKey<Settings, View> = {
			id,
			surface: action.isKey() ? createKeySurface(action) : createDialSurface(action),
			settings: this.parseSettings(settings),
			view: known?.view ?? this.createView(),
		};
		// Hosts that name keys by their place give a new key the name of the last one there.
		if (known && JSON.stringify(known.settings) !== JSON.stringify(key.settings)) this.settingsChanged(key);
		this.presses.cancel(id);
		this.hiddenKeys.delete(id);
		this.keys.set(id, key);
		this.context.demand.set(id, this.demandOf(key));
		this.context.painter.add(id, { surface: key.surface, face: (nowMs) => this.face(key, nowMs) });
	}

	#hide(id: string): void {
		const key = this.keys.get(id);
		this.keys.delete(id);
		if (key) this.hiddenKeys.set(id, key);
		const [longestUnseen] = this.hiddenKeys.keys();
		if (this.hiddenKeys.size > mostHiddenKeys && longestUnseen !== undefined) {
			this.hiddenKeys.delete(longestUnseen);
		}
	}

	#down(id: string): void {
		this.context.guard("a press", () => {
			const key = this.keys.get(id);
			if (!key) return;
			const plan = this.planPress(key);
			this.presses.down(id, key.surface.kind === "step" ? { ...plan, onHold: undefined } : plan);
		});
	}

	#up(id: string): void {
		this.context.guard("a release", () => {
			this.presses.up(id);
		});
	}
}
