import { defaultLedgerLimits, type LedgerLimits } from "./ledger-limits";
import type { LogEntry } from "./log-entry";
import { startOfSecondMs } from "../state/periods";
import { streamEventTypes, type StreamEvent, type StreamEventType } from "../state/stream-event";
import { emptyTimelines, oldestFirst } from "./timeline";

/** Up to where people were thanked for one type of event. */
export type ThankMark = {
	/** The second in which the last one thanked came, in seconds since 1970, by the service's clock. */
	readonly at: number;
	/** Its id, or its ref: of the same second, those with a higher id still wait. */
	readonly id?: string | undefined;
	/** Who became known later and came before, and still waits: by id or ref. */
	readonly owed?: readonly string[] | undefined;
};

export type ThankMarks = { readonly [type in StreamEventType]?: ThankMark | undefined };

const maxOwed = 6;

/**
 * People who have not been thanked yet, the longest waiting first, kept by what changes: however many wait, showing how
 * many and thanking one of them costs the same. What is not known beyond this run is built anew from the list.
 */
export class ThankQueue {
	readonly #waiting = emptyTimelines();
	readonly #waitingEntries = new Set<LogEntry>();
	/** Who would wait, had the event not been taken back or been one of our tests. */
	readonly #suspended = new Set<LogEntry>();
	readonly #marks = new Map<StreamEventType, Pick<ThankMark, "at" | "id">>();
	/** Names of those who still waited in another run and have not been found in the list so far. */
	readonly #storedOwed = new Map<StreamEventType, Set<string>>();
	#resumeFromMs = Infinity;
	#isResumed = false;
	readonly #limits: LedgerLimits;

	constructor(limits: LedgerLimits = defaultLedgerLimits) {
		this.#limits = limits;
	}

	/** Up to where people were thanked, to be noted beyond this run. */
	get marks(): ThankMarks {
		const marks: { -readonly [type in StreamEventType]?: ThankMark } = {};
		for (const [type, mark] of this.#marks) {
			const owed = this.#owedSince(type, mark);
			marks[type] = owed.length > 0 ? { ...mark, owed } : mark;
		}
		return marks;
	}

	/**
	 * Those who came since then wait, unless they were thanked in another run.
	 * @param marks Of another run; whoever was thanked in this one is known already.
	 * @param fromMs When the session began, epoch milliseconds; undefined while there is none.
	 */
	resume(marks: ThankMarks, fromMs: number | undefined): void {
		this.#resumeFromMs = fromMs ?? Infinity;
		if (this.#isResumed) return;
		this.#isResumed = true;
		for (const type of streamEventTypes) {
			const mark = marks[type];
			if (!mark) continue;
			const { at, id, owed = [] } = mark;
			this.#marks.set(type, { at, id });
			if (owed.length > 0) this.#storedOwed.set(type, new Set(owed));
		}
	}

	/** How far back it has to be known who waits, epoch milliseconds. */
	fromMs(types: readonly StreamEventType[], nowMs: number): number {
		const since = types.map((type) => {
			const { at = -Infinity } = this.#marks.get(type) ?? {};
			return this.#storedOwed.has(type) ? -Infinity : at * 1_000;
		});
		return Math.max(this.#resumeFromMs, nowMs - this.#limits.maxThankAgeMs, Math.min(...since));
	}

	waitingCount(types: readonly StreamEventType[]): number {
		return types.reduce((count, type) => count + this.#waiting[type].entries.length, 0);
	}

	/** Somebody came: everyone but our own tests has to be thanked. */
	add(entry: LogEntry): void {
		if (entry.event.isTest || entry.event.isDeleted) {
			this.#suspended.add(entry);
			return;
		}
		const timeline = this.#waiting[entry.event.type];
		this.#waitingEntries.add(entry);
		timeline.addAll([entry]);
		const [oldest] = timeline.entries;
		if (timeline.entries.length > this.#limits.maxWaiting && oldest) this.#remove(oldest);
	}

	/** The list has told of somebody who came before this run, or before it was looked that far back. */
	addFromHistory(entry: LogEntry, nowMs: number): void {
		const { event } = entry;
		if (event.createdAtMs < Math.max(startOfSecondMs(this.#resumeFromMs), nowMs - this.#limits.maxThankAgeMs))
			return;
		const owed = this.#storedOwed.get(event.type);
		const isOwed = owed?.delete(keyOf(event)) ?? false;
		if (owed?.size === 0) this.#storedOwed.delete(event.type);
		if (isOwed || !isThanked(event, this.#marks.get(event.type))) this.add(entry);
	}

	/** The event says something else now: it may have been taken back, or turned out to be a test, or not to be one. */
	applyChange(entry: LogEntry): void {
		if (this.#remove(entry) || this.#suspended.delete(entry)) this.add(entry);
	}

	/** There is no such entry any more. */
	forget(entry: LogEntry): void {
		this.#suspended.delete(entry);
		this.#remove(entry);
	}

	/** Thanks whoever of these types has waited longest. */
	thankNext(types: readonly StreamEventType[]): LogEntry | undefined {
		const [oldest] = types
			.flatMap((type) => this.#waiting[type].entries[0] ?? [])
			.sort((a, b) => oldestFirst(a.event, b.event));
		if (!oldest) return undefined;
		this.#remove(oldest);
		this.#mark(oldest);
		return oldest;
	}

	/** Nobody of these types has to be thanked any more. */
	clear(types: readonly StreamEventType[]): void {
		for (const type of types) {
			const { entries } = this.#waiting[type];
			const newest = entries.at(-1);
			for (const entry of entries) this.#waitingEntries.delete(entry);
			this.#waiting[type].clear();
			this.#storedOwed.delete(type);
			if (newest) this.#mark(newest);
		}
	}

	#mark({ event }: LogEntry): void {
		if (isThanked(event, this.#marks.get(event.type))) return;
		this.#marks.set(event.type, { at: secondsOf(event), id: keyOf(event) });
	}

	/** Names of the first who wait though somebody who came later was thanked. */
	#owedSince(type: StreamEventType, mark: Pick<ThankMark, "at" | "id">): readonly string[] {
		const owed = [...(this.#storedOwed.get(type) ?? [])];
		for (const { event } of this.#waiting[type].entries) {
			if (owed.length >= maxOwed || !isThanked(event, mark)) break;
			owed.push(keyOf(event));
		}
		return owed;
	}

	/** @returns Whether it waited. */
	#remove(entry: LogEntry): boolean {
		const isWaiting = this.#waitingEntries.delete(entry);
		if (isWaiting) this.#waiting[entry.event.type].remove(entry);
		return isWaiting;
	}
}

/** Whether somebody comes no later than the last one thanked. */
function isThanked(event: StreamEvent, mark: Pick<ThankMark, "at" | "id"> | undefined): boolean {
	if (!mark) return false;
	const { at, id = "" } = mark;
	if (secondsOf(event) !== at || id === keyOf(event)) return secondsOf(event) <= at;
	return event.id !== undefined && /^\d+$/.test(id) && isLowerId(event.id, id);
}

/** Ids are digits, of any length. */
function isLowerId(a: string, b: string): boolean {
	return a.length === b.length ? a < b : a.length < b.length;
}

function secondsOf({ createdAtMs }: StreamEvent): number {
	return Math.floor(createdAtMs / 1_000);
}

/** Long refs are kept by their end, which tells more of them apart. */
function keyOf({ id, ref = "" }: StreamEvent): string {
	return id ?? ref.slice(-40);
}
