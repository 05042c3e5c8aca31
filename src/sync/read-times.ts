import type { Clock } from "../state/clock";
import type { Snapshot } from "../ledger/snapshot";
import type { SnapshotNeeds } from "./snapshot-needs";
import type { StreamEventType } from "../state/stream-event";

/** What a look reads. */
export type ReadPart = StreamEventType | "totals" | "hostings";

/** What was read longer ago than this has to be read again when a key needs it anew, milliseconds. */
const staleAfterMs = 310_000;
/** A look follows what happens, where it is needed, and soon. */
const settleGraceMs = 3_000;

/** When each part of what a look needs was last read, and when something happened that it shows. */
export class ReadTimes {
	readonly #clock: Clock;
	/** Since the room was joined, on a clock that never jumps. */
	readonly #readAtMs = new Map<ReadPart, number>();
	/** On the same clock. */
	readonly #movedAtMs = new Map<ReadPart, number>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Something happened that the list and the totals will show. */
	noteMove(type: StreamEventType): void {
		for (const part of [type, "totals"] as const) this.#movedAtMs.set(part, this.#clock.elapsedMs());
	}

	noteRead({ types, totals, hostings }: Snapshot): void {
		const atMs = this.#clock.elapsedMs();
		for (const type of types) this.#readAtMs.set(type, atMs);
		if (totals) this.#readAtMs.set("totals", atMs);
		if (hostings) this.#readAtMs.set("hostings", atMs);
	}

	/** The room was left: what has been read may be out of date. */
	reset(): void {
		this.#readAtMs.clear();
	}

	/** Whether what was read shows all that has happened. */
	isCurrent(part: ReadPart): boolean {
		return this.#isFresh(part, 0);
	}

	/** Whether it shows all that has happened, or a look is due that will come by itself. */
	isCurrentOrDue(part: ReadPart): boolean {
		return this.#isFresh(part, settleGraceMs);
	}

	/** How long ago the oldest of what these needs ask for was read, milliseconds; −Infinity where they ask for nothing. */
	ageMs({ types }: SnapshotNeeds): number {
		const nowMs = this.#clock.elapsedMs();
		return Math.max(...types.map((type) => nowMs - (this.#readAtMs.get(type) ?? -Infinity)));
	}

	/** @param graceMs So long may what happened not have been read. */
	#isFresh(part: ReadPart, graceMs: number): boolean {
		const nowMs = this.#clock.elapsedMs();
		const readAtMs = this.#readAtMs.get(part) ?? -Infinity;
		const movedAtMs = this.#movedAtMs.get(part) ?? -Infinity;
		if (nowMs - readAtMs > staleAfterMs) return false;
		return movedAtMs <= readAtMs || nowMs - movedAtMs < graceMs;
	}
}
