import type { Snapshot } from "./snapshot";
import type { StreamEventType } from "./stream-event";

/** The service's own count of the events it lists, to notice what has changed where no look went. */
export class ListCount {
	#types = "";
	#count: number | undefined;

	/** How many entries the list of exactly these types has; undefined when it doesn't tell, or wasn't looked at last. */
	countOf(types: readonly StreamEventType[]): number | undefined {
		return this.#types === types.join() ? this.#count : undefined;
	}

	/** The deletion of a listed event was told: the list will count one less. */
	noteDeletion(type: StreamEventType): void {
		if (this.#count !== undefined && this.#types.split(",").includes(type)) this.#count--;
	}

	/**
	 * @param moved By how much what the look found explains a move of the count.
	 * @returns Whether the count is what it should be.
	 */
	applySnapshot({ types, totalCount }: Snapshot, moved: number): boolean {
		if (totalCount === undefined) {
			const known = this.#types.split(",");
			if (this.#count !== undefined && types.every((type) => known.includes(type))) this.#count += moved;
			return true;
		}
		const isSame = this.#types === types.join();
		const isExplained = !isSame || this.#count === undefined || totalCount === this.#count + moved;
		this.#types = types.join();
		this.#count = totalCount;
		return isExplained;
	}
}
