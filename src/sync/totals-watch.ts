import { confirmationDelayMs } from "../ledger/lifetime-figure";
import { isRenewal, type StreamEvent } from "../state/stream-event";
import type { Totals } from "../state/totals";

/** Between two looks that nobody asked for, milliseconds. A little more than the delay after which one confirms another. */
export const minIntervalMs = confirmationDelayMs + 100;
/** After a disagreement, or totals that an event left unmoved, the service is watched: its answers may be cached. */
const watchMs = 60_000;

/** What a look has told, as far as it gives reason to doubt the totals. */
export type WatchedSnapshot = {
	readonly totals: Totals | undefined;
	readonly missed: readonly StreamEvent[];
	/** {@link TotalsWatch.moveCount} when the look began. */
	readonly moveCount: number;
	readonly needsConfirmation: boolean;
	/** On a clock that never jumps, milliseconds. */
	readonly nowMs: number;
};

/** Decides whether the service's totals can be left alone, or have to be looked at again soon. */
export class TotalsWatch {
	#untilMs = -Infinity;
	#moveCount = 0;
	#syncedMoveCount = 0;
	#lastTotals: Totals | undefined;
	#wasUnconfirmed = false;

	/** How often something happened that moves the totals. */
	get moveCount(): number {
		return this.#moveCount;
	}

	/** Something happened that moves the totals. */
	noteMove(): void {
		this.#moveCount++;
	}

	noteEvent(event: StreamEvent): void {
		if (movesTotals(event)) this.noteMove();
	}

	/** The room was joined. The service may let us in a little later than we say so: one more look is due. */
	noteJoined(nowMs: number): void {
		this.#untilMs = Math.max(this.#untilMs, nowMs + minIntervalMs);
	}

	/** @returns Whether the totals have to be looked at again soon. */
	applySnapshot({ totals, missed, moveCount, needsConfirmation, nowMs }: WatchedSnapshot): boolean {
		if (!totals) return needsConfirmation || this.#untilMs > nowMs;
		const isMoveDue = moveCount > this.#syncedMoveCount || missed.some(movesTotals);
		const isUnmoved = isMoveDue && JSON.stringify(totals) === JSON.stringify(this.#lastTotals);
		// Nobody knows by how much the totals should have moved for several donations.
		const isMoveUnknown = missed.some((event) => event.type === "donation" && movesTotals(event));
		// Two reads in a row can both be of a cache, or of a copy of the service that lags behind.
		const isJustConfirmed = this.#wasUnconfirmed && !needsConfirmation;
		this.#wasUnconfirmed = needsConfirmation;
		this.#lastTotals = totals;
		this.#syncedMoveCount = moveCount;
		const isUnconfirmed = needsConfirmation || isUnmoved || isMoveUnknown;
		const isWatchOver = this.#untilMs < nowMs + minIntervalMs;
		if (isJustConfirmed || (isUnconfirmed && isWatchOver)) this.#untilMs = nowMs + watchMs;
		return needsConfirmation || this.#untilMs > nowMs;
	}
}

function movesTotals(event: StreamEvent): boolean {
	return event.type !== "hosting" && !isRenewal(event) && event.amount?.minorUnits !== 0;
}
