import type { Snapshot } from "./snapshot";
import type { StreamEventType } from "../state/stream-event";

/** The service's own count of the events it lists, to notice what has changed where no look went. */
export class ListCount {
	#types: readonly StreamEventType[] = [];
	#count: number | undefined;

	/** How many entries the list of exactly these types has; undefined when it doesn't tell, or wasn't looked at last. */
	countOf(types: readonly StreamEventType[]): number | undefined {
		return this.#isCountFor(types) ? this.#count : undefined;
	}

	/** The deletion of a listed event was told: the list will count one less. */
	noteDeletion(type: StreamEventType): void {
		this.#adjust([type], -1);
	}

	/**
	 * @param expectedChange By how much what the look found explains a move of the count.
	 * @returns Whether the count is what it should be.
	 */
	applySnapshot({ types, totalCount }: Snapshot, expectedChange: number): boolean {
		this.#adjust(types, expectedChange);
		if (totalCount === undefined) return true;
		const expected = this.countOf(types) ?? totalCount;
		this.#types = types;
		this.#count = totalCount;
		return totalCount === expected;
	}

	#adjust(types: readonly StreamEventType[], change: number): void {
		const areCounted = types.every((type) => this.#types.includes(type));
		if (this.#count !== undefined && areCounted) this.#count += change;
	}

	#isCountFor(types: readonly StreamEventType[]): boolean {
		return this.#types.join() === types.join();
	}
}
