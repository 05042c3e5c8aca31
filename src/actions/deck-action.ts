import {
	SingletonAction,
	type DialDownEvent,
	type DialRotateEvent,
	type DialUpEvent,
	type DidReceiveSettingsEvent,
	type KeyDownEvent,
	type KeyUpEvent,
	type TouchTapEvent,
	type WillAppearEvent,
	type WillDisappearEvent,
} from "@elgato/streamdeck";

import type { Guard } from "./guard";
import type { LiveAction } from "./live-action";
import { createDialSurface, createKeySurface } from "./surface";

/** What happens on the Stream Deck, told to one action. Each handler runs inside a guard. */
export class DeckAction extends SingletonAction {
	override readonly manifestId: string;
	readonly #action: LiveAction<unknown, unknown>;
	readonly #guard: Guard;

	constructor(action: LiveAction<unknown, unknown>, guard: Guard) {
		super();
		this.manifestId = action.manifestId;
		this.#action = action;
		this.#guard = guard;
	}

	override onWillAppear({ action, payload }: WillAppearEvent): void {
		this.#guard("appearing", () => {
			const surface = action.isKey() ? createKeySurface(action) : createDialSurface(action);
			this.#action.appear(action.id, surface, payload.settings);
		});
	}

	override onWillDisappear({ action }: WillDisappearEvent): void {
		this.#guard("disappearing", () => {
			this.#action.disappear(action.id);
		});
	}

	override onDidReceiveSettings({ action, payload }: DidReceiveSettingsEvent): void {
		this.#guard("new settings", () => {
			this.#action.changeSettings(action.id, payload.settings);
		});
	}

	override onKeyDown({ action }: KeyDownEvent): void {
		this.#down(action.id);
	}

	override onKeyUp({ action }: KeyUpEvent): void {
		this.#up(action.id);
	}

	override onDialDown({ action }: DialDownEvent): void {
		this.#down(action.id);
	}

	override onDialUp({ action }: DialUpEvent): void {
		this.#up(action.id);
	}

	override onTouchTap({ action, payload }: TouchTapEvent): void {
		this.#guard("a touch", () => {
			this.#action.touch(action.id, payload.hold ? "long" : "short");
		});
	}

	override onDialRotate({ action, payload }: DialRotateEvent): void {
		this.#guard("a turn", () => {
			this.#action.turn(action.id, payload.ticks, payload.pressed);
		});
	}

	#down(id: string): void {
		this.#guard("a press", () => {
			this.#action.pressDown(id);
		});
	}

	#up(id: string): void {
		this.#guard("a release", () => {
			this.#action.pressUp(id);
		});
	}
}
