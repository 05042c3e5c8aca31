import type { StreamEvent, StreamEventType } from "../../../../src/state/events/stream-event";
import type { EventStore } from "../../service/data/store";
import type { VirtualClock } from "../../fakes/virtual-clock";

/** Returns the types of the cached events that were edited or deleted since. */
export function outdatedTypes(
	cached: readonly StreamEvent[],
	store: Pick<EventStore, "find">,
): ReadonlySet<StreamEventType> {
	const isOutdated = ({ id, amount, resub, viewers }: StreamEvent) => {
		const event = store.find(Number(id));
		if (!event || event.deletedAtMs !== undefined) return true;
		const isAmountEdited = amount !== undefined && amount.minorUnits !== event.amount?.minorUnits;
		return isAmountEdited || differ(resub, event.resub) || differ(viewers, event.viewers);
	};
	return new Set(cached.filter(isOutdated).map(({ type }) => type));
}

/** Returns whether a field was edited. One that the list omits is not cached. */
function differ(cached: number | undefined, stored = 0): boolean {
	return cached !== undefined && cached !== stored;
}

/**
 * How long the plugin has had to find changes that nothing announces. It compares what it stores of a type only while a
 * visible key needs the type.
 */
export class SilentChanges {
	readonly #clock: VirtualClock;
	/** Time since the last change for each type, while it was needed, in milliseconds; absent before the first change. */
	readonly #comparedMs = new Map<StreamEventType, number>();
	#neededTypes: ReadonlySet<StreamEventType> = new Set();
	/** When each type became needed, epoch milliseconds. */
	readonly #neededSinceMs = new Map<string, number>();
	#updatedAtMs: number;

	constructor(clock: VirtualClock) {
		this.#clock = clock;
		this.#updatedAtMs = clock.elapsedMs();
	}

	/** Records a change that can affect events of these types. */
	record(types: readonly StreamEventType[]): void {
		this.#update();
		for (const type of types) this.#comparedMs.set(type, 0);
	}

	/** Records which types the visible keys need. */
	setNeeded(types: ReadonlySet<StreamEventType>): void {
		this.#update();
		for (const type of types)
			if (!this.#neededTypes.has(type)) this.#neededSinceMs.set(type, this.#clock.now());
		this.#neededTypes = types;
	}

	/** Returns whether a visible key has needed the type since this time, epoch milliseconds. */
	isNeededSince(type: string, atMs: number): boolean {
		return (this.#neededSinceMs.get(type) ?? Infinity) <= atMs;
	}

	/** Returns for how long the visible keys' types have been compared since the last change, in milliseconds. */
	get comparedMs(): number {
		this.#update();
		return Math.min(...[...this.#neededTypes].map((type) => this.#comparedMs.get(type) ?? Infinity));
	}

	#update(): void {
		const nowMs = this.#clock.elapsedMs();
		for (const type of this.#neededTypes) {
			const comparedMs = this.#comparedMs.get(type);
			if (comparedMs !== undefined) this.#comparedMs.set(type, comparedMs + nowMs - this.#updatedAtMs);
		}
		this.#updatedAtMs = nowMs;
	}
}
