import type { Answer } from "./endpoints";

/** An answer as it left, with the time that its `Date` told. */
export type DatedAnswer = { readonly answer: Answer; readonly dateMs: number };

const maxAddresses = 1_000;

/** What stands between service and clients and keeps answers for a while, each under its own path and query. */
export class AnswerCache {
	readonly #clock: () => number;
	readonly #kept = new Map<string, DatedAnswer & { readonly keptAtMs: number }>();
	readonly #turns = new Map<string, number>();
	#turn = 0;

	/** @param clock Milliseconds that pass; not the clock that the service tells. */
	constructor(clock: () => number) {
		this.#clock = clock;
	}

	/**
	 * The answer kept for this address if it is younger than `forMs`, else a new one. What is no success is not kept.
	 * @returns The answer, and for how many seconds it was kept.
	 */
	read(
		address: string,
		forMs: number,
		decide: () => DatedAnswer,
	): DatedAnswer & { readonly ageSeconds: number } {
		const nowMs = this.#clock();
		const kept = this.#kept.get(address);
		if (kept && nowMs - kept.keptAtMs < forMs)
			return { ...kept, ageSeconds: Math.floor((nowMs - kept.keptAtMs) / 1000) };
		const fresh = decide();
		if (this.#kept.size >= maxAddresses) this.#kept.clear();
		if (fresh.answer.status === 200) this.#kept.set(address, { ...fresh, keptAtMs: nowMs });
		return { ...fresh, ageSeconds: 0 };
	}

	/** Which of so many copies of the service answers next, whatever is asked. */
	nextTurn(count: number): number {
		return this.#turn++ % count;
	}

	/** Which of so many copies of the service answers for this address: they take turns, and each address stays with its own. */
	copyOf(address: string, count: number): number {
		const turn = this.#turns.get(address) ?? this.#turns.size;
		this.#turns.set(address, turn);
		return turn % count;
	}
}
