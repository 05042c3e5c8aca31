import {
	contentRefPrefix,
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

type MarkedPosition = Pick<ThankMark, "at" | "id" | "ref">;

/**
 * Compact record of the thanked events, by event type.
 *
 * Invariant: an event up to the mark was thanked unless its key is owed; an event after it waits unless its key is done.
 */
export class ThankPositions {
	readonly #marks = new Map<StreamEventType, MarkedPosition>();
	/** Keys of events that waited in an earlier run and have not been listed since. */
	readonly #owed = new Map<StreamEventType, ReadonlySet<string>>();
	readonly #done = new Map<StreamEventType, readonly string[]>();
	/** Keys of other events of the mark's second that were thanked. Without numeric ids, their order does not decide. */
	readonly #doneInSecond = new Map<StreamEventType, readonly string[]>();
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
			const owed = [...(this.#owed.get(type) ?? [])];
			for (const { event } of waitingOf(type)) {
				if (owed.length >= maxKeys || !this.#isPast(event)) break;
				owed.push(this.#keyOf(event));
			}
			const done = this.#doneOf(type).slice(0, maxKeys);
			const position = this.#marks.get(type);
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
			this.#marks.set(type, { at, id, ref });
			if (owed.length > 0) this.#owed.set(type, new Set(owed));
			if (done.length > 0) this.#done.set(type, done.slice(0, maxKeys));
		}
	}

	/** Sets the start of the queue, unless it is already set. */
	begin(sinceMs: number): void {
		this.#since ??= secondsOf(sinceMs);
	}

	/** Returns how far back events have to be stored to determine who waits, epoch milliseconds. */
	fromMs(type: StreamEventType): number {
		const mark = this.#owed.has(type) ? undefined : this.#marks.get(type);
		return Math.max(mark?.at ?? -Infinity, this.#since ?? (mark ? -Infinity : Infinity)) * 1_000;
	}

	/** Returns whether a newly listed event waits, because no earlier run thanked it. A key that is owed is removed. */
	isWaiting(event: StreamEvent, nowMs: number): boolean {
		const { type } = event;
		const mark = this.#marks.get(type);
		// Earlier versions let an event dated in the future move the mark.
		if (mark && mark.at * 1_000 > nowMs + maxAheadMs) this.#marks.delete(type);
		const key = this.#keyOf(event);
		const owed = this.#owed.get(type);
		if (owed?.has(key)) {
			this.#setOwed(
				type,
				[...owed].filter((other) => other !== key),
			);
			return true;
		}
		if (this.#since === undefined || this.#keysOf(event).some((one) => this.#doneOf(type).includes(one)))
			return false;
		return !this.#isPast(event);
	}

	setThanked(event: StreamEvent, nowMs: number): void {
		const { type, createdAtMs } = event;
		const key = this.#keyOf(event);
		if (createdAtMs > nowMs + maxAheadMs) {
			this.#done.set(type, [key, ...(this.#done.get(type) ?? [])].slice(0, maxKeys));
		} else if (!this.#isPast(event)) {
			const { keys, isFull } = this.#thankedInSecondOf(event);
			this.#doneInSecond.set(type, keys);
			const ref = event.id === undefined || event.ref === undefined ? undefined : this.#refOf(event.ref);
			const at = secondsOf(createdAtMs);
			// Too many to store: all of this second count as thanked, except those who are owed.
			this.#marks.set(type, isFull ? { at: at + 1 } : { at, id: key, ...(ref !== undefined && { ref }) });
		}
	}

	forgetOwed(type: StreamEventType): void {
		this.#setOwed(type, []);
	}

	/** Returns a function that restores the positions of these types. */
	capture(types: readonly StreamEventType[]): () => void {
		const captured = types.map((type) => {
			const [mark, owed, done] = [this.#marks.get(type), this.#owed.get(type), this.#done.get(type)];
			return { type, mark, owed, done, inSecond: this.#doneInSecond.get(type) ?? [] };
		});
		return () => {
			for (const { type, mark, owed, done, inSecond } of captured) {
				if (mark) this.#marks.set(type, mark);
				else this.#marks.delete(type);
				this.#setOwed(type, owed ?? []);
				this.#done.set(type, done ?? []);
				this.#doneInSecond.set(type, inSecond);
			}
		};
	}

	#doneOf(type: StreamEventType): readonly string[] {
		return [...(this.#doneInSecond.get(type) ?? []), ...(this.#done.get(type) ?? [])];
	}

	/** Returns the thanked events of the mark's second, once `event` is thanked too: the mark itself excludes only one key. */
	#thankedInSecondOf({ type, id, createdAtMs }: StreamEvent): {
		readonly keys: readonly string[];
		readonly isFull: boolean;
	} {
		const mark = this.#marks.get(type);
		if (mark?.at !== secondsOf(createdAtMs)) return { keys: [], isFull: false };
		const isOrdered = isDecimal(mark.id) && isDecimal(id);
		// The list may omit ids.
		const keys = [mark.ref, isOrdered ? undefined : mark.id, ...(this.#doneInSecond.get(type) ?? [])].filter(
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
		return (ref.startsWith(contentRefPrefix) ? this.#hashName(ref) : ref).slice(-40);
	}

	#setOwed(type: StreamEventType, keys: Iterable<string>): void {
		const owed = new Set(keys);
		if (owed.size > 0) this.#owed.set(type, owed);
		else this.#owed.delete(type);
	}

	/** Returns whether the event is before the start of the queue, or not after the last thanked event. */
	#isPast(event: StreamEvent): boolean {
		const seconds = secondsOf(event.createdAtMs);
		if (seconds < (this.#since ?? -Infinity)) return true;
		const mark = this.#marks.get(event.type);
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
