import { isRenewal, type StreamEvent } from "../state/events/stream-event";
import { maxResponseAgeMs } from "../ledger/timing";
import type { Totals } from "../state/totals";
import { minSyncIntervalMs, totalsWatchMs } from "./timing";

/** Parts of a sync's result that can raise doubt about the totals. */
export type WatchedSnapshot = {
	readonly totals: Totals | undefined;
	readonly missed: readonly StreamEvent[];
	readonly needsConfirmation: boolean;
	/** Monotonic time, in milliseconds. */
	readonly nowMs: number;
};

/**
 * Decides whether the service's totals have to be read again soon.
 *
 * Invariant: until `#untilMs`, every snapshot is followed by another one soon.
 */
export class TotalsWatch {
	/** Whether the totals have changed since the last sync began. */
	#hasMoved = false;
	/** Whether they had changed before it began, and no totals were read since. */
	#isMoveUnread = false;
	#movedAtMs = -Infinity;
	#untilMs = -Infinity;
	#lastTotals: Totals | undefined;
	#wasUnconfirmed = false;

	/** Records a change that affects the totals. */
	noteMove(nowMs: number): void {
		this.#hasMoved = true;
		this.#movedAtMs = nowMs;
	}

	/** Records an event, and a change of the totals if the event affects them. */
	noteEvent(event: StreamEvent, nowMs: number): void {
		if (movesTotals(event)) this.noteMove(nowMs);
	}

	/**
	 * Records that the channel was joined. The service may add the client to the channel slightly after confirming
	 * it, so one more sync is due.
	 */
	noteJoined(nowMs: number): void {
		this.#untilMs = Math.max(this.#untilMs, nowMs + minSyncIntervalMs);
	}

	/** Records that a sync begins. Its totals may not include later changes. */
	noteSyncBegun(): void {
		this.#isMoveUnread ||= this.#hasMoved;
		this.#hasMoved = false;
	}

	/**
	 * Records the snapshot of that sync.
	 * @returns Whether the totals have to be read again soon.
	 */
	applySnapshot({ totals, missed, needsConfirmation, nowMs }: WatchedSnapshot): boolean {
		if (!totals) return needsConfirmation || this.#untilMs > nowMs;
		// Totals that stay equal although an event should have changed them recently may come from a cache.
		const isMoved = this.#isMoveUnread && nowMs - this.#movedAtMs < maxResponseAgeMs;
		const isMoveDue = isMoved || missed.some(movesTotals);
		const isUnmoved = isMoveDue && JSON.stringify(totals) === JSON.stringify(this.#lastTotals);
		// The expected change of the totals is unknown for several donations.
		const isMoveUnknown = missed.some((event) => event.type === "donation" && movesTotals(event));
		// Two snapshots in a row can both come from a cache, or from a replica that lags behind.
		const isJustConfirmed = this.#wasUnconfirmed && !needsConfirmation;
		this.#wasUnconfirmed = needsConfirmation;
		this.#lastTotals = totals;
		this.#isMoveUnread = false;
		const isUnconfirmed = needsConfirmation || isUnmoved || isMoveUnknown;
		// A watch in progress is not extended. If the totals are still unconfirmed at its end, another one begins.
		const isWatchOver = this.#untilMs < nowMs + minSyncIntervalMs;
		if (isJustConfirmed || (isUnconfirmed && isWatchOver)) this.#untilMs = nowMs + totalsWatchMs;
		return needsConfirmation || this.#untilMs > nowMs;
	}
}

/**
 * Returns whether an event changes the totals. They do not include hostings, a renewal is not a new
 * subscriber, and a donation of 0 adds nothing.
 */
function movesTotals(event: StreamEvent): boolean {
	return event.type !== "hosting" && !isRenewal(event) && event.amount?.minorUnits !== 0;
}
