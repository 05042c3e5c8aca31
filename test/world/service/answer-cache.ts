import type { Answer } from "./endpoints";

/** An answer as it left, with the time that its `Date` told. */
export type DatedAnswer = { readonly answer: Answer; readonly dateMs: number };

const maxAddresses = 1_000;

/** What stands between service and clients and keeps answers for a while, each under its own path and query. */
export class AnswerCache {
	readonly #clock: () => number;
	readonly #entries = new Map<string, DatedAnswer & { readonly storedAtMs: number }>();
	readonly #replicaByAddress = new Map<string, number>();
	#requestCount = 0;

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
		maxAgeMs: number,
		createAnswer: () => DatedAnswer,
	): DatedAnswer & { readonly ageSeconds: number } {
		const nowMs = this.#clock();
		const cached = this.#entries.get(address);
		if (cached && nowMs - cached.storedAtMs < maxAgeMs)
			return { ...cached, ageSeconds: Math.floor((nowMs - cached.storedAtMs) / 1000) };
		const fresh = createAnswer();
		if (this.#entries.size >= maxAddresses) this.#entries.clear();
		if (fresh.answer.status === 200) this.#entries.set(address, { ...fresh, storedAtMs: nowMs });
		return { ...fresh, ageSeconds: 0 };
	}

	/** Index of the replica that answers the next request, regardless of the request. */
	nextReplica(count: number): number {
		return this.#requestCount++ % count;
	}

	/** Which of so many copies of the service answers for this address: they take turns, and each address stays with its own. */
	replicaFor(address: string, count: number): number {
		const replica = this.#replicaByAddress.get(address) ?? this.#replicaByAddress.size;
		this.#replicaByAddress.set(address, replica);
		return replica % count;
	}
}
