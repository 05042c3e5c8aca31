import { isSameEvent, type StreamEvent } from "./stream-event";

/** How much an event adds to a figure; 0 when it doesn't concern it. */
export type EventWeight = (event: StreamEvent) => number;

/** What one reading says about one figure. */
export type FigureReading = {
	/** The service's answer; undefined when it gave none. */
	readonly total: number | undefined;
	/** Events known by now that the answer cannot contain yet. */
	readonly outstanding: readonly StreamEvent[];
	/** Whether it is certain which events the answer contains. */
	readonly isExact: boolean;
	/** On a clock that never jumps, milliseconds. */
	readonly atMs: number;
};

/** A lower total is believed when it is read again, at least this much later. */
export const confirmationDelayMs = 5_000;

/**
 * One lifetime number: the service's own figure plus the events it doesn't yet contain.
 *
 * The service's answers may lag or come from a cache, so a rise is taken at once but a fall only when a second reading
 * confirms it.
 */
export class LifetimeFigure {
	readonly #weightOf: EventWeight;
	#base: number | undefined;
	#outstanding: StreamEvent[] = [];
	#lowerSinceMs: number | undefined;
	#isConfirmed = false;

	constructor(weightOf: EventWeight) {
		this.#weightOf = weightOf;
	}

	get value(): number | undefined {
		return this.#base === undefined ? undefined : this.#base + this.#weigh(this.#outstanding);
	}

	/** Whether a reading disagrees with the value and another one has to decide. */
	get isDisputed(): boolean {
		return this.#lowerSinceMs !== undefined || (this.#base !== undefined && !this.#isConfirmed);
	}

	/** Counts an event that happened after the last reading. */
	applyEvent(event: StreamEvent): void {
		if (this.#weightOf(event) !== 0) this.#outstanding.push(event);
	}

	/** Takes back an event that was deleted before the service's figure contained it. */
	revokeEvent(event: StreamEvent): void {
		this.#outstanding = this.#outstanding.filter((other) => !isSameEvent(other, event));
	}

	applyReading({ total, outstanding, isExact, atMs }: FigureReading): void {
		if (total === undefined) {
			// Nobody asked, or the service no longer tells: there is nothing to wait for.
			this.#lowerSinceMs = undefined;
			this.#isConfirmed = true;
			return;
		}
		const current = this.value;
		const candidate = total + this.#weigh(outstanding);
		if (current === undefined) {
			this.#adopt(total, outstanding, isExact);
		} else if (!isExact) {
			return;
		} else if (candidate >= current) {
			this.#adopt(total, outstanding, true);
		} else if (this.#lowerSinceMs === undefined) {
			this.#lowerSinceMs = atMs;
		} else if (atMs - this.#lowerSinceMs >= confirmationDelayMs) {
			this.#adopt(total, outstanding, true);
		}
	}

	#adopt(total: number, outstanding: readonly StreamEvent[], isConfirmed: boolean): void {
		this.#base = total;
		this.#outstanding = outstanding.filter((event) => this.#weightOf(event) !== 0);
		this.#lowerSinceMs = undefined;
		this.#isConfirmed = isConfirmed;
	}

	#weigh(events: readonly StreamEvent[]): number {
		return events.reduce((sum, event) => sum + this.#weightOf(event), 0);
	}
}
