import type { StreamEvent } from "./stream-event";

/**
 * People who have not been thanked yet, in the order in which they came. Whoever is thanked stays in view until somebody
 * new comes: one press, one name, one thank-you.
 */
export class ThankQueue {
	#waiting: readonly StreamEvent[] = [];
	#thanked: StreamEvent | undefined;

	/** How many still wait. */
	get waitingCount(): number {
		return this.#waiting.length;
	}

	/** Who is being thanked just now. */
	get thanked(): StreamEvent | undefined {
		return this.#thanked;
	}

	/** Somebody came: everyone but our own tests has to be thanked. */
	add(events: readonly StreamEvent[]): void {
		if (events.length === 0) return;
		this.#waiting = [...this.#waiting, ...events.filter(({ isTest }) => !isTest)];
		this.#thanked = undefined;
	}

	/** Thanks whoever has waited longest. With nobody waiting, the newest comes back into view. */
	thankNext(): void {
		const [oldest, ...others] = this.#waiting;
		this.#thanked = oldest;
		this.#waiting = others;
	}

	/** Nobody has to be thanked any more. */
	clear(): void {
		this.#waiting = [];
		this.#thanked = undefined;
	}

	/**
	 * Forgets what turned out not to be: events taken back, and tests recognised late.
	 * @param current The event as it is known now; undefined when it is no more.
	 */
	review(current: (event: StreamEvent) => StreamEvent | undefined): void {
		const remaining = this.#waiting.filter((event) => {
			const known = current(event);
			return known !== undefined && !known.isTest;
		});
		if (remaining.length < this.#waiting.length) this.#waiting = remaining;
		this.#thanked = this.#thanked && current(this.#thanked);
	}
}
