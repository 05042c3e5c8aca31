import type { Face } from "../key-face/face";
import type { Clock, Dispose } from "../state/clock";
import type { Guard } from "./guard";
import type { Surface } from "./surface";

/** What the app takes of one key without falling behind. */
const shortestIntervalMs = 100;
/** A burst of news that changes nothing here must not keep the computer busy with drawing the same again. */
const shortestLookMs = 20;

/** A visible key: what it looks like at a time, and where that is shown. */
export type PaintedKey = {
	readonly surface: Surface;
	readonly face: (nowMs: number) => Face;
};

type Canvas = PaintedKey & {
	lastContent?: string | undefined;
	/** Not drawn again before, on a clock that never jumps. */
	restsUntilMs: number;
	cancelTimer?: Dispose | undefined;
};

/**
 * Sends faces to the Stream Deck: the first change at once, then at most ten a second per key, always the latest, never
 * the same twice, nothing for a key that is gone. A timer runs only while a face will change by itself.
 */
export class KeyPainter {
	readonly #clock: Clock;
	readonly #guard: Guard;
	readonly #canvases = new Map<string, Canvas>();

	constructor(clock: Clock, guard: Guard) {
		this.#clock = clock;
		this.#guard = guard;
	}

	/** Shows a key that has appeared, whatever was on it before. */
	add(id: string, key: PaintedKey): void {
		this.remove(id);
		this.#canvases.set(id, { ...key, restsUntilMs: -Infinity });
		this.repaint(id);
	}

	remove(id: string): void {
		this.#canvases.get(id)?.cancelTimer?.();
		this.#canvases.delete(id);
	}

	/** Something may have changed on this key. */
	repaint(id: string): void {
		const canvas = this.#canvases.get(id);
		if (!canvas) return;
		const waitMs = canvas.restsUntilMs - this.#clock.elapsedMs();
		if (waitMs <= 0) this.#paint(canvas);
		else this.#paintIn(canvas, waitMs);
	}

	#paint(canvas: Canvas): void {
		canvas.cancelTimer?.();
		canvas.cancelTimer = undefined;
		canvas.restsUntilMs = this.#clock.elapsedMs() + shortestLookMs;
		this.#guard("painting a key", () => {
			const nowMs = this.#clock.now();
			const face = canvas.face(nowMs);
			const sent = this.#send(canvas, face);
			// After sending: the next picture keeps its distance to this one.
			if (face.nextChangeAtMs !== undefined) this.#paintIn(canvas, face.nextChangeAtMs - nowMs);
			return sent;
		});
	}

	async #send(canvas: Canvas, face: Face): Promise<void> {
		const drawing = canvas.surface.draw(face);
		if (!drawing || drawing.content === canvas.lastContent) return;
		canvas.lastContent = drawing.content;
		canvas.restsUntilMs = this.#clock.elapsedMs() + shortestIntervalMs;
		try {
			await drawing.send();
		} catch (error) {
			if (canvas.lastContent === drawing.content) canvas.lastContent = undefined;
			throw error;
		}
	}

	#paintIn(canvas: Canvas, delayMs: number): void {
		canvas.cancelTimer?.();
		const restMs = canvas.restsUntilMs - this.#clock.elapsedMs();
		canvas.cancelTimer = this.#clock.schedule(
			() => {
				this.#paint(canvas);
			},
			Math.max(delayMs, restMs, 0),
		);
	}
}
