import type { Face } from "../../key-face/face";
import type { Clock, Dispose } from "../../state/clock";
import type { Guard } from "../../state/guard";
import type { Surface } from "./surface";
import { minSendIntervalMs, minPaintIntervalMs } from "../timing";

/** Paints in a row that may ignore the interval, for example while the plugin starts. */
const maxPaintBurst = 4;

/** Visible key: its face by time, and its surface. */
export type PaintedKey = {
	readonly surface: Surface;
	readonly face: (nowMs: number) => Face;
};

/** State of a painted key. Times are monotonic, in milliseconds. */
type Canvas = PaintedKey & {
	/** Last face without its next change time. An equal face is not drawn again. */
	lastFaceJson?: string | undefined;
	lastContent?: string | undefined;
	hasBeenDrawn: boolean;
	/** No picture is sent before this time. */
	sendCooldownUntilMs: number;
	/** Rate limit of paints: advances by the minimum interval with each paint. */
	paintBudgetUntilMs: number;
	timer?: { readonly dueMs: number; readonly cancel: Dispose } | undefined;
};

/**
 * Sends faces to the Stream Deck. Invariant per key: the first change is sent immediately, then at most ten pictures a
 * second, always the latest, no picture twice in a row, and none after the key was removed. The picture of a key that
 * appears does not delay the next one, because it often only shows that data is loading. A timer runs only while a face
 * has a scheduled change.
 */
export class KeyPainter {
	readonly #clock: Clock;
	readonly #guard: Guard;
	readonly #canvases = new Map<string, Canvas>();

	constructor(clock: Clock, guard: Guard) {
		this.#clock = clock;
		this.#guard = guard;
	}

	/** Paints a key that has appeared. What it displayed before is ignored. */
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

	/** Paints the key if its face has changed. */
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
			// Scheduled after sending, so that the interval to this picture is kept.
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

/** Returns when a key may be painted again, in monotonic milliseconds. */
function earliestPaintMs({ sendCooldownUntilMs, paintBudgetUntilMs }: Canvas): number {
	return Math.max(sendCooldownUntilMs, paintBudgetUntilMs - (maxPaintBurst - 1) * minPaintIntervalMs);
}
