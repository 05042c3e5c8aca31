import type { ListCache } from "./cached-list";
import { defaultLedgerLimits, type LedgerLimits } from "./ledger-limits";
import type { LogEntry } from "./log/log-entry";
import type { StreamEvent, StreamEventType } from "../state/events/stream-event";
import { ThankPositions, type ThankMarks } from "./thank-marks";
import { isIgnored, type IgnoredNames } from "../state/events/ignored-names";
import { isAtLeast, type MinAmount } from "../state/events/min-amount";
import { emptyTimelines, oldestFirst, Timeline } from "./log/timeline";
import { thankingMs } from "./timing";

/** Maximum number of minimum amounts whose donations are kept apart. */
const maxMinAmounts = 16;

export type Thanking = { readonly event: StreamEvent; readonly atMs: number; readonly untilMs: number };

/** @returns Whether those who were cleared wait again. False when the queue has been used in the meantime. */
export type UndoClear = () => boolean;

/**
 * People who have not been thanked yet, the longest waiting first. Counting them and thanking one costs the same
 * however many wait. After a restart the queue is built again from the event list and the stored {@link ThankMarks}.
 *
 * Invariant: an event is waiting, suspended or neither, never both.
 */
export class ThankQueue {
	readonly #waiting = emptyTimelines();
	readonly #waitingEntries = new Set<LogEntry>();
	/** Events that would wait if they were not deleted, own tests or from an ignored user. */
	readonly #suspended = new Set<LogEntry>();
	readonly #positions: ThankPositions;
	/** By type, the last one thanked at the end. */
	readonly #thanking = new Map<StreamEventType, Thanking>();
	#isResumed = false;
	/** Entries removed by the last `clear`, while it can be undone. */
	#cleared: Set<LogEntry> | undefined;
	readonly #limits: LedgerLimits;
	#ignoredNames: IgnoredNames = new Set();
	/** Waiting donations from a minimum amount on, by that amount. */
	readonly #largeDonations = new Map<string, { readonly min: MinAmount; readonly timeline: Timeline }>();

	/** @param hashName Hashes the user names in the marks. */
	constructor(hashName: ListCache["hashName"], limits: LedgerLimits = defaultLedgerLimits) {
		this.#positions = new ThankPositions(hashName);
		this.#limits = limits;
	}

	/** State to store, so that the queue is the same after a restart. */
	get marks(): ThankMarks {
		return this.#positions.toMarks((type) => this.#waiting[type].entries);
	}

	/**
	 * Continues the queue of an earlier run.
	 * @param marks Ignored after the first call.
	 * @param fromMs When the session began, epoch milliseconds. The queue begins with the first session; later ones
	 * keep it.
	 */
	resume(marks: ThankMarks, fromMs: number | undefined): void {
		if (!this.#isResumed) this.#positions.restore(marks);
		this.#isResumed = true;
		if (fromMs !== undefined) this.#positions.begin(fromMs);
	}

	/** Returns how far back events have to be stored to determine who waits, epoch milliseconds. */
	fromMs(types: readonly StreamEventType[], nowMs: number): number {
		return Math.max(
			nowMs - this.#limits.maxThankAgeMs,
			Math.min(...types.map((type) => this.#positions.fromMs(type))),
		);
	}

	/** Sets the user names that do not wait. Those who are no longer ignored wait again. */
	ignore(names: IgnoredNames): void {
		this.#ignoredNames = names;
		const suspended = [...this.#suspended];
		for (const entry of this.#waitingEntries) if (isIgnored(entry.event, names)) this.applyChange(entry);
		for (const entry of suspended) this.applyChange(entry);
	}

	/** @param min Smaller donations are left out. */
	waitingCount(types: readonly StreamEventType[], nowMs: number, min?: MinAmount): number {
		this.#expire(types, nowMs);
		return types.reduce((count, type) => count + this.#timelineOf(type, min).entries.length, 0);
	}

	next(types: readonly StreamEventType[], min?: MinAmount): StreamEvent | undefined {
		return this.#oldest(types, min)?.event;
	}

	thanking(types: readonly StreamEventType[], nowMs: number, min?: MinAmount): Thanking | undefined {
		const isShown = ({ event, untilMs }: Thanking) =>
			types.includes(event.type) && nowMs < untilMs && isAtLeast(event, min);
		return [...this.#thanking.values()].filter(isShown).at(-1);
	}

	/** Adds an event that has just happened. Own tests and ignored users are not thanked for. */
	add(entry: LogEntry): void {
		const { isTest, isDeleted } = entry.event;
		if (isTest || isDeleted || isIgnored(entry.event, this.#ignoredNames)) {
			this.#suspended.add(entry);
			return;
		}
		const timeline = this.#waiting[entry.event.type];
		this.#waitingEntries.add(entry);
		timeline.addAll([entry]);
		for (const { min, timeline: large } of this.#largeDonations.values())
			if (isLargeDonation(entry, min)) large.addAll([entry]);
		const [oldest] = timeline.entries;
		if (timeline.entries.length > this.#limits.maxWaiting && oldest)
			this.#drop(oldest, oldest.event.createdAtMs);
	}

	/** Adds an event that was listed, if it was not thanked in an earlier run. */
	addFromHistory(entry: LogEntry, nowMs: number): void {
		const { event } = entry;
		if (event.createdAtMs >= nowMs - this.#limits.maxThankAgeMs && this.#positions.isWaiting(event, nowMs))
			this.add(entry);
	}

	/** Handles a changed event, which may have been deleted or restored, or turned out to be an own test or not. */
	applyChange(entry: LogEntry): void {
		if (this.#remove(entry) || this.#suspended.delete(entry)) this.add(entry);
	}

	forget(entry: LogEntry): void {
		this.#suspended.delete(entry);
		this.#cleared?.delete(entry);
		this.#remove(entry);
	}

	/** Thanks the person of these types who has waited longest. */
	thankNext(types: readonly StreamEventType[], nowMs: number, min?: MinAmount): LogEntry | undefined {
		this.#expire(types, nowMs);
		const oldest = this.#oldest(types, min);
		if (!oldest) return undefined;
		this.#cleared = undefined;
		this.#drop(oldest, nowMs);
		const { event } = oldest;
		// Moves the type to the end.
		this.#thanking.delete(event.type);
		this.#thanking.set(event.type, { event, atMs: nowMs, untilMs: nowMs + thankingMs });
		return oldest;
	}

	/**
	 * Removes all events of these types from the queue.
	 * @returns Undefined if none waited.
	 */
	clear(types: readonly StreamEventType[], nowMs: number, min?: MinAmount): UndoClear | undefined {
		const restorePositions = this.#positions.capture(types);
		const cleared = new Set(types.flatMap((type) => this.#timelineOf(type, min).entries));
		if (types.includes("donation")) this.#largeDonations.clear();
		for (const type of types) {
			const others = this.#waiting[type].entries.filter((entry) => !cleared.has(entry));
			this.#waiting[type].clear();
			this.#waiting[type].addAll(others);
			this.#thanking.delete(type);
			this.#positions.forgetOwed(type);
		}
		for (const entry of cleared) {
			this.#waitingEntries.delete(entry);
			this.#positions.setThanked(entry.event, nowMs);
		}
		if (cleared.size === 0) return undefined;
		this.#cleared = cleared;
		return () => {
			if (this.#cleared !== cleared) return false;
			this.#cleared = undefined;
			restorePositions();
			for (const entry of cleared) this.add(entry);
			return true;
		};
	}

	#oldest(types: readonly StreamEventType[], min?: MinAmount): LogEntry | undefined {
		return types
			.flatMap((type) => this.#timelineOf(type, min).entries[0] ?? [])
			.sort((a, b) => oldestFirst(a.event, b.event))[0];
	}

	#timelineOf(type: StreamEventType, min: MinAmount | undefined): Timeline {
		if (type !== "donation" || !min) return this.#waiting[type];
		const key = `${min.amount} ${min.currency}`;
		const existing = this.#largeDonations.get(key);
		if (existing) return existing.timeline;
		if (this.#largeDonations.size >= maxMinAmounts) this.#largeDonations.clear();
		const timeline = new Timeline();
		timeline.addAll(this.#waiting.donation.entries.filter((entry) => isLargeDonation(entry, min)));
		this.#largeDonations.set(key, { min, timeline });
		return timeline;
	}

	/** Drops events that are too old to wait, as after a restart. */
	#expire(types: readonly StreamEventType[], nowMs: number): void {
		for (const type of types) {
			const { entries, indexFrom } = this.#waiting[type];
			const expired = entries.slice(0, indexFrom(nowMs - this.#limits.maxThankAgeMs));
			for (const entry of expired) this.#drop(entry, nowMs);
		}
	}

	#drop(entry: LogEntry, nowMs: number): void {
		this.#remove(entry);
		this.#positions.setThanked(entry.event, nowMs);
	}

	/** @returns Whether it waited. */
	#remove(entry: LogEntry): boolean {
		if (!this.#waitingEntries.delete(entry)) return false;
		this.#waiting[entry.event.type].remove(entry);
		for (const { timeline } of this.#largeDonations.values()) timeline.remove(entry);
		return true;
	}
}

function isLargeDonation({ event }: LogEntry, min: MinAmount): boolean {
	return event.type === "donation" && isAtLeast(event, min);
}
