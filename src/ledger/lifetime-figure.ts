import type { LogEntry } from "./log-entry";
import type { StreamEvent } from "../state/stream-event";

/** How much an event adds to a figure; 0 when it doesn't concern it. */
export type EventWeight = (event: StreamEvent) => number;

/** What one look says about one figure. */
export type FigureSnapshot = {
	/** The service's answer; undefined when it gave none. */
	readonly total: number | undefined;
	/** Events known by now that the answer cannot contain yet. */
	readonly outstanding: Iterable<LogEntry>;
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
 * The service's answers may lag or come from a cache, so a rise is taken at once but a fall only when a second look
 * confirms it.
 */
export class LifetimeFigure {
	readonly #weightOf: EventWeight;
	#base: number | undefined;
	#outstanding = new Map<LogEntry, number>();
	#outstandingSum = 0;
	#lowerSinceMs: number | undefined;
	#isConfirmed = false;
	#isWithdrawn = false;

	constructor(weightOf: EventWeight) {
		this.#weightOf = weightOf;
	}

	get value(): number | undefined {
		return this.#base === undefined ? undefined : this.#base + this.#outstandingSum;
	}

	/** Whether a look disagrees with the value and another one has to decide. */
	get needsConfirmation(): boolean {
		return this.#lowerSinceMs !== undefined || (this.#base !== undefined && !this.#isConfirmed);
	}

	/** Whether the service was asked and no longer tells. */
	get isWithdrawn(): boolean {
		return this.#isWithdrawn;
	}

	/** Counts an event that happened after the last look. */
	applyEvent(entry: LogEntry): void {
		this.#set(entry, this.#weightOf(entry.event));
	}

	/** The event says something else now: if the service's figure doesn't contain it yet, it weighs that much. */
	applyChange(entry: LogEntry): void {
		if (this.#outstanding.has(entry)) this.#set(entry, this.#weightOf(entry.event));
	}

	/** The event was the same as another one. */
	revokeEvent(entry: LogEntry): void {
		this.#set(entry, 0);
		this.#outstanding.delete(entry);
	}

	/** The event is no longer stored: what it adds can't change any more. */
	release(entry: LogEntry): void {
		const weight = this.#outstanding.get(entry) ?? 0;
		this.#outstanding.delete(entry);
		this.#outstandingSum -= weight;
		if (this.#base !== undefined) this.#base += weight;
	}

	/** No key displays the figure: what outstanding events add to it stays as it is. */
	releaseAll(): void {
		for (const entry of [...this.#outstanding.keys()]) this.release(entry);
	}

	applySnapshot({ total, outstanding, isExact, atMs }: FigureSnapshot): void {
		if (total === undefined) {
			this.#lowerSinceMs = undefined;
			this.#isConfirmed = true;
			this.#isWithdrawn = true;
			return;
		}
		this.#isWithdrawn = false;
		const current = this.value;
		if (current === undefined) {
			this.#adopt(total, outstanding, isExact);
			return;
		}
		if (!isExact) return;
		let candidate = total;
		for (const { event } of outstanding) candidate += this.#weightOf(event);
		if (candidate >= current) {
			this.#adopt(total, outstanding, true);
		} else if (this.#lowerSinceMs === undefined) {
			this.#lowerSinceMs = atMs;
		} else if (atMs - this.#lowerSinceMs >= confirmationDelayMs) {
			this.#adopt(total, outstanding, true);
		}
	}

	/** Nobody asked the service for it: there is nothing to wait for. */
	applyNotRequested(): void {
		this.#lowerSinceMs = undefined;
		this.#isConfirmed = true;
	}

	#adopt(total: number, outstanding: Iterable<LogEntry>, isConfirmed: boolean): void {
		this.#base = total;
		this.#outstanding = new Map();
		this.#outstandingSum = 0;
		for (const entry of outstanding) this.applyEvent(entry);
		this.#lowerSinceMs = undefined;
		this.#isConfirmed = isConfirmed;
	}

	#set(entry: LogEntry, weight: number): void {
		this.#outstandingSum += weight - (this.#outstanding.get(entry) ?? 0);
		this.#outstanding.set(entry, weight);
	}
}
