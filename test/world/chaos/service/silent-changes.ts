import type { StreamEventType } from "../../../../src/state/events/stream-event";
import type { VirtualClock } from "../../fakes/virtual-clock";

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
