import type { Face } from "../../key-face/face";
import type { Clock, Dispose } from "../../state/time/clock";
import type { Guard } from "../../state/guard";
import type { Surface } from "./surface";
import { minSendIntervalMs, minPaintIntervalMs } from "../timing";

/** Number of paints that may follow each other without an interval, for example while the plugin starts. */
const maxPaintBurst = 8;

/** Visible key: its face by time, and its surface. */
export type PaintedKey = {
	readonly surface: Surface;
	/** Returns the face at a time of {@link Clock.now}. `nextChangeAtMs` of the face is on the same clock. */
	readonly face: (nowMs: number) => Face;
};

/** A visible key, and what was sent to it. Times are on the monotonic clock, in milliseconds. */
type PaintState = PaintedKey & {
	/** Whether the key was added by {@link KeyPainter.addPreliminary}. */
	readonly isPreliminary: boolean;
	/** Last face without its next change time. An equal face is not drawn again. */
	lastFaceJson?: string | undefined;
	/** Content of the last picture that was sent. An equal picture is not sent again. */
	lastContent?: string | undefined;
	/** End of the intervals of `minSendIntervalMs` that the pictures sent so far take; −Infinity before the first one. */
	sendIntervalEndMs: number;
	/** No picture is sent before this time. */
	sendCooldownUntilMs: number;
	/**
	 * Rate limit of paints: a token bucket that holds `maxPaintBurst` paints and gains one every
	 * `minPaintIntervalMs`. This is the time when it is full again. Each paint moves that time by one interval.
	 */
	bucketFullAtMs: number;
	timer?: { readonly dueMs: number; readonly cancel: Dispose } | undefined;
};

/** Fields of a key without a picture. */
const unsent = { sendIntervalEndMs: -Infinity, sendCooldownUntilMs: -Infinity, bucketFullAtMs: -Infinity };

/**
 * Sends faces to the Stream Deck.
 *
 * Invariant per key: at most ten pictures a second are sent, always the latest, no picture twice in a row, and none after
 * the key was removed. A change is sent immediately, unless the rate limits
 * delay it: a picture was sent less than `minSendIntervalMs` before, or the token bucket of paints is empty. After
 * the first picture of a key, only `minPaintIntervalMs` have to pass, because it often only displays that data is loading;
 * the third one waits for the rest of the interval.
 * A timer runs only while a face has a scheduled change or a paint is delayed.
 */
export class KeyPainter {
	readonly #clock: Clock;
	readonly #guard: Guard;
	readonly #keys = new Map<string, PaintState>();

	constructor(clock: Clock, guard: Guard) {
		this.#clock = clock;
		this.#guard = guard;
	}

	/** Paints a key that has appeared. Its picture is sent even if it equals the last one before the key disappeared. */
	add(id: string, key: PaintedKey): void {
		const previous = this.#keys.get(id);
		this.remove(id);
		const sent = previous?.isPreliminary ? { ...previous, timer: undefined } : unsent;
		this.#keys.set(id, { ...sent, ...key, isPreliminary: false });
		this.repaint(id);
	}

	/**
	 * Paints a key that will be added again by its controller, for which the same limits then continue.
	 * @param delayMs Delay of the first picture, in milliseconds, which also applies after the key is added again.
	 */
	addPreliminary(id: string, key: PaintedKey, delayMs = 0): void {
		this.remove(id);
		const sendCooldownUntilMs = this.#clock.elapsedMs() + delayMs;
		this.#keys.set(id, { ...unsent, ...key, sendCooldownUntilMs, isPreliminary: true });
		this.repaint(id);
	}

	/** Paints a key, and ends the delay of its first picture. */
	endDelay(id: string): void {
		const state = this.#keys.get(id);
		if (state?.sendIntervalEndMs === -Infinity) state.sendCooldownUntilMs = -Infinity;
		this.repaint(id);
	}

	remove(id: string): void {
		this.#keys.get(id)?.timer?.cancel();
		this.#keys.delete(id);
	}

	/** Paints the key now, or as soon as the rate limits allow. An unchanged face is not sent again. */
	repaint(id: string): void {
		const state = this.#keys.get(id);
		if (!state) return;
		const dueMs = earliestPaintMs(state);
		if (this.#clock.elapsedMs() >= dueMs) this.#paint(state);
		else if (!state.timer || state.timer.dueMs > dueMs) this.#schedulePaint(state, 0);
	}

	#paint(state: PaintState): void {
		state.timer?.cancel();
		state.timer = undefined;
		state.bucketFullAtMs = Math.max(state.bucketFullAtMs, this.#clock.elapsedMs()) + minPaintIntervalMs;
		this.#guard("painting a key", () => {
			const nowMs = this.#clock.now();
			const face = state.face(nowMs);
			const sending = this.#send(state, face);
			// `#send` starts the cooldown before it waits for the app. `#schedulePaint` must come after it to respect it.
			if (face.nextChangeAtMs !== undefined) this.#schedulePaint(state, face.nextChangeAtMs - nowMs);
			return sending;
		});
	}

	async #send(state: PaintState, face: Face): Promise<void> {
		const faceJson = JSON.stringify({ ...face, nextChangeAtMs: undefined });
		if (faceJson === state.lastFaceJson) return;
		const drawing = state.surface.draw(face);
		state.lastFaceJson = faceJson;
		// A step of a multi-action has no display, so there is no drawing.
		if (!drawing || drawing.content === state.lastContent) return;
		const elapsedMs = this.#clock.elapsedMs();
		const isFirst = state.sendIntervalEndMs === -Infinity;
		state.lastContent = drawing.content;
		state.sendIntervalEndMs = Math.max(elapsedMs, state.sendIntervalEndMs) + minSendIntervalMs;
		state.sendCooldownUntilMs = isFirst ? elapsedMs + minPaintIntervalMs : state.sendIntervalEndMs;
		try {
			await drawing.send();
		} catch (error) {
			// A newer picture may have been sent in the meantime. Otherwise the next paint has to send this one again.
			if (state.lastContent === drawing.content) {
				state.lastContent = undefined;
				state.lastFaceJson = undefined;
			}
			throw error;
		}
	}

	#schedulePaint(state: PaintState, delayMs: number): void {
		state.timer?.cancel();
		const elapsedMs = this.#clock.elapsedMs();
		const dueMs = Math.max(elapsedMs + delayMs, earliestPaintMs(state));
		const cancel = this.#clock.schedule(() => {
			this.#paint(state);
		}, dueMs - elapsedMs);
		state.timer = { dueMs, cancel };
	}
}

/** Returns when a key may be painted again, in monotonic milliseconds. */
function earliestPaintMs({ sendCooldownUntilMs, bucketFullAtMs }: PaintState): number {
	return Math.max(sendCooldownUntilMs, bucketFullAtMs - (maxPaintBurst - 1) * minPaintIntervalMs);
}
