import type { Snapshot } from "../ledger/snapshot";
import type { StreamEventType } from "../state/stream-event";

/** A list whose pages fit together in none of so many great looks never will. */
const maxUnproductiveSyncs = 3;

/**
 * How far back looks went whose pages did not fit together: what has fallen between two pages is found only by another look
 * that goes as far.
 */
export class ListGaps {
	readonly #fromMs = new Map<StreamEventType, number>();
	#unproductiveSyncs = 0;

	/** How far back there may be holes in what was read of these types, epoch milliseconds; Infinity where there are none. */
	fromMs(types: readonly StreamEventType[]): number {
		return Math.min(...types.map((type) => this.#fromMs.get(type) ?? Infinity));
	}

	/** @param isThorough Whether the looks went back to where there may be holes. */
	note(snapshots: readonly Snapshot[], isThorough: boolean): void {
		for (const { types, reachMs, hasGaps } of snapshots) {
			for (const type of types) {
				const fromMs = this.#fromMs.get(type) ?? Infinity;
				if (hasGaps) this.#fromMs.set(type, Math.min(fromMs, reachMs));
				else if (reachMs <= fromMs) this.#fromMs.delete(type);
			}
		}
		if (this.#fromMs.size === 0) this.#unproductiveSyncs = 0;
		const hasRemainingGaps = snapshots.some(({ types }) => this.fromMs(types) < Infinity);
		if (isThorough && hasRemainingGaps && ++this.#unproductiveSyncs >= maxUnproductiveSyncs)
			this.#fromMs.clear();
	}
}
