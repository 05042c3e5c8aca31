import type { Clock, Dispose } from "../../../src/state/time/clock";

/** Limit of clock reads without progress, and of timers in one step. Beyond it, the code would run forever. */
const maxReadsPerStep = 300_000;
const maxTimerCalls = 1_000_000;

type Timer = { readonly dueMs: number; readonly callback: () => void };

/**
 * Clock that advances only on request, without waiting. All pending promises settle between two timers, so that the same steps
 * always give the same result.
 */
export class VirtualClock implements Clock {
	readonly #timers: Timer[] = [];
	#elapsedMs = 0;
	#wallOffsetMs: number;
	#sleptMs = 0;
	#readCount = 0;

	/** @param nowMs Initial wall clock time, epoch milliseconds. */
	constructor(nowMs = Date.UTC(2026, 2, 4, 12)) {
		this.#wallOffsetMs = nowMs;
	}

	now(): number {
		return Math.floor(this.#wallOffsetMs + this.elapsedMs());
	}

	wallMs(): number {
		return this.now();
	}

	elapsedMs(): number {
		if (++this.#readCount > maxReadsPerStep)
			throw new Error("time stands still, and something goes round and round");
		return this.#elapsedMs;
	}

	uptimeMs(): number {
		return this.elapsedMs() + this.#sleptMs;
	}

	schedule(callback: () => void, delayMs: number): Dispose {
		// As with system timers: whole milliseconds, and at least one.
		const timer = { dueMs: this.#elapsedMs + Math.max(1, Math.ceil(delayMs)), callback };
		if (!Number.isFinite(timer.dueMs)) throw new RangeError(`a timer of ${delayMs} ms never ends`);
		const index = this.#timers.findLastIndex(({ dueMs }) => dueMs <= timer.dueMs);
		this.#timers.splice(index + 1, 0, timer);
		return () => {
			this.#cancel(timer);
		};
	}

	/** Number of pending timers. */
	get pendingCount(): number {
		return this.#timers.length;
	}

	/** Advances the clock by this time. */
	async advance(durationMs: number): Promise<void> {
		const endMs = this.#elapsedMs + durationMs;
		let timerCalls = 0;
		this.#readCount = 0;
		await flushPromises();
		for (let next = this.#timers[0]; next && next.dueMs <= endMs; next = this.#timers[0]) {
			if (++timerCalls > maxTimerCalls)
				throw new Error(`more than ${maxTimerCalls} timers rang within ${durationMs} ms`);
			this.#readCount = 0;
			this.#timers.shift();
			this.#elapsedMs = Math.max(this.#elapsedMs, next.dueMs);
			next.callback();
			await flushPromises();
		}
		this.#elapsedMs = endMs;
	}

	/**
	 * Advances the clock until the condition holds, checking after every step.
	 * @returns Whether it held within `limitMs`.
	 */
	async advanceUntil(condition: () => boolean, limitMs: number, stepMs = 50): Promise<boolean> {
		await flushPromises();
		for (let passedMs = 0; passedMs < limitMs && !condition(); passedMs += stepMs) await this.advance(stepMs);
		return condition();
	}

	/** Simulates system sleep, during which timers stand still. A negative duration sets the wall clock back. */
	jump(durationMs: number): void {
		this.#wallOffsetMs += durationMs;
		this.#sleptMs += Math.max(0, durationMs);
	}

	#cancel(timer: Timer): void {
		const index = this.#timers.indexOf(timer);
		if (index >= 0) this.#timers.splice(index, 1);
	}
}

/** The clock of one process. When that is killed, none of its timers fires. */
export class ProcessClock implements Clock {
	readonly #clock: Clock;
	readonly #pending = new Set<Dispose>();
	#isKilled = false;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	get isKilled(): boolean {
		return this.#isKilled;
	}

	get pendingCount(): number {
		return this.#pending.size;
	}

	now(): number {
		return this.#clock.now();
	}

	wallMs(): number {
		return this.#clock.wallMs();
	}

	elapsedMs(): number {
		return this.#clock.elapsedMs();
	}

	uptimeMs(): number {
		return this.#clock.uptimeMs();
	}

	schedule(callback: () => void, delayMs: number): Dispose {
		if (this.#isKilled) return () => undefined;
		const dispose = this.#clock.schedule(() => {
			this.#pending.delete(cancel);
			callback();
		}, delayMs);
		const cancel = () => {
			this.#pending.delete(cancel);
			dispose();
		};
		this.#pending.add(cancel);
		return cancel;
	}

	kill(): void {
		this.#isKilled = true;
		for (const cancel of [...this.#pending]) cancel();
	}
}

/** Waits for all promises that can settle without time passing. */
export function flushPromises(): Promise<void> {
	return new Promise((resolve) => {
		setImmediate(resolve);
	});
}
