import type { Clock, Dispose } from "../state/clock";

/** From here on a press is a hold. */
export const holdMs = 500;

/** What a finger can do to one key. */
export type PressPlan = {
	/** A second press within this time of the last one is a bounce of the switch, and dropped. */
	readonly guardMs: number;
	readonly onPress: () => void;
	/** Absent where a hold is the same as a press, which then happens at once. */
	readonly onHold?: () => void;
};

/** A finger on a key just now; `holdMs` is how long until a hold is a hold. */
export type PressInProgress = { readonly sinceMs: number; readonly holdMs?: number };

type KeyPress = {
	plan?: PressPlan;
	inProgress?: PressInProgress;
	lastDownMs: number;
	cancelHold?: Dispose;
};

/**
 * Tells presses, holds and bounces apart, for every key on every deck. Of press and hold exactly one happens; neither
 * when the key disappears under the finger.
 */
export class Presses {
	readonly #clock: Clock;
	readonly #onChange: (id: string) => void;
	readonly #keys = new Map<string, KeyPress>();

	/** @param onChange A finger was laid on or taken off: the key looks different. */
	constructor(clock: Clock, onChange: (id: string) => void) {
		this.#clock = clock;
		this.#onChange = onChange;
	}

	inProgress(id: string): PressInProgress | undefined {
		return this.#keys.get(id)?.inProgress;
	}

	/** The plan holds until the finger is taken off, whatever becomes of the settings meanwhile. */
	down(id: string, plan: PressPlan): void {
		const nowMs = this.#clock.elapsedMs();
		const key = this.#keys.get(id) ?? { lastDownMs: -Infinity };
		this.#keys.set(id, key);
		if (nowMs - key.lastDownMs < plan.guardMs) return;
		this.#release(key);
		key.lastDownMs = nowMs;
		key.inProgress = { sinceMs: this.#clock.now(), holdMs: plan.onHold && holdMs };
		if (plan.onHold) {
			const { onHold } = plan;
			key.plan = plan;
			key.cancelHold = this.#clock.schedule(() => {
				key.plan = undefined;
				onHold();
				this.#onChange(id);
			}, holdMs);
		} else {
			plan.onPress();
		}
		this.#onChange(id);
	}

	up(id: string): void {
		const key = this.#keys.get(id);
		if (!key?.inProgress) return;
		const { plan } = key;
		this.#release(key);
		plan?.onPress();
		this.#onChange(id);
	}

	/** The key is gone, and the finger with it. */
	cancel(id: string): void {
		const key = this.#keys.get(id);
		if (!key) return;
		this.#release(key);
		this.#keys.delete(id);
	}

	#release(key: KeyPress): void {
		key.cancelHold?.();
		key.cancelHold = undefined;
		key.plan = undefined;
		key.inProgress = undefined;
	}
}
