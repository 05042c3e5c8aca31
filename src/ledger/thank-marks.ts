import {
	isServiceRef,
	streamEventTypes,
	type StreamEvent,
	type StreamEventType,
} from "../state/events/stream-event";
import type { ListCache } from "./cached-list";
import { maxAheadMs } from "./timing";

/** Position up to which users were thanked for one event type. */
export type ThankMark = {
	/** Creation time of the last thanked event, in seconds since 1970, by the service's clock. */
	readonly at: number;
	/** Id or ref of that event. Events of the same second with a higher id still wait. */
	readonly id?: string | undefined;
	/** Ref of that event if `id` is its id: the list can omit ids. */
	readonly ref?: string | undefined;
	/** Ids or refs of earlier events that still wait, because they arrived late. */
	readonly owed?: readonly string[] | undefined;
	/** Ids or refs of thanked events that are dated in the future, and so are after the mark. */
	readonly done?: readonly string[] | undefined;
};

/** Stored state of the queue, from which it is restored after a restart. */
export type ThankMarks = { readonly [type in StreamEventType]?: ThankMark | undefined } & {
	/** Start of the queue in seconds since 1970: earlier events do not wait. */
	readonly since?: number | undefined;
};

const maxKeys = 6;

type Thanked = {
	readonly mark?: Pick<ThankMark, "at" | "id" | "ref"> | undefined;
	/** Keys of events that waited in an earlier run and have not been listed since. */
	readonly owed: readonly string[];
	/** Keys of thanked events that are dated in the future. */
	readonly done: readonly string[];
	/** Keys of other events of the mark's second that were thanked. Without numeric ids, their order does not decide. */
	readonly doneInSecond: readonly string[];
};

const nothingThanked: Thanked = { owed: [], done: [], doneInSecond: [] };

/**
 * Compact record of the thanked events, by event type.
 *
 * Invariant: an event up to the mark was thanked unless its key is owed; an event after it waits unless its key is done.
 */
export class ThankPositions {
	readonly #thanked = new Map<StreamEventType, Thanked>();
	#since: number | undefined;
	readonly #hashName: ListCache["hashName"];

	/** @param hashName Hashes keys that contain a user name, because marks are stored. */
	constructor(hashName: ListCache["hashName"]) {
		this.#hashName = hashName;
	}

	/** @param waitingOf Returns the waiting events of a type, oldest first. */
	toMarks(waitingOf: (type: StreamEventType) => readonly { readonly event: StreamEvent }[]): ThankMarks {
		const marks: { -readonly [key in keyof ThankMarks]: ThankMarks[key] } = {};
		for (const type of streamEventTypes) {
			const { mark: position, owed: storedOwed, done: storedDone, doneInSecond } = this.#of(type);
			const owed = [...storedOwed];
			for (const { event } of waitingOf(type)) {
				if (owed.length >= maxKeys || !this.#isPast(event)) break;
				owed.push(this.#keyOf(event));
			}
			const done = [...doneInSecond, ...storedDone].slice(0, maxKeys);
			if (!position && owed.length === 0 && done.length === 0) continue;
			const mark: ThankMark = position ?? { at: this.#since ?? 0 };
			marks[type] = {
				...mark,
				...(owed.length > 0 ? { owed } : undefined),
				...(done.length > 0 ? { done } : undefined),
			};
		}
		if (this.#since !== undefined) marks.since = this.#since;
		return marks;
	}

	restore(marks: ThankMarks): void {
		this.#since = marks.since;
		for (const type of streamEventTypes) {
			const mark = marks[type];
			if (!mark) continue;
			const { at, id, ref, owed = [], done = [] } = mark;
			this.#set(type, { mark: { at, id, ref }, owed: [...new Set(owed)], done: done.slice(0, maxKeys) });
		}
	}

	/** Sets the start of the queue, unless it is earlier. A start in the future, as of the session, is replaced. */
	begin(sinceMs: number): void {
		this.#since = Math.min(this.#since ?? Infinity, secondsOf(sinceMs));
	}

	/** Returns how far back events have to be stored to determine who waits, epoch milliseconds. */
	fromMs(type: StreamEventType): number {
		const { mark: position, owed } = this.#of(type);
		const mark = owed.length > 0 ? undefined : position;
		return Math.max(mark?.at ?? -Infinity, this.#since ?? (mark ? -Infinity : Infinity)) * 1_000;
	}

	/** Returns whether a newly listed event waits, because no earlier run thanked it. A key that is owed is removed. */
	isWaiting(event: StreamEvent, nowMs: number): boolean {
		const { type } = event;
		const { mark, owed, done, doneInSecond } = this.#of(type);
		// Earlier versions let an event dated in the future move the mark.
		if (mark && mark.at * 1_000 > nowMs + maxAheadMs) this.#set(type, { mark: undefined });
		const key = this.#keyOf(event);
		if (owed.includes(key)) {
			this.#set(type, { owed: owed.filter((other) => other !== key) });
			return true;
		}
		const isDone = this.#keysOf(event).some((one) => done.includes(one) || doneInSecond.includes(one));
		if (this.#since === undefined || isDone) return false;
		return !this.#isPast(event);
	}

	setThanked(event: StreamEvent, nowMs: number): void {
		const { type, createdAtMs } = event;
		const key = this.#keyOf(event);
		if (createdAtMs > nowMs + maxAheadMs) {
			this.#set(type, { done: [key, ...this.#of(type).done].slice(0, maxKeys) });
		} else if (!this.#isPast(event)) {
			const { keys, isFull } = this.#thankedInSecondOf(event);
			const ref = event.id === undefined || event.ref === undefined ? undefined : this.#refOf(event.ref);
			const at = secondsOf(createdAtMs);
			// Too many to store: all of this second count as thanked, except those who are owed.
			const mark = isFull ? { at: at + 1 } : { at, id: key, ...(ref !== undefined && { ref }) };
			this.#set(type, { mark, doneInSecond: keys });
		}
	}

	forgetOwed(type: StreamEventType): void {
		this.#set(type, { owed: [] });
	}

	/** Returns a function that restores the positions of these types. */
	capture(types: readonly StreamEventType[]): () => void {
		const captured = types.map((type) => [type, this.#of(type)] as const);
		return () => {
			for (const [type, thanked] of captured) this.#thanked.set(type, thanked);
		};
	}

	#of(type: StreamEventType): Thanked {
		return this.#thanked.get(type) ?? nothingThanked;
	}

	#set(type: StreamEventType, changes: Partial<Thanked>): void {
		this.#thanked.set(type, { ...this.#of(type), ...changes });
	}

	/** Returns the thanked events of the mark's second, once `event` is thanked too: the mark itself excludes only one key. */
	#thankedInSecondOf({ type, id, createdAtMs }: StreamEvent): {
		readonly keys: readonly string[];
		readonly isFull: boolean;
	} {
		const { mark, doneInSecond } = this.#of(type);
		if (mark?.at !== secondsOf(createdAtMs)) return { keys: [], isFull: false };
		const isOrdered = isDecimal(mark.id) && isDecimal(id);
		// The list may omit ids.
		const keys = [mark.ref, isOrdered ? undefined : mark.id, ...doneInSecond].filter(
			(key) => key !== undefined,
		);
		return { keys: keys.slice(0, maxKeys), isFull: !isOrdered && keys.length > maxKeys };
	}

	/** Returns the id or ref. Long refs are cut to their end, which is more distinctive than their start. */
	#keyOf({ id, ref = "" }: StreamEvent): string {
		return id ?? this.#refOf(ref);
	}

	#keysOf(event: StreamEvent): readonly string[] {
		return [this.#keyOf(event), ...(event.ref === undefined ? [] : [this.#refOf(event.ref)])];
	}

	#refOf(ref: string): string {
		return (isServiceRef(ref) ? ref : this.#hashName(ref)).slice(-40);
	}

	/** Returns whether the event is before the start of the queue, or not after the last thanked event. */
	#isPast(event: StreamEvent): boolean {
		const seconds = secondsOf(event.createdAtMs);
		if (seconds < (this.#since ?? -Infinity)) return true;
		const { mark } = this.#of(event.type);
		if (!mark) return false;
		const { at, id = "", ref } = mark;
		const keys = this.#keysOf(event);
		if (seconds !== at || keys.includes(id) || (ref !== undefined && keys.includes(ref)))
			return seconds <= at;
		return event.id !== undefined && isDecimal(id) && isLowerId(event.id, id);
	}
}

function isDecimal(id: string | undefined): boolean {
	return id !== undefined && /^\d+$/.test(id);
}

/** Compares ids as decimal numbers of any length. */
function isLowerId(a: string, b: string): boolean {
	return a.length === b.length ? a < b : a.length < b.length;
}

function secondsOf(timeMs: number): number {
	return Math.floor(timeMs / 1_000);
}
