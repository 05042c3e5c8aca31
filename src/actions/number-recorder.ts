import type { Clock } from "../state/time/clock";
import type { Store } from "../state/store";
import { firstWriteAfterMs, minRecordIntervalMs } from "./timing";

export type NumberRecorderOptions = {
	readonly store: Store;
	readonly clock: Clock;
	/** Records the numbers of all visible keys whose face is live. */
	readonly record: (nowMs: number) => void;
	readonly storage: { save(currency: string | undefined, nowMs: number): void };
};

/**
 * Stores the confirmed numbers for the next start: soon after a change, but rarely, and before the process ends.
 * Invariant: at most one write is scheduled, and only confirmed numbers are stored.
 */
export class NumberRecorder {
	readonly #options: NumberRecorderOptions;
	#isScheduled = false;
	#savedAtMs = -Infinity;

	constructor(options: NumberRecorderOptions) {
		this.#options = options;
		options.store.subscribeLater(() => {
			this.#schedule();
		});
	}

	/** Stores the numbers immediately. Does nothing while they are not confirmed: the last ones stay stored. */
	saveNow(): void {
		const { store, clock, record, storage } = this.#options;
		if (!isConfirmed(store)) return;
		this.#savedAtMs = clock.elapsedMs();
		record(clock.now());
		storage.save(store.state.account?.currency, clock.now());
	}

	#schedule(): void {
		const { store, clock } = this.#options;
		if (this.#isScheduled || !isConfirmed(store)) return;
		this.#isScheduled = true;
		const sinceSaveMs = clock.elapsedMs() - this.#savedAtMs;
		const delayMs = Math.max(firstWriteAfterMs, minRecordIntervalMs - sinceSaveMs);
		clock.schedule(() => {
			this.#isScheduled = false;
			this.saveNow();
		}, delayMs);
	}
}

function isConfirmed({ state }: Store): boolean {
	return state.link.phase === "live" && state.confirmation === "confirmed";
}
