import type { Clock, Dispose, Instant } from "../state/clock";
import type { InputLag } from "./input-lag";

/** From this duration on a press is a hold. */
export const holdMs = 500;

/** A worn switch opens and closes again within this time; no finger is that fast. */
const minContactMs = 15;
/** With a guard time, such a gap may be this long. */
const maxContactMs = 30;

/** What a press and a hold on one key do. */
export type PressPlan = {
	/** A second press within this time of the last one is ignored. */
	readonly debounceMs: number;
	readonly onPress: PressHandler;
	/** Absent where a hold is the same as a press. */
	readonly onHold?: PressHandler | undefined;
};

/** @param pressedAt The earliest moment at which the key can have been pressed. */
export type PressHandler = (pressedAt: Instant) => void;

type PressInputLag = Pick<InputLag, "sentAfter" | "isLagging" | "afterPendingInput">;

/** Input control. A dial acts on release, because it may still be rotated. */
export type Control = "key" | "dial";

/** A press in progress; `holdMs` is how long until it is a hold. */
export type PressInProgress = { readonly sinceMs: number; readonly holdMs?: number | undefined };

/** When a key was released, and how old that message may be. */
type Release = { readonly atMs: number; readonly sentAfter: Instant; readonly isLagging: boolean };

type KeyPressState = {
	isDown: boolean;
	inProgress?: PressInProgress | undefined;
	/** When the last press that counted began. */
	lastPressAtMs: number;
	/** The same before the press in progress: a turn takes the press back. */
	previousPressAtMs: number;
	/** When the switch last closed. */
	downAtMs: number;
	/** How short a release is taken for a bounce of the switch. */
	contactMs: number;
	/** What releasing the key does. */
	onRelease?: ((release: Release) => void) | undefined;
	cancelHold?: Dispose | undefined;
	/** Set while a release waits for the switch to close again. */
	cancelSettle?: Dispose | undefined;
};

/**
 * Tells presses, holds, turns and bounces apart, for every key on every deck. Of press and hold exactly one happens;
 * neither when the key disappears during the press, or the dial is turned.
 */
export class Presses {
	readonly #clock: Clock;
	readonly #inputLag: PressInputLag;
	readonly #onChange: (id: string) => void;
	readonly #keys = new Map<string, KeyPressState>();

	/** @param onChange A press began or ended: the key looks different. */
	constructor(clock: Clock, inputLag: PressInputLag, onChange: (id: string) => void) {
		this.#clock = clock;
		this.#inputLag = inputLag;
		this.#onChange = onChange;
	}

	inProgress(id: string): PressInProgress | undefined {
		return this.#keys.get(id)?.inProgress;
	}

	/** The plan applies until the key is released, even if the settings change in the meantime. */
	down(id: string, plan: PressPlan, control: Control): void {
		const key = this.#stateOf(id);
		if (key.cancelSettle) {
			// The switch bounced: the press goes on.
			key.cancelSettle();
			key.cancelSettle = undefined;
			key.isDown = true;
			key.downAtMs = this.#clock.elapsedMs();
			return;
		}
		if (this.#isBounce(key, plan)) {
			// Pushed in all the same: a turn now is a pressed turn.
			key.isDown = true;
			return;
		}
		resetPress(key);
		const nowMs = this.#clock.elapsedMs();
		key.isDown = true;
		key.previousPressAtMs = key.lastPressAtMs;
		key.lastPressAtMs = nowMs;
		key.downAtMs = nowMs;
		key.contactMs = Math.min(maxContactMs, Math.max(minContactMs, plan.debounceMs));
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
		const release: Release = { atMs: this.#clock.elapsedMs(), sentAfter, isLagging };
		key.isDown = false;
		if (!key.onRelease || release.atMs - key.downAtMs >= key.contactMs) this.#finish(id, key, release);
		else key.cancelSettle = this.#clock.schedule(() => this.#finish(id, key, release), key.contactMs);
	}

	/** A touch arrives as a whole: the host has told it from a long one already. */
	touch(id: string, plan: PressPlan): void {
		const key = this.#stateOf(id);
		if (this.#isBounce(key, plan)) return;
		if (plan.debounceMs > 0) key.lastPressAtMs = this.#clock.elapsedMs();
		plan.onPress(this.#inputLag.sentAfter);
	}

	/**
	 * A dial is turned. While it is pushed in, the push is part of the turn: neither a press nor a hold, and the next press
	 * is not a repeated one.
	 * @returns Whether it is pushed in, as far as this was seen.
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

	#isBounce({ lastPressAtMs }: KeyPressState, { debounceMs }: PressPlan): boolean {
		return this.#clock.elapsedMs() - lastPressAtMs < debounceMs;
	}

	#finish(id: string, key: KeyPressState, release: Release): void {
		const { onRelease, inProgress } = key;
		resetPress(key);
		onRelease?.(release);
		if (inProgress) this.#onChange(id);
	}

	#createReleaseHandler({ onPress, onHold = onPress }: PressPlan): (release: Release) => void {
		const sinceMs = this.#clock.elapsedMs();
		return ({ atMs, sentAfter, isLagging }) => {
			// A message that is read late may have been sent early: only this part of the time is certain.
			const untilMs = isLagging ? sentAfter.elapsedMs : atMs;
			if (untilMs - sinceMs < holdMs) onPress(sentAfter);
			else onHold(sentAfter);
		};
	}

	#scheduleHold(id: string, key: KeyPressState, onPress: PressHandler, onHold: PressHandler): void {
		const { wallMs, elapsedMs } = this.#inputLag.sentAfter;
		const onRelease = ({ sentAfter }: Release) => onPress(sentAfter);
		const hold = () => {
			// The key was released before, and that had yet to be read.
			if (key.onRelease !== onRelease) return;
			key.onRelease = undefined;
			onHold({ wallMs: wallMs + holdMs, elapsedMs: elapsedMs + holdMs });
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
