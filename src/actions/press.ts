import type { Clock, Dispose, Instant } from "../state/clock";
import type { InputLag } from "./input-lag";

/** From here on a press is a hold. */
export const holdMs = 500;

/** What a finger can do to one key. */
export type PressPlan = {
	/** A second press within this time of the last one is a bounce of the switch, and dropped. */
	readonly debounceMs: number;
	readonly onPress: PressHandler;
	/** Absent where a hold is the same as a press. */
	readonly onHold?: PressHandler | undefined;
};

/** @param pressedAt The earliest moment at which the finger can have done so. */
export type PressHandler = (pressedAt: Instant) => void;

type PressInputLag = Pick<InputLag, "sentAfter" | "isLagging" | "afterPendingInput">;

/** What is pressed. A dial acts when it is let go, since until then it may be turned. */
export type Control = "key" | "dial";

/** A finger on a key just now; `holdMs` is how long until a hold is a hold. */
export type PressInProgress = { readonly sinceMs: number; readonly holdMs?: number | undefined };

type KeyPressState = {
	isDown: boolean;
	inProgress?: PressInProgress | undefined;
	lastPressAtMs: number;
	/** What taking the finger off does. */
	onRelease?: (() => void) | undefined;
	cancelHold?: Dispose | undefined;
};

/**
 * Tells presses, holds, turns and bounces apart, for every key on every deck. Of press and hold exactly one happens;
 * neither when the key disappears under the finger, or the dial is turned.
 */
export class Presses {
	readonly #clock: Clock;
	readonly #inputLag: PressInputLag;
	readonly #onChange: (id: string) => void;
	readonly #keys = new Map<string, KeyPressState>();

	/** @param onChange A finger was laid on or taken off: the key looks different. */
	constructor(clock: Clock, inputLag: PressInputLag, onChange: (id: string) => void) {
		this.#clock = clock;
		this.#inputLag = inputLag;
		this.#onChange = onChange;
	}

	inProgress(id: string): PressInProgress | undefined {
		return this.#keys.get(id)?.inProgress;
	}

	/** The plan holds until the finger is taken off, whatever becomes of the settings meanwhile. */
	down(id: string, plan: PressPlan, control: Control): void {
		const key = this.#stateOf(id);
		if (this.#isBounce(key, plan)) return;
		resetPress(key);
		key.isDown = true;
		key.lastPressAtMs = this.#clock.elapsedMs();
		key.inProgress = { sinceMs: this.#clock.now(), holdMs: plan.onHold && holdMs };
		if (control === "dial") key.onRelease = this.#createReleaseHandler(plan);
		else if (plan.onHold) this.#scheduleHold(id, key, plan.onPress, plan.onHold);
		else plan.onPress(this.#inputLag.sentAfter);
		this.#onChange(id);
	}

	up(id: string): void {
		const key = this.#keys.get(id);
		if (!key?.isDown) return;
		const { onRelease } = key;
		resetPress(key);
		onRelease?.();
		this.#onChange(id);
	}

	/** A touch comes as a whole: it has been told from a long one already. */
	touch(id: string, plan: PressPlan): void {
		const key = this.#stateOf(id);
		if (this.#isBounce(key, plan)) return;
		key.lastPressAtMs = this.#clock.elapsedMs();
		plan.onPress(this.#inputLag.sentAfter);
	}

	/**
	 * A dial is turned. While it is pushed in, the push is part of the turn, and neither a press nor a hold.
	 * @returns Whether it is pushed in, as far as it was seen going down.
	 */
	rotate(id: string): boolean {
		const key = this.#keys.get(id);
		if (!key?.isDown) return false;
		resetPress(key);
		key.isDown = true;
		return true;
	}

	/** The key is gone, and the finger with it. */
	cancel(id: string): void {
		const key = this.#keys.get(id);
		if (key) resetPress(key);
		this.#keys.delete(id);
	}

	#stateOf(id: string): KeyPressState {
		const key = this.#keys.get(id) ?? { isDown: false, lastPressAtMs: -Infinity };
		this.#keys.set(id, key);
		return key;
	}

	#isBounce({ lastPressAtMs }: KeyPressState, { debounceMs }: PressPlan): boolean {
		return this.#clock.elapsedMs() - lastPressAtMs < debounceMs;
	}

	#createReleaseHandler({ onPress, onHold = onPress }: PressPlan): () => void {
		const sinceMs = this.#clock.elapsedMs();
		return () => {
			const { sentAfter, isLagging } = this.#inputLag;
			// Read late, it may have come early: then only so much of the time is sure to have been a hold.
			const untilMs = isLagging ? sentAfter.elapsedMs : this.#clock.elapsedMs();
			if (untilMs - sinceMs < holdMs) onPress(sentAfter);
			else onHold(sentAfter);
		};
	}

	#scheduleHold(id: string, key: KeyPressState, onPress: PressHandler, onHold: PressHandler): void {
		const { wallMs, elapsedMs } = this.#inputLag.sentAfter;
		const onRelease = () => onPress(this.#inputLag.sentAfter);
		const hold = () => {
			// The finger was taken off before, and that had yet to be read.
			if (key.onRelease !== onRelease) return;
			key.onRelease = undefined;
			onHold({ wallMs: wallMs + holdMs, elapsedMs: elapsedMs + holdMs });
			this.#onChange(id);
		};
		key.onRelease = onRelease;
		key.cancelHold = this.#clock.schedule(() => this.#inputLag.afterPendingInput(hold), holdMs);
	}
}

function resetPress(key: KeyPressState): void {
	key.cancelHold?.();
	key.cancelHold = undefined;
	key.onRelease = undefined;
	key.inProgress = undefined;
	key.isDown = false;
}
