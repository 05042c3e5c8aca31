import type { CounterQuery, CounterValue } from "./counter-query";
import { Counters, type LedgerContext } from "./counters";
import type { CustomEvent } from "./custom-event";
import { EventLog, type LogEntry } from "./event-log";
import { LifetimeFigures } from "./lifetime-figures";
import { OwnEvents, type PostResult } from "./own-events";
import type { Reading } from "./reading";
import type { StreamEvent, StreamEventType } from "./stream-event";

/** How long the list may take to show an event that the socket already told. */
const listLagMs = 30_000;

/** A page of the list that is read may be so old; it can't take back a deletion told since. */
const longestPageAgeMs = 600_000;

/** What a reading brought to light. */
export type ReadingResult = {
	/** What happened since the last reading without being told live, oldest first; nothing at the first reading. */
	readonly missed: readonly StreamEvent[];
	/** Whether the service's own count of events tells that more has changed, further back than the reading went. */
	readonly hasGap: boolean;
	/** Whether the list lacked events that had been told live before it was read. */
	readonly isBehind: boolean;
};

/** How an event came to be told, and when, epoch milliseconds. */
type Telling = { readonly source: "live" | "list"; readonly atMs: number };

/**
 * The one place where numbers come from. Events are told live and by readings of the service, in any order, repeated,
 * late or never; each counts once, and after every reading the ledger says what the service says.
 */
export class Ledger {
	readonly #log = new EventLog();
	readonly #figures = new LifetimeFigures();
	readonly #own = new OwnEvents();
	readonly #counters = new Counters(this.#log, this.#figures);
	/** How many events the service lists, those included that it will list soon. */
	#totalCount: number | undefined;

	/** Whether a reading disagreed with what is known, and another has to decide. */
	get isDisputed(): boolean {
		return this.#figures.isDisputed;
	}

	/** The time from which on no event of the type is missing, epoch milliseconds. */
	completeFromMs(type: StreamEventType): number | undefined {
		return this.#log.completeFromMs(type);
	}

	/** Creation time of the newest event known, epoch milliseconds. */
	newestMs(): number | undefined {
		return this.#log.newestMs();
	}

	/** Known events of these types, newest first, deleted ones left out. */
	newest(types: readonly StreamEventType[], limit: number): readonly StreamEvent[] {
		const newest: StreamEvent[] = [];
		for (const type of types) {
			for (const { event } of this.#log.entries(type)) {
				const last = newest[limit - 1];
				if (event.isDeleted || (last && newestFirst(last, event) <= 0)) continue;
				const place = newest.findIndex((other) => newestFirst(event, other) < 0);
				newest.splice(place === -1 ? newest.length : place, 0, event);
				newest.length = Math.min(newest.length, limit);
			}
		}
		return newest;
	}

	/** An event as it is known now; undefined when the service has taken it back. */
	current(event: StreamEvent): StreamEvent | undefined {
		const known = this.#log.find(event)?.event;
		if (known) return known.isDeleted ? undefined : known;
		return this.#isNewSinceReadings(event) ? undefined : event;
	}

	/**
	 * Folds one event told live.
	 * @returns The event as it is counted; undefined when it was known already or changes nothing.
	 */
	applyEvent(told: StreamEvent, nowMs: number): StreamEvent | undefined {
		const known = this.#log.find(told);
		if (known) {
			this.#merge(known, told, { source: "live", atMs: nowMs });
			return undefined;
		}
		const event = this.#own.recognise(told, nowMs) ? asTest(told) : told;
		this.#log.add({ event, arrivedAtMs: nowMs, toldLiveAtMs: nowMs, isListed: false });
		if (event.isDeleted || this.#isOlderThanReadings(event)) return undefined;
		if (this.#totalCount !== undefined) this.#totalCount++;
		this.#figures.applyEvent(event);
		return event;
	}

	/** Folds a reading of the list and, when it has them, the totals. */
	applyReading(reading: Reading): ReadingResult {
		const missed: StreamEvent[] = [];
		const listed = new Set<LogEntry>();
		for (const told of reading.events) {
			const known = this.#log.find(told);
			if (known) {
				listed.add(this.#merge(known, told, { source: "list", atMs: reading.startedAtMs }));
				continue;
			}
			const isNew = this.#isNewSinceReadings(told);
			const isTest = isNew ? this.#own.recognise(told, reading.startedAtMs) : this.#own.has(told);
			const event = isTest ? asTest(told) : told;
			const entry = { event, arrivedAtMs: reading.startedAtMs, isListed: true };
			this.#log.add(entry);
			listed.add(entry);
			if (!event.isDeleted && isNew) missed.push(event);
		}
		const { outstanding, removedCount, isBehind } = this.#reconcile(reading, listed);
		const hasGap = this.#applyTotalCount(reading, missed.length - removedCount, outstanding.length);
		for (const type of reading.types) this.#log.extendCompleteness(type, reading.reachMs);
		for (const event of missed) this.#figures.applyEvent(event);
		// Totals may well contain what a list that lags behind does not show yet.
		this.#figures.applyReading({ ...reading, isExact: reading.isExact && !isBehind }, outstanding);
		return { missed: missed.sort(newestFirst).reverse(), hasGap, isBehind };
	}

	/** Recognises an event that this plugin posted, before or after the service tells it. */
	markTest(event: StreamEvent): void {
		this.#own.add(event);
		const known = this.#log.find(event);
		if (!known || known.event.isTest) return;
		this.#figures.revokeEvent(known.event);
		this.#log.replace(known, { ...known, event: asTest(known.event) });
	}

	/** Recognises events that this plugin posted in another run, by the names it gave them. */
	recallTests(names: Iterable<string>): void {
		this.#own.recall(names);
	}

	/** A post is about to leave: the event it makes may be told before the service has answered. */
	expectTest(content: CustomEvent): symbol {
		return this.#own.expect(content);
	}

	/**
	 * The post is over.
	 * @returns Somebody else's event that was taken for a test meanwhile and now counts.
	 */
	resolveTest(post: symbol, result: PostResult, nowMs: number): StreamEvent | undefined {
		const mistaken = this.#own.resolve(post, result, nowMs);
		if (result.kind === "created") this.markTest(result.event);
		const known = mistaken && this.#log.find(mistaken);
		if (!known) return undefined;
		const { isTest: _, ...event } = known.event;
		this.#log.replace(known, { ...known, event });
		return event;
	}

	/** Answers a query from what is known. */
	value(query: CounterQuery, context: LedgerContext): CounterValue {
		return this.#counters.value(query, context);
	}

	/** Forgets events of a type that no query reaches back to. */
	forgetBefore(type: StreamEventType, fromMs: number): void {
		this.#log.forgetBefore(type, fromMs);
	}

	/** Takes from a second telling what the first one lacked, and a deletion. */
	#merge(known: LogEntry, event: StreamEvent, telling: Telling): LogEntry {
		const isListed = known.isListed || telling.source === "list";
		const isRestored =
			telling.source === "list" && telling.atMs - (known.deletedAtMs ?? -Infinity) > longestPageAgeMs;
		const isDeleted = event.isDeleted || (known.event.isDeleted && !isRestored);
		const id = known.event.id ?? event.id;
		const isSame =
			isListed === known.isListed && isDeleted === known.event.isDeleted && id === known.event.id;
		if (isSame) return known;
		if (isDeleted && !known.event.isDeleted) this.#figures.revokeEvent(known.event);
		if (isDeleted && !known.event.isDeleted && !isListed && this.#totalCount !== undefined)
			this.#totalCount--;
		const deletedAtMs = event.isDeleted ? telling.atMs : known.deletedAtMs;
		const next = { ...known, isListed, deletedAtMs, event: { ...known.event, isDeleted, id } };
		this.#log.replace(known, next);
		return next;
	}

	/**
	 * Compares what is known with what the list holds now: what it held before and no longer does was deleted, and what
	 * it should hold by now never happened as far as the service is concerned. The rest is too new for the list. What is
	 * gone stays known as deleted, lest a late repeat bring it back.
	 */
	#reconcile(reading: Reading, listed: ReadonlySet<LogEntry>) {
		const outstanding: StreamEvent[] = [];
		let removedCount = 0;
		let isBehind = false;
		for (const type of reading.types) {
			for (const entry of [...this.#log.entries(type)]) {
				const { event, arrivedAtMs, isListed } = entry;
				if (listed.has(entry) || event.createdAtMs < reading.reachMs) continue;
				if (isListed || (!event.isDeleted && reading.startedAtMs - arrivedAtMs > listLagMs)) {
					this.#figures.revokeEvent(event);
					this.#log.replace(entry, { ...entry, isListed: false, event: { ...event, isDeleted: true } });
					removedCount++;
				} else if (!event.isDeleted) {
					outstanding.push(event);
					isBehind ||= arrivedAtMs < reading.startedAtMs;
				}
			}
		}
		return { outstanding, removedCount, isBehind };
	}

	/** @returns Whether the service's count moved by more than the reading explains. */
	#applyTotalCount(reading: Reading, explained: number, outstandingCount: number): boolean {
		if (reading.totalCount === undefined) return false;
		const totalCount = reading.totalCount + outstandingCount;
		const isExplained = this.#totalCount === undefined || totalCount === this.#totalCount + explained;
		this.#totalCount = totalCount;
		const isWhole = reading.types.every(
			(type) => reading.reachMs <= (this.#log.completeFromMs(type) ?? Infinity),
		);
		return !isExplained && !isWhole;
	}

	#isOlderThanReadings(event: StreamEvent): boolean {
		const completeFromMs = this.#log.completeFromMs(event.type);
		return completeFromMs !== undefined && event.createdAtMs < completeFromMs;
	}

	#isNewSinceReadings(event: StreamEvent): boolean {
		const completeFromMs = this.#log.completeFromMs(event.type);
		return completeFromMs !== undefined && event.createdAtMs >= completeFromMs;
	}
}

function asTest(event: StreamEvent): StreamEvent {
	return { ...event, isTest: true };
}

function newestFirst(a: StreamEvent, b: StreamEvent): number {
	return b.createdAtMs - a.createdAtMs || Number(b.id ?? 0) - Number(a.id ?? 0);
}
