import type { LogEntry } from "../log/log-entry";
import { isOutOfReach, type Snapshot } from "../snapshot";
import type { StreamEvent } from "../../state/events/stream-event";
import { confirmationDelayMs } from "../timing";

/** Returns how much an event adds to a figure; 0 if the figure does not count it. */
export type EventWeight = (event: StreamEvent) => number;

export type FigureSnapshot = Pick<Snapshot, "reachMs" | "isExact" | "startedAtMs" | "atMs"> & {
	/** The service's total; undefined if the response had none. */
	readonly total: number | undefined;
	/** Stored events that the total may not include yet. */
	readonly outstanding: readonly LogEntry[];
	/** Stored events are missing in the list, so the total may include some of the outstanding ones. */
	readonly isBehind?: boolean;
};

/**
 * One lifetime number: the service's own figure plus the events that it does not include yet.
 *
 * Responses may lag or come from a cache. A rise is therefore accepted immediately, and a fall only if a second
 * snapshot confirms it. If it is uncertain which events a total includes, a rise is accepted when they have been pushed.
 *
 * Invariant: `#outstandingSum` is the sum of the weights in `#outstanding`.
 */
export class LifetimeFigure {
	readonly #weightOf: EventWeight;
	#base: number | undefined;
	#outstanding = new Map<LogEntry, number>();
	#outstandingSum = 0;
	#lowerSinceMs: number | undefined;
	/** Last total that may include events that are pushed after it. */
	#uncertain: (Pick<FigureSnapshot, "atMs"> & { readonly total: number }) | undefined;
	#isConfirmed = false;
	#isWithdrawn = false;

	constructor(weightOf: EventWeight) {
		this.#weightOf = weightOf;
	}

	get value(): number | undefined {
		return this.#base === undefined ? undefined : this.#base + this.#outstandingSum;
	}

	/** Whether a snapshot disagreed with the value, and another one has to decide. */
	get needsConfirmation(): boolean {
		return this.#lowerSinceMs !== undefined || (this.#base !== undefined && !this.#isConfirmed);
	}

	/**
	 * When the first of the lower totals was received, on the monotonic clock; undefined if the last total was not
	 * lower.
	 */
	get lowerSinceMs(): number | undefined {
		return this.#lowerSinceMs;
	}

	/** Whether the last response did not contain the figure, or contains it again and lower, which is not confirmed. */
	get isWithdrawn(): boolean {
		return this.#isWithdrawn;
	}

	/** Counts an event that is newer than the last snapshot. */
	applyEvent(entry: LogEntry): void {
		this.#set(entry, this.#weightOf(entry.event));
	}

	/** Updates the weight of a changed event, if the service's figure does not include it yet. */
	applyChange(entry: LogEntry): void {
		if (this.#outstanding.has(entry)) this.#set(entry, this.#weightOf(entry.event));
	}

	/** Removes an event that turned out to be a duplicate. */
	revokeEvent(entry: LogEntry): void {
		this.#set(entry, 0);
		this.#outstanding.delete(entry);
	}

	/** Makes the weight of an event permanent, because it is no longer stored. */
	release(entry: LogEntry): void {
		const weight = this.#outstanding.get(entry) ?? 0;
		this.revokeEvent(entry);
		if (this.#base !== undefined) this.#base += weight;
	}

	/** Makes the weights of all outstanding events permanent, because no key displays the figure. */
	releaseAll(): void {
		for (const entry of [...this.#outstanding.keys()]) this.release(entry);
	}

	applySnapshot({ total, isExact, isBehind = false, atMs, ...snapshot }: FigureSnapshot): void {
		if (total === undefined) {
			this.#isWithdrawn = true;
			return this.applyNotRequested();
		}
		// A total may include events that the list was not read back to. Those that do not count already are not added to it.
		const outstanding = snapshot.outstanding.filter(
			(entry) => !isOutOfReach(entry, snapshot) || this.#outstanding.has(entry),
		);
		const current = this.value;
		if (current === undefined) {
			this.#adopt(total, outstanding, isExact && !isBehind);
			return;
		}
		let candidate = total;
		for (const { event } of outstanding) candidate += this.#weightOf(event);
		const isLower = candidate < current;
		this.#isWithdrawn &&= isLower;
		if (!isExact) return this.#raise(current, total, atMs);
		const isConfirmed = atMs - (this.#lowerSinceMs ?? atMs) >= confirmationDelayMs;
		// If the list is behind, the candidate is too high at most, by outstanding events: that is enough to see a fall, not
		// to adopt it.
		const isCertain = isLower ? isConfirmed && !isBehind : candidate === total || !isBehind;
		if (isCertain) this.#adopt(total, outstanding, true);
		else if (isLower) this.#lowerSinceMs ??= atMs;
		// The value is the same, but it is known now which events it includes beyond the total.
		else if (candidate === current) this.#rebase(total, outstanding);
	}

	/** Ends waiting for confirmation, because the figure was not requested. */
	applyNotRequested(): void {
		this.#lowerSinceMs = undefined;
		this.#isConfirmed = true;
	}

	#adopt(total: number, outstanding: Iterable<LogEntry>, isConfirmed: boolean): void {
		this.#rebase(total, outstanding);
		this.#lowerSinceMs = undefined;
		this.#isConfirmed = isConfirmed;
	}

	/** Raises the value to a total that was read so long ago that the events in it have been pushed. */
	#raise(current: number, total: number, atMs: number): void {
		const last = (this.#uncertain ??= { total, atMs });
		if (atMs - last.atMs < confirmationDelayMs) return;
		this.#uncertain = { total, atMs };
		this.#base = Math.max(current, Math.min(last.total, total)) - this.#outstandingSum;
	}

	#rebase(total: number, outstanding: Iterable<LogEntry>): void {
		this.#isWithdrawn = false;
		this.#uncertain = undefined;
		this.#base = total;
		this.#outstanding = new Map();
		this.#outstandingSum = 0;
		for (const entry of outstanding) this.applyEvent(entry);
	}

	#set(entry: LogEntry, weight: number): void {
		this.#outstandingSum += weight - (this.#outstanding.get(entry) ?? 0);
		this.#outstanding.set(entry, weight);
	}
}
