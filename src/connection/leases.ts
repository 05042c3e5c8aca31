import type { Clock, Dispose } from "../state/clock";

export type LeasesOptions = {
	readonly clock: Clock;
	/** The first lease was taken, and nothing is running from before. */
	readonly onNeeded: () => void;
	/** The last lease was given back a while ago. */
	readonly onUnneeded: () => void;
};

/** Page flips cost nothing: what is leased outlives the last key by this much. */
const graceMs = 5_000;

/** Counts who needs something: demand starts it, a grace period after the last one's leave stops it. */
export class Leases {
	readonly #options: LeasesOptions;
	#count = 0;
	#cancelGrace: Dispose | undefined;

	constructor(options: LeasesOptions) {
		this.#options = options;
	}

	/** Whether what is leased has to run: somebody holds it, or did a moment ago. */
	get isNeeded(): boolean {
		return this.#count > 0 || this.#cancelGrace !== undefined;
	}

	/** Holds it until the lease is given back; giving it back again does nothing. */
	acquire(): Dispose {
		let isHeld = true;
		this.#count++;
		if (this.#cancelGrace) {
			this.#cancelGrace();
			this.#cancelGrace = undefined;
		} else if (this.#count === 1) {
			this.#options.onNeeded();
		}
		return () => {
			if (!isHeld) return;
			isHeld = false;
			this.#count--;
			if (this.#count === 0) this.#endAfterGrace();
		};
	}

	#endAfterGrace(): void {
		this.#cancelGrace = this.#options.clock.schedule(() => {
			this.#cancelGrace = undefined;
			this.#options.onUnneeded();
		}, graceMs);
	}
}
