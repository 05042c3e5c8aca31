import type { Clock, Dispose, Instant } from "../state/clock";

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

/** What is pressed. A dial acts when it is let go, since until then it may be turned. */
export type Control = "key" | "dial";

/** A finger on a key just now; `holdMs` is how long until a hold is a hold. */
export type PressInProgress = { readonly sinceMs: number; readonly holdMs?: number | undefined };

type KeyPress = {
	isDown: boolean;
	inProgress?: PressInProgress | undefined;
	lastPressMs: number;
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
	readonly #sentAfter: () => Instant;
	readonly #onChange: (id: string) => void;
	readonly #keys = new Map<string, KeyPress>();

	/**
	 * @param sentAfter What the app says just now, it has said after this.
	 * @param onChange A finger was laid on or taken off: the key looks different.
	 */
	constructor(clock: Clock, sentAfter: () => Instant, onChange: (id: string) => void) {
		this.#clock = clock;
		this.#sentAfter = sentAfter;
		this.#onChange = onChange;
	}

	inProgress(id: string): PressInProgress | undefined {
		return this.#keys.get(id)?.inProgress;
	}

	/** The plan holds until the finger is taken off, whatever becomes of the settings meanwhile. */
	down(id: string, plan: PressPlan, control: Control): void {
		const key = this.#keyOf(id);
		if (this.#isBounce(key, plan)) return;
		release(key);
		key.isDown = true;
		key.lastPressMs = this.#clock.elapsedMs();
		key.inProgress = { sinceMs: this.#clock.now(), holdMs: plan.onHold && holdMs };
		if (control === "dial") key.onRelease = this.#pressOrHold(plan);
		else if (plan.onHold) this.#holdSoon(id, key, plan.onPress, plan.onHold);
		else plan.onPress(this.#sentAfter());
		this.#onChange(id);
	}

	up(id: string): void {
		const key = this.#keys.get(id);
		if (!key?.isDown) return;
		const { onRelease } = key;
		release(key);
		onRelease?.();
		this.#onChange(id);
	}

	/** A touch comes as a whole: it has been told from a long one already. */
	touch(id: string, plan: PressPlan): void {
		const key = this.#keyOf(id);
		if (this.#isBounce(key, plan)) return;
		key.lastPressMs = this.#clock.elapsedMs();
		plan.onPress(this.#sentAfter());
	}

	/**
	 * A dial is turned. While it is pushed in, the push is part of the turn, and neither a press nor a hold.
	 * @returns Whether it is pushed in, as far as it was seen going down.
	 */
	turn(id: string): boolean {
		const key = this.#keys.get(id);
		if (!key?.isDown) return false;
		release(key);
		key.isDown = true;
		return true;
	}

	/** The key is gone, and the finger with it. */
	cancel(id: string): void {
		const key = this.#keys.get(id);
		if (key) release(key);
		this.#keys.delete(id);
	}

	#keyOf(id: string): KeyPress {
		const key = this.#keys.get(id) ?? { isDown: false, lastPressMs: -Infinity };
		this.#keys.set(id, key);
		return key;
	}

	#isBounce({ lastPressMs }: KeyPress, { debounceMs }: PressPlan): boolean {
		return this.#clock.elapsedMs() - lastPressMs < debounceMs;
	}

	#pressOrHold({ onPress, onHold = onPress }: PressPlan): () => void {
		const sinceMs = this.#clock.elapsedMs();
		return () => {
			if (this.#clock.elapsedMs() - sinceMs < holdMs) onPress(this.#sentAfter());
			else onHold(this.#sentAfter());
		};
	}

	#holdSoon(id: string, key: KeyPress, onPress: PressHandler, onHold: PressHandler): void {
		const { wallMs, elapsedMs } = this.#sentAfter();
		key.onRelease = () => onPress(this.#sentAfter());
		key.cancelHold = this.#clock.schedule(() => {
			key.onRelease = undefined;
			onHold({ wallMs: wallMs + holdMs, elapsedMs: elapsedMs + holdMs });
			this.#onChange(id);
		}, holdMs);
	}
}

function release(key: KeyPress): void {
	key.cancelHold?.();
	key.cancelHold = undefined;
	key.onRelease = undefined;
	key.inProgress = undefined;
	key.isDown = false;
}
