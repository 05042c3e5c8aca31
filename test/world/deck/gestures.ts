import { setTimeout as delay } from "node:timers/promises";

import type { Dialect } from "./host/dialect";
import type { Frame } from "./frame";
import type { AnyKey, Dial, Key, Step } from "./keys";
import { dialMessage, pressMessage } from "./host/messages";

const pressMs = 20;
/** Longer than the 500 ms of a hold, even if the plugin receives the press a little late. */
const holdMs = 800;
const stripCentre: readonly [number, number] = [100, 50];

/** User gestures on the deck. */
export class Gestures {
	readonly #dialect: Dialect;
	readonly #send: (frame: Frame) => void;

	constructor(dialect: Dialect, send: (frame: Frame) => void) {
		this.#dialect = dialect;
		this.#send = send;
	}

	down(key: Key | Dial): void {
		if (!key.isVisible) throw new Error(`${key.action.Name} is not on the deck just now`);
		if (key.kind === "key") return this.#send(pressMessage("keyDown", key, this.#dialect));
		key.isPressed = true;
		this.#send(dialMessage("dialDown", key, this.#dialect));
	}

	/** Releases the key. The app reports it even if the key has left the deck in the meantime. */
	up(key: Key | Dial): void {
		if (key.kind === "dial") {
			key.isPressed = false;
			return this.#send(dialMessage("dialUp", key, this.#dialect));
		}
		toggle(key);
		this.#send(pressMessage("keyUp", key, this.#dialect));
	}

	async press(key: Key | Dial, heldMs = pressMs): Promise<void> {
		this.down(key);
		await delay(heldMs);
		this.up(key);
	}

	async hold(key: Key | Dial): Promise<void> {
		await this.press(key, holdMs);
	}

	rotate(dial: Dial, ticks: number, dialState: "pressed" | "free"): void {
		if (!dial.isVisible) throw new Error(`${dial.action.Name} is not on the deck just now`);
		const isPressed = (dialState === "pressed" || dial.isPressed) && this.#dialect.reportsPressedTurns;
		this.#send(dialMessage("dialRotate", dial, this.#dialect, { ticks, pressed: isPressed }));
	}

	tap(dial: Dial, length: "short" | "long", at = stripCentre): void {
		if (!dial.isVisible) throw new Error(`${dial.action.Name} is not on the deck just now`);
		this.#send(dialMessage("touchTap", dial, this.#dialect, { tapPos: at, hold: length === "long" }));
	}

	/** Runs the steps of a multi-action one after the other. */
	async runMultiAction(steps: readonly Step[]): Promise<void> {
		for (const step of steps) {
			this.#send(pressMessage("keyDown", step, this.#dialect));
			if (this.#dialect.stepPauseMs > 0) await delay(this.#dialect.stepPauseMs);
			toggle(step);
			this.#send(pressMessage("keyUp", step, this.#dialect));
		}
	}
}

function toggle(key: Exclude<AnyKey, Dial>): void {
	if (key.action.States.length === 2 && !key.action.DisableAutomaticStates) key.state = 1 - key.state;
}
