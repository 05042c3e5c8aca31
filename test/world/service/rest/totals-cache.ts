import type { ActiveFaults, FaultSwitches } from "../faults";
import type { EventStore, StoredTotals } from "../data/store";

/** The totals endpoint's answer, which the fault `cachedTotals` freezes at the moment it is switched on. */
export class TotalsCache {
	readonly #store: EventStore;
	readonly #clock: () => number;
	#fault: ActiveFaults["cachedTotals"] = null;
	#frozen: { readonly totals: StoredTotals; readonly untilMs: number; readsLeft: number } | undefined;

	constructor(store: EventStore, faults: FaultSwitches, clock: () => number) {
		this.#store = store;
		this.#clock = clock;
		faults.onChange(() => this.#updateFault(faults));
	}

	read(): StoredTotals {
		const frozen = this.#frozen;
		if (!frozen || this.#clock() >= frozen.untilMs || frozen.readsLeft === 0) return this.#store.totals;
		frozen.readsLeft--;
		return frozen.totals;
	}

	#updateFault(faults: FaultSwitches): void {
		const fault = faults.active.cachedTotals;
		if (fault === this.#fault) return;
		this.#fault = fault;
		this.#frozen = fault
			? {
					totals: this.#store.totals,
					untilMs: fault.forMs === undefined ? Infinity : this.#clock() + fault.forMs,
					readsLeft: fault.reads ?? Infinity,
				}
			: undefined;
	}
}
