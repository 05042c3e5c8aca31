import type { Snapshot } from "../snapshot";
import type { StreamEventType } from "../../state/events/stream-event";

/**
 * The service's own count of listed events, for detecting changes further back than snapshots reach. Invariant: the
 * count is the one expected of the next snapshot of `#types`.
 */
export class ListCount {
	#types: readonly StreamEventType[] = [];
	#count: number | undefined;

	/**
	 * Returns the number of entries in the list of exactly these types; undefined if the service sent none, or the last
	 * snapshot had other types.
	 */
	countOf(types: readonly StreamEventType[]): number | undefined {
		return this.#types.join() === types.join() ? this.#count : undefined;
	}

	/** Records the pushed deletion of a listed event, which lowers the expected count by one. */
	noteDeletion(type: StreamEventType): void {
		this.#adjust([type], -1);
	}

	/**
	 * @param expectedChange Change of the count that the snapshot's events explain.
	 * @returns Whether the count is as expected.
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
}
