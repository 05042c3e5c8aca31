import type { LogEntry } from "./log-entry";
import { secondOf } from "./periods";
import { streamEventTypes, type StreamEvent, type StreamEventType } from "./stream-event";
import { Timeline } from "./timeline";

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

/** Nobody is thanked for what was longer ago, after a restart. */
const maxAgeMs = 86_400_000;
/** So many of one type wait at most; then the oldest are let go. */
const maxWaiting = 20_000;
const maxOwed = 6;

/**
 * People who have not been thanked yet, the longest waiting first, kept by what changes: however many wait, showing how
 * many and thanking one of them costs the same. What is not known beyond this run is built anew from the list.
 */
export class ThankQueue {
	readonly #waiting = new Map<StreamEventType, Timeline>(
		streamEventTypes.map((type) => [type, new Timeline()]),
	);
	readonly #isWaiting = new Set<LogEntry>();
	/** Who would wait, had the event not been taken back or been one of our tests. */
	readonly #suspended = new Set<LogEntry>();
	readonly #marks = new Map<StreamEventType, Pick<ThankMark, "at" | "id">>();
	/** Names of those who still waited in another run and have not been found in the list so far. */
	readonly #owedBefore = new Map<StreamEventType, Set<string>>();
	#resumeFromMs = Infinity;
	#isResumed = false;

	/** Up to where people were thanked, to be noted beyond this run. */
	get marks(): ThankMarks {
		const marks: { -readonly [type in StreamEventType]?: ThankMark } = {};
		for (const type of streamEventTypes) {
			const mark = this.#marks.get(type);
			if (!mark) continue;
			const owed = [...(this.#owedBefore.get(type) ?? []), ...this.#owedNow(type, mark)].slice(0, maxOwed);
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
			if (owed.length > 0) this.#owedBefore.set(type, new Set(owed));
		}
	}

	/** How far back it has to be known who waits, epoch milliseconds. */
	fromMs(types: readonly StreamEventType[], nowMs: number): number {
		const since = types.map((type) => {
			const { at = -Infinity } = this.#marks.get(type) ?? {};
			return this.#owedBefore.has(type) ? -Infinity : at * 1_000;
		});
		return Math.max(this.#resumeFromMs, nowMs - maxAgeMs, Math.min(...since));
	}

	waitingCount(types: readonly StreamEventType[]): number {
		return types.reduce((count, type) => count + this.#timeline(type).entries.length, 0);
	}

	/** Somebody came: everyone but our own tests has to be thanked. */
	add(entry: LogEntry): void {
		if (this.#isWaiting.has(entry)) return;
		if (entry.event.isTest || entry.event.isDeleted) {
			this.#suspended.add(entry);
			return;
		}
		const timeline = this.#timeline(entry.event.type);
		this.#isWaiting.add(entry);
		timeline.addAll([entry]);
		const [oldest] = timeline.entries;
		if (timeline.entries.length > maxWaiting && oldest) this.#remove(oldest);
	}

	/** The list has told of somebody who came before this run, or before it was looked that far back. */
	addFromHistory(entry: LogEntry, nowMs: number): void {
		const { event } = entry;
		if (event.createdAtMs < Math.max(secondOf(this.#resumeFromMs), nowMs - maxAgeMs)) return;
		const owed = this.#owedBefore.get(event.type);
		const isOwed = owed?.delete(nameOf(event)) ?? false;
		if (owed?.size === 0) this.#owedBefore.delete(event.type);
		if (isOwed || !isThanked(event, this.#marks.get(event.type))) this.add(entry);
	}

	/** The event says something else now: it may have been taken back, or turned out to be a test, or not to be one. */
	applyChange(entry: LogEntry, before: StreamEvent): void {
		const { event } = entry;
		const isOut = event.isDeleted || event.isTest === true;
		if (this.#isWaiting.has(entry) && (isOut || before.createdAtMs !== event.createdAtMs)) {
			this.#remove(entry);
			this.add(entry);
		} else if (!isOut && this.#suspended.delete(entry)) {
			this.add(entry);
		}
	}

	/** There is no such entry any more. */
	forget(entry: LogEntry): void {
		this.#suspended.delete(entry);
		if (this.#isWaiting.has(entry)) this.#remove(entry);
	}

	/** Thanks whoever of these types has waited longest. */
	thankNext(types: readonly StreamEventType[]): LogEntry | undefined {
		const oldest = types
			.flatMap((type) => this.#timeline(type).entries.slice(0, 1))
			.reduce<LogEntry | undefined>(
				(first, entry) => (first && first.event.createdAtMs <= entry.event.createdAtMs ? first : entry),
				undefined,
			);
		if (!oldest) return undefined;
		this.#remove(oldest);
		this.#mark(oldest);
		return oldest;
	}

	/** Nobody of these types has to be thanked any more. */
	clear(types: readonly StreamEventType[]): void {
		for (const type of types) {
			const { entries } = this.#timeline(type);
			const newest = entries.at(-1);
			this.#waiting.set(type, new Timeline());
			for (const entry of entries) this.#isWaiting.delete(entry);
			this.#owedBefore.delete(type);
			if (newest) this.#mark(newest);
		}
	}

	#mark({ event }: LogEntry): void {
		if (isThanked(event, this.#marks.get(event.type))) return;
		this.#marks.set(event.type, { at: secondsOf(event), id: nameOf(event) });
	}

	/** Names of the first who wait though somebody who came later was thanked. */
	#owedNow(type: StreamEventType, mark: Pick<ThankMark, "at" | "id">): readonly string[] {
		const first = this.#timeline(type).entries.slice(0, maxOwed);
		const end = first.findIndex(({ event }) => !isThanked(event, mark));
		return first.slice(0, end === -1 ? first.length : end).map(({ event }) => nameOf(event));
	}

	#remove(entry: LogEntry): void {
		this.#isWaiting.delete(entry);
		const timeline = this.#timeline(entry.event.type);
		// Its time may have changed, and with it its place.
		if (timeline.remove(entry)) return;
		const moved = new Timeline();
		moved.addAll(timeline.entries.filter((other) => other !== entry));
		this.#waiting.set(entry.event.type, moved);
	}

	#timeline(type: StreamEventType): Timeline {
		return this.#waiting.get(type) ?? new Timeline();
	}
}

/** Whether somebody comes no later than the last one thanked. */
function isThanked(event: StreamEvent, mark: Pick<ThankMark, "at" | "id"> | undefined): boolean {
	if (!mark) return false;
	const { at, id } = mark;
	if (secondsOf(event) !== at || id === nameOf(event)) return secondsOf(event) <= at;
	return event.id !== undefined && id !== undefined && /^\d+$/.test(id) && compareIds(event.id, id) < 0;
}

/** Ids are digits, of any length. */
function compareIds(a: string, b: string): number {
	return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

function secondsOf({ createdAtMs }: StreamEvent): number {
	return Math.floor(createdAtMs / 1_000);
}

/** Long refs are kept by their end, which tells more of them apart. */
function nameOf({ id, ref = "" }: StreamEvent): string {
	return id ?? ref.slice(-40);
}
