import type { Answer } from "./endpoints";

/** A sent response with the time in its `Date` header. */
export type DatedAnswer = { readonly answer: Answer; readonly dateMs: number };

const maxAddresses = 1_000;

/** A cache between service and clients that stores responses by path and query. */
export class AnswerCache {
	readonly #clock: () => number;
	readonly #entries = new Map<string, DatedAnswer & { readonly storedAtMs: number }>();
	readonly #replicaByAddress = new Map<string, number>();
	#requestCount = 0;

	/** @param clock Monotonic milliseconds; not the clock that the service reports. */
	constructor(clock: () => number) {
		this.#clock = clock;
	}

	/**
	 * Returns the stored response for this address if it is younger than `forMs`, otherwise a new one. Only successes are stored.
	 * @returns The response, and for how many seconds it was stored.
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

	/** Returns the replica that responds for this address: replicas are assigned in turn, and each address keeps its own. */
	replicaFor(address: string, count: number): number {
		const replica = this.#replicaByAddress.get(address) ?? this.#replicaByAddress.size;
		this.#replicaByAddress.set(address, replica);
		return replica % count;
	}
}
