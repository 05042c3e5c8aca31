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

import type { Guard } from "../state/guard";
import type { ActionController } from "./action-controller";
import type { Surface } from "./keys/surface";

/** Controller of an action, and the factory of its surfaces. */
export type ActionParts = {
	readonly controller: ActionController<unknown, unknown>;
	readonly createSurface: (action: KeyAction | DialAction) => Surface;
};

/** Calls back with the action's parts: immediately, or as soon as they are loaded. */
export type UseAction = (use: (parts: ActionParts) => void) => void;

/** Passes the Stream Deck events of one action to its controller, in order. Each handler runs inside a guard. */
export class DeckAction extends SingletonAction {
	override readonly manifestId: string;
	readonly #useAction: UseAction;
	readonly #guard: Guard;

	constructor(manifestId: string, useAction: UseAction, guard: Guard) {
		super();
		this.manifestId = manifestId;
		this.#useAction = useAction;
		this.#guard = guard;
	}

	override onWillAppear({ action, payload }: WillAppearEvent): void {
		this.#dispatch("appearing", ({ controller, createSurface }) =>
			controller.appear(action.id, createSurface(action), payload.settings),
		);
	}

	override onWillDisappear({ action }: WillDisappearEvent): void {
		this.#dispatch("disappearing", ({ controller }) => controller.disappear(action.id));
	}

	override onDidReceiveSettings({ action, payload }: DidReceiveSettingsEvent): void {
		this.#dispatch("new settings", ({ controller }) =>
			controller.changeSettings(action.id, payload.settings),
		);
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
		this.#dispatch("a touch", ({ controller }) =>
			controller.touch(action.id, payload.hold ? "long" : "short"),
		);
	}

	override onDialRotate({ action, payload }: DialRotateEvent): void {
		this.#dispatch("a turn", ({ controller }) =>
			controller.rotate(action.id, payload.ticks, payload.pressed),
		);
	}

	#down(id: string): void {
		this.#dispatch("a press", ({ controller }) => controller.pressDown(id));
	}

	#up(id: string): void {
		this.#dispatch("a release", ({ controller }) => controller.pressUp(id));
	}

	#dispatch(name: string, handle: (parts: ActionParts) => void): void {
		this.#useAction((parts) => this.#guard(name, () => handle(parts)));
	}
}
