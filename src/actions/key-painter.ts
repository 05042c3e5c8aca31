import type { Face } from "../key-face/face";
import type { Clock, Dispose } from "../state/clock";
import type { Guard } from "./guard";
import type { Surface } from "./surface";

/** What the app takes of one key without falling behind. */
const minSendIntervalMs = 100;
/** A burst of news that changes nothing here must not keep the computer busy with looking at the same again… */
const minPaintIntervalMs = 20;
/** …but a few in a row, as while the plugin starts, are looked at as they come. */
const maxPaintBurst = 4;

/** A visible key: what it looks like at a time, and where that is shown. */
export type PaintedKey = {
	readonly surface: Surface;
	readonly face: (nowMs: number) => Face;
};

/** Times on a clock that never jumps, milliseconds. */
type Canvas = PaintedKey & {
	/** The last face, when it will change left out: the same again is not drawn again. */
	lastFaceJson?: string | undefined;
	lastContent?: string | undefined;
	hasBeenDrawn: boolean;
	/** Not sent another picture before. */
	sendCooldownUntilMs: number;
	/** How far ahead of its pace it has been looked at. */
	paintBudgetUntilMs: number;
	timer?: { readonly dueMs: number; readonly cancel: Dispose } | undefined;
};

/**
 * Sends faces to the Stream Deck: the first change at once, then at most ten a second per key, always the latest, never
 * the same twice, nothing for a key that is gone. What a key appears with, often no more than that nothing is known yet,
 * holds nothing up. A timer runs only while a face will change by itself.
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
		this.#canvases.set(id, {
			...key,
			hasBeenDrawn: false,
			sendCooldownUntilMs: -Infinity,
			paintBudgetUntilMs: -Infinity,
		});
		this.repaint(id);
	}

	remove(id: string): void {
		this.#canvases.get(id)?.timer?.cancel();
		this.#canvases.delete(id);
	}

	/** Something may have changed on this key. */
	repaint(id: string): void {
		const canvas = this.#canvases.get(id);
		if (!canvas) return;
		const dueMs = earliestPaintMs(canvas);
		if (this.#clock.elapsedMs() >= dueMs) this.#paint(canvas);
		else if (!canvas.timer || canvas.timer.dueMs > dueMs) this.#schedulePaint(canvas, 0);
	}

	#paint(canvas: Canvas): void {
		canvas.timer?.cancel();
		canvas.timer = undefined;
		canvas.paintBudgetUntilMs =
			Math.max(canvas.paintBudgetUntilMs, this.#clock.elapsedMs()) + minPaintIntervalMs;
		this.#guard("painting a key", () => {
			const nowMs = this.#clock.now();
			const face = canvas.face(nowMs);
			const sending = this.#send(canvas, face);
			// After sending: the next picture keeps its distance to this one.
			if (face.nextChangeAtMs !== undefined) this.#schedulePaint(canvas, face.nextChangeAtMs - nowMs);
			return sending;
		});
	}

	async #send(canvas: Canvas, face: Face): Promise<void> {
		const faceJson = JSON.stringify({ ...face, nextChangeAtMs: undefined });
		if (faceJson === canvas.lastFaceJson) return;
		const drawing = canvas.surface.draw(face);
		canvas.lastFaceJson = faceJson;
		if (!drawing || drawing.content === canvas.lastContent) return;
		const cooldownMs = canvas.hasBeenDrawn ? minSendIntervalMs : minPaintIntervalMs;
		canvas.hasBeenDrawn = true;
		canvas.lastContent = drawing.content;
		canvas.sendCooldownUntilMs = this.#clock.elapsedMs() + cooldownMs;
		try {
			await drawing.send();
		} catch (error) {
			if (canvas.lastContent === drawing.content) {
				canvas.lastContent = undefined;
				canvas.lastFaceJson = undefined;
			}
			throw error;
		}
	}

	#schedulePaint(canvas: Canvas, delayMs: number): void {
		canvas.timer?.cancel();
		const nowMs = this.#clock.elapsedMs();
		const dueMs = Math.max(nowMs + delayMs, earliestPaintMs(canvas));
		const cancel = this.#clock.schedule(() => {
			this.#paint(canvas);
		}, dueMs - nowMs);
		canvas.timer = { dueMs, cancel };
	}
}

/** When a key may be looked at again, on a clock that never jumps. */
function earliestPaintMs({ sendCooldownUntilMs, paintBudgetUntilMs }: Canvas): number {
	return Math.max(sendCooldownUntilMs, paintBudgetUntilMs - (maxPaintBurst - 1) * minPaintIntervalMs);
}
