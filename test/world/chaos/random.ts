/** Random numbers that are determined by the seed. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed | 0;
	}

	/** Returns a uniform number in [0, 1). Mulberry32: small and portable. */
	readonly next = (): number => {
		this.#state = (this.#state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	between(low: number, high: number): number {
		return low + this.next() * (high - low);
	}

	/** Returns an integer between both bounds, inclusive. */
	integer(low: number, high: number): number {
		return Math.floor(this.between(low, high + 1));
	}

	pick<T>(values: readonly T[]): T {
		if (values.length === 0) throw new Error("nothing to pick from");
		return values[this.integer(0, values.length - 1)] as T;
	}

	sample<T>(values: readonly T[], probability: number): T[] {
		return values.filter(() => this.chance(probability));
	}
}
