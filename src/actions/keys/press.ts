import type { Clock, Dispose, Instant } from "../../state/time/clock";
import type { InputLag } from "./input-lag";
import { holdMs, minContactMs, maxContactMs } from "../timing";

export type PressPlan = {
	/** A press within this time of the last one is ignored. Milliseconds; 0 if absent. */
	readonly debounceMs?: number;
	readonly onPress: PressHandler;
	/** Undefined if a hold is the same as a press. */
	readonly onHold?: PressHandler | undefined;
};

/** @param pressedAt The earliest moment at which the key can have been pressed. */
export type PressHandler = (pressedAt: Instant) => void;

type PressInputLag = Pick<InputLag, "sentAfter" | "isLagging" | "afterPendingInput">;

/** Input control. A dial acts on release, because it may still be rotated. */
export type Control = "key" | "dial";

/** A press in progress. `holdMs` is the time until it becomes a hold. */
export type PressInProgress = { readonly sinceMs: number; readonly holdMs?: number | undefined };

/** Release of a key, and the possible age of its message. */
type Release = { readonly atMs: number; readonly sentAfter: Instant; readonly isLagging: boolean };

type KeyPressState = {
	isDown: boolean;
	inProgress?: PressInProgress | undefined;
	/** Start of the last press that was not ignored. */
	lastPressAtMs: number;
	/** Value of `lastPressAtMs` before the press in progress. A turn restores it. */
	previousPressAtMs: number;
	/** Time when the switch last closed. */
	downAtMs: number;
	/** A press shorter than this may be a bounce of the switch. */
	contactMs: number;
	onRelease?: ((release: Release) => void) | undefined;
	cancelHold?: Dispose | undefined;
	/** Set while a release waits to see whether the switch closes again. */
	cancelSettle?: Dispose | undefined;
};

/**
 * Distinguishes presses, holds, turns and bounces of all keys.
 *
 * | State of a key | Meaning                                       | Leaves on                                              |
 * | -------------- | --------------------------------------------- | ------------------------------------------------------ |
 * | released       | not `isDown`                                  | `down()` after the guard time                          |
 * | pressed        | `isDown` with `inProgress`                    | `up()`, a hold, `rotate()`                             |
 * | settling       | `cancelSettle`: released after a short press  | `down()` again: the switch bounced; or after a moment  |
 * | turned         | `isDown` without `inProgress`, or a bounce    | `up()`                                                 |
 *
 * `cancel()` leaves every state, because the key disappeared. `onPress` runs on `down()` if a hold is the same as a
 * press, otherwise on release.
 *
 * Invariant: each press that is not ignored calls exactly one of `onPress` and `onHold`, or neither if the key
 * disappears or the dial is turned during the press.
 */
export class Presses {
	readonly #clock: Clock;
	readonly #inputLag: PressInputLag;
	readonly #onChange: (id: string) => void;
	readonly #keys = new Map<string, KeyPressState>();

	/** @param onChange Called when a press begins or ends, because the key's appearance changes. */
	constructor(clock: Clock, inputLag: PressInputLag, onChange: (id: string) => void) {
		this.#clock = clock;
		this.#inputLag = inputLag;
		this.#onChange = onChange;
	}

	inProgress(id: string): PressInProgress | undefined {
		return this.#keys.get(id)?.inProgress;
	}

	/** Starts a press. The plan applies until the release, even if the settings change in the meantime. */
	down(id: string, plan: PressPlan, control: Control): void {
		const key = this.#stateOf(id);
		if (key.cancelSettle) {
			// The switch bounced: the press continues.
			key.cancelSettle();
			key.cancelSettle = undefined;
			key.isDown = true;
			key.downAtMs = this.#clock.uptimeMs();
			return;
		}
		if (this.#isBounce(key, plan)) {
			// The dial is still pushed in: a turn counts as a pressed turn.
			key.isDown = true;
			return;
		}
		resetPress(key);
		const nowMs = this.#clock.uptimeMs();
		key.isDown = true;
		key.previousPressAtMs = key.lastPressAtMs;
		key.lastPressAtMs = nowMs;
		key.downAtMs = nowMs;
		key.contactMs = Math.min(maxContactMs, Math.max(minContactMs, plan.debounceMs ?? 0));
		key.inProgress = { sinceMs: this.#clock.now(), holdMs: plan.onHold && holdMs };
		if (control === "dial") key.onRelease = this.#createReleaseHandler(plan);
		else if (plan.onHold) this.#scheduleHold(id, key, plan.onPress, plan.onHold);
		else plan.onPress(this.#inputLag.sentAfter);
		this.#onChange(id);
	}

	up(id: string): void {
		const key = this.#keys.get(id);
		if (!key?.isDown) return;
		const { sentAfter, isLagging } = this.#inputLag;
		const release: Release = { atMs: this.#clock.uptimeMs(), sentAfter, isLagging };
		key.isDown = false;
		if (!key.onRelease || release.atMs - key.downAtMs >= key.contactMs) this.#finish(id, key, release);
		else key.cancelSettle = this.#clock.schedule(() => this.#finish(id, key, release), key.contactMs);
	}

	/** Handles a complete touch. The host has already distinguished it from a long touch. */
	touch(id: string, plan: PressPlan): void {
		const key = this.#stateOf(id);
		if (this.#isBounce(key, plan)) return;
		if (plan.debounceMs) key.lastPressAtMs = this.#clock.uptimeMs();
		plan.onPress(this.#inputLag.sentAfter);
	}

	/**
	 * Handles the turn of a dial. While the dial is pushed in, the push is part of the turn: it is neither a press nor
	 * a hold, and the next press does not count as a repeat.
	 * @returns Whether the dial is pushed in, according to the received events.
	 */
	rotate(id: string): boolean {
		const key = this.#keys.get(id);
		if (!key?.isDown) return false;
		if (key.inProgress) key.lastPressAtMs = key.previousPressAtMs;
		resetPress(key);
		key.isDown = true;
		return true;
	}

	/** Cancels the press in progress because the key disappeared. */
	cancel(id: string): void {
		const key = this.#keys.get(id);
		if (key) resetPress(key);
		this.#keys.delete(id);
	}

	#stateOf(id: string): KeyPressState {
		const key = this.#keys.get(id) ?? createState();
		this.#keys.set(id, key);
		return key;
	}

	#isBounce({ lastPressAtMs }: KeyPressState, { debounceMs = 0 }: PressPlan): boolean {
		return this.#clock.uptimeMs() - lastPressAtMs < debounceMs;
	}

	#finish(id: string, key: KeyPressState, release: Release): void {
		const { onRelease, inProgress } = key;
		resetPress(key);
		onRelease?.(release);
		if (inProgress) this.#onChange(id);
	}

	#createReleaseHandler({ onPress, onHold = onPress }: PressPlan): (release: Release) => void {
		const sinceMs = this.#clock.uptimeMs();
		return ({ atMs, sentAfter, isLagging }) => {
			// A message that was delayed may have been sent earlier: only this part of the duration is certain.
			const untilMs = isLagging ? sentAfter.uptimeMs : atMs;
			if (untilMs - sinceMs < holdMs) onPress(sentAfter);
			else onHold(sentAfter);
		};
	}

	#scheduleHold(id: string, key: KeyPressState, onPress: PressHandler, onHold: PressHandler): void {
		const { wallMs, uptimeMs } = this.#inputLag.sentAfter;
		const onRelease = ({ sentAfter }: Release) => onPress(sentAfter);
		const hold = () => {
			// The key was released in time, in a message that was still pending.
			if (key.onRelease !== onRelease) return;
			key.onRelease = undefined;
			onHold({ wallMs: wallMs + holdMs, uptimeMs: uptimeMs + holdMs });
			this.#onChange(id);
		};
		key.onRelease = onRelease;
		key.cancelHold = this.#clock.schedule(() => this.#inputLag.afterPendingInput(hold), holdMs);
	}
}

function createState(): KeyPressState {
	return {
		isDown: false,
		lastPressAtMs: -Infinity,
		previousPressAtMs: -Infinity,
		downAtMs: -Infinity,
		contactMs: minContactMs,
	};
}

function resetPress(key: KeyPressState): void {
	key.cancelHold?.();
	key.cancelHold = undefined;
	key.cancelSettle?.();
	key.cancelSettle = undefined;
	key.onRelease = undefined;
	key.inProgress = undefined;
	key.isDown = false;
}
