import type { CounterQuery, CounterValue } from "./counter-query";
import { Counters, type LedgerContext } from "./counters";
import type { CustomEvent } from "./custom-event";
import { EventLog } from "./event-log";
import { LifetimeFigures } from "./lifetime-figures";
import { ListCount } from "./list-count";
import type { LogEntry } from "./log-entry";
import { mergeSources } from "./merge-sources";
import { OwnEvents, type PostResult } from "./own-events";
import type { ListMemory, RememberedList } from "./remembered-list";
import type { Snapshot } from "./snapshot";
import { maxAnswerAgeMs, Reconciler } from "./reconciler";
import { Supporters, type SupporterQuery, type SupporterValue } from "./supporters";
import { ThankQueue } from "./thank-queue";
import { inCurrency, isUnrecognisable, type StreamEvent, type StreamEventType } from "./stream-event";

/** What a look brought to light. */
export type SnapshotResult = {
	/** What happened since the last look without being told live, oldest first; nothing at the first look. */
	readonly missed: readonly StreamEvent[];
	/** Whether the service's own count of events tells that more has changed, further back than the look went. */
	readonly hasGap: boolean;
	/** Whether the list lacked events that are known, and another look has to tell what became of them. */
	readonly isBehind: boolean;
	/** Whether the list said anything that was not known before. */
	readonly isNews: boolean;
};

/**
 * The one place where numbers come from. Events are told live and by looks at the service's list, in any order, in part,
 * repeated, late or never; each counts once and as the list has it.
 */
export class Ledger {
	readonly #log = new EventLog((entry, before, after) => {
		this.#counters.apply(entry, before, after);
		this.#supporters.apply(entry, before, after);
		if (before && after) {
			this.#figures.applyChange(entry);
			this.thanks.applyChange(entry, before);
		} else if (before) this.thanks.forget(entry);
	});
	/** Who has not been thanked yet. */
	readonly thanks = new ThankQueue();
	readonly #figures = new LifetimeFigures();
	readonly #own = new OwnEvents();
	readonly #counters: Counters;
	readonly #supporters = new Supporters(this.#log);
	readonly #reconciler = new Reconciler(this.#log);
	readonly #listCount = new ListCount();
	#currency: string | undefined;

	/** @param hashName How names are kept that are not known any more. */
	constructor(hashName: ListMemory["hashName"] = (name) => name) {
		this.#counters = new Counters(this.#log, this.#figures, hashName);
	}

	/** Whether a look disagreed with what is known, and another has to decide. */
	get isDisputed(): boolean {
		return this.#figures.isDisputed;
	}

	/** The account's own currency, for amounts that name none. */
	setCurrency(currency: string | undefined): void {
		this.#currency = currency;
	}

	/** The time from which on no event of the type is missing, epoch milliseconds. */
	completeFromMs(type: StreamEventType): number | undefined {
		return this.#log.completeFromMs(type);
	}

	/** As {@link completeFromMs}, and everybody's name is known. */
	namedFromMs(type: StreamEventType): number | undefined {
		return this.#log.namedFromMs(type);
	}

	/** What can be remembered of the list of these types; undefined while a look has yet to decide on anything. */
	rememberedList(types: readonly StreamEventType[]): RememberedList | undefined {
		const totalCount = this.#listCount.countOf(types);
		const fromMs = Math.max(...types.map((type) => this.#log.completeFromMs(type) ?? Infinity));
		if (totalCount === undefined || this.#reconciler.doubtFromMs(types) !== undefined) return undefined;
		const entries = types.flatMap((type) => this.#log.entriesFrom(type, fromMs));
		const kept = entries.filter(({ event }) => !event.isDeleted);
		const isCertain = entries.every(({ event, listing }) => (listing === "listed") !== event.isDeleted);
		if (!isCertain || kept.some(({ event }) => event.id === undefined || event.isTimeAssumed))
			return undefined;
		const events = kept.map(({ event }) => event).sort(newestFirst);
		return { types, events, olderCount: totalCount - events.length };
	}

	/** Creation time of the oldest of so many of the newest events, epoch milliseconds; −Infinity without any. */
	newestFromMs(types: readonly StreamEventType[], count: number): number {
		const times = types.flatMap((type) =>
			this.#log
				.timeline(type)
				.entries.slice(-count)
				.map(({ event }) => event.createdAtMs),
		);
		return (
			times
				.sort((a, b) => b - a)
				.slice(0, count)
				.at(-1) ?? -Infinity
		);
	}

	/** Creation time of the oldest event on which a look has to decide, epoch milliseconds; undefined without any. */
	doubtFromMs(types: readonly StreamEventType[]): number | undefined {
		return this.#reconciler.doubtFromMs(types);
	}

	/** How many events of these types are known that were created at this time or later, epoch milliseconds. */
	countFrom(types: readonly StreamEventType[], fromMs: number): number {
		return types.reduce((count, type) => count + this.#log.timeline(type).countFrom(fromMs), 0);
	}

	/** Creation time of the newest event known, epoch milliseconds. */
	newestMs(): number | undefined {
		return this.#log.newestMs();
	}

	/** Known events of these types, newest first, without deleted ones and those of which the name is not known any more. */
	newest(types: readonly StreamEventType[], limit: number): readonly StreamEvent[] {
		const newest = types.flatMap((type) => newestOf(this.#log.timeline(type).entries, limit));
		return newest
			.sort(newestFirst)
			.slice(0, limit)
			.map((event) => this.#shown(event));
	}

	/**
	 * Thanks whoever of these types has waited longest.
	 * @returns What for; undefined when nobody waits.
	 */
	thankNext(types: readonly StreamEventType[]): StreamEvent | undefined {
		const thanked = this.thanks.thankNext(types);
		return thanked && this.#shown(thanked.event);
	}

	/** An event as it is known now; undefined when the service has taken it back. */
	current(event: StreamEvent): StreamEvent | undefined {
		const known = this.#log.find(event)[0]?.event;
		if (known) return known.isDeleted ? undefined : this.#shown(known);
		return this.#isNewSinceSnapshots(event) ? undefined : event;
	}

	/**
	 * Folds one event told live.
	 * @returns The event as it is counted; undefined when it was known already or changes nothing.
	 */
	applyEvent(told: StreamEvent, nowMs: number): StreamEvent | undefined {
		const known = this.#known(told);
		if (known) {
			this.#mergeLive(known, told, nowMs);
			return undefined;
		}
		if (isUnrecognisable(told)) return undefined;
		const event = this.#own.recognise(told, nowMs) ? asTest(told) : told;
		const entry = entryOf(event, { arrivedAtMs: nowMs, toldLiveAtMs: nowMs });
		this.#log.addAll([entry]);
		if (event.isDeleted || this.#isOlderThanSnapshots(event)) return undefined;
		this.#reconciler.expect(entry);
		this.#figures.applyEvent(entry);
		this.thanks.add(entry);
		return this.#shown(event);
	}

	/** Folds a look at the list and, when it has them, the totals. */
	applySnapshot(snapshot: Snapshot): SnapshotResult {
		const { listed, added, isChanged } = this.#mergeListed(snapshot);
		const missed = added.filter(({ event }) => !event.isDeleted && this.#isNewSinceSnapshots(event));
		const newlyListed = [...listed, ...added].filter(
			({ listing, event }) => listing !== "listed" && this.#isNewSinceSnapshots(event),
		).length;
		this.#reconciler.noteListed(listed);
		const { isBehind, newlyLacking, removedCount } = this.#reconciler.reconcile(snapshot, listed);
		this.#log.addAll(added);
		this.#reconciler.noteListed(added);
		const isWhole = snapshot.types.every(
			(type) => snapshot.reachMs <= (this.#log.completeFromMs(type) ?? Infinity),
		);
		const isExplained = this.#listCount.applySnapshot(snapshot, newlyListed - newlyLacking);
		for (const type of snapshot.types) {
			this.#log.extendCompleteness(type, snapshot.reachMs, snapshot.namedFromMs);
			this.#reconciler.forgetBefore(type, this.#log.completeFromMs(type) ?? -Infinity);
		}
		const isMissed = new Set(missed);
		for (const entry of added) {
			if (!isMissed.has(entry)) this.thanks.addFromHistory(entry, snapshot.startedAtMs);
		}
		for (const entry of missed) this.thanks.add(entry);
		// Where the service's figures were not read with it, those that are known may contain it already.
		if (snapshot.totals || snapshot.hostings) for (const entry of missed) this.#figures.applyEvent(entry);
		// Totals may well contain what a list that lags behind does not show yet.
		const totals = { ...snapshot, isExact: snapshot.isExact && !isBehind };
		this.#figures.applySnapshot(totals, this.#reconciler.unlisted);
		return {
			missed: missed.map(({ event }) => this.#shown(event)).sort((a, b) => newestFirst(b, a)),
			hasGap: !isExplained && !isWhole,
			isBehind,
			isNews: isChanged || added.length > 0 || newlyLacking > 0 || removedCount > 0,
		};
	}

	/** Recognises an event that this plugin posted, before or after the service tells it. */
	markTest(event: StreamEvent): void {
		this.#own.add(event);
		const known = this.#known(event);
		if (known && !known.event.isTest) this.#log.change(known, asTest(known.event));
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
		const known = mistaken && this.#known(mistaken);
		if (!known) return undefined;
		const { isTest: _, ...event } = known.event;
		this.#log.change(known, event);
		return this.#shown(event);
	}

	/** Answers a query from what is known. */
	value(query: CounterQuery, context: LedgerContext): CounterValue {
		return this.#counters.value(query, { ...context, currency: context.currency ?? this.#currency });
	}

	/** Answers who gave most, from what is known. */
	supporters(query: SupporterQuery, context: LedgerContext): SupporterValue {
		return this.#supporters.value(query, { ...context, currency: context.currency ?? this.#currency });
	}

	/** Forgets events of a type that no query reaches back to. */
	forgetBefore(type: StreamEventType, fromMs: number): void {
		const neededFromMs = type === "donation" ? this.#supporters.fromMs : Infinity;
		this.#log.forgetBefore(type, Math.min(fromMs, neededFromMs));
		this.#reconciler.forgetBefore(type, this.#log.completeFromMs(type) ?? -Infinity);
	}

	/** Keeps no more numbers up to date that nobody has asked for since the last time. */
	forgetUnasked(): void {
		this.#counters.forgetUnasked();
		this.#supporters.forgetUnasked();
	}

	/** The one entry of this event. What turns out to be the same as another one is made one with it. */
	#known(event: StreamEvent): LogEntry | undefined {
		this.#log.pairNames(event);
		const [known, twin] = this.#log.find(event);
		if (known && twin) {
			const [first, other] = twin.listing === "never" ? [known, twin] : [twin, known];
			this.#log.remove(twin);
			this.#reconciler.forget(twin);
			this.#figures.revokeEvent(twin);
			const { isDeleted, isTest } = known.event;
			const merged = mergeSources(first.event, other.event);
			this.#log.change(known, {
				...merged,
				isDeleted: isDeleted || twin.event.isDeleted,
				...((isTest === true || twin.event.isTest === true) && { isTest: true }),
			});
			if (twin.listing === "listed") this.#reconciler.noteListed([known]);
		}
		return known;
	}

	/** What the list has said stands; the gaps are filled. */
	#mergeLive(known: LogEntry, told: StreamEvent, nowMs: number): void {
		if (told.isDeleted) {
			if (known.event.isDeleted) return;
			known.deletedAtMs = nowMs;
			if (known.listing === "listed") this.#listCount.noteDeletion(known.event.type);
			this.#reconciler.settle(known);
		}
		const isListed = known.listing !== "never";
		const merged = isListed ? mergeSources(known.event, told) : mergeSources(told, known.event);
		this.#change(known, merged, known.event.isDeleted || told.isDeleted);
	}

	#mergeListed({ events, startedAtMs }: Snapshot) {
		const listed = new Set<LogEntry>();
		const added: LogEntry[] = [];
		let isChanged = false;
		for (const told of events) {
			const known = this.#known(told);
			if (!known) {
				const isTest = this.#isNewSinceSnapshots(told)
					? this.#own.recognise(told, startedAtMs)
					: this.#own.has(told);
				added.push(entryOf(isTest ? asTest(told) : told, { arrivedAtMs: startedAtMs }));
			} else if (!listed.has(known)) {
				listed.add(known);
				const { event: before, deletedAtMs = -Infinity } = known;
				const isRestored = !told.isDeleted && startedAtMs - deletedAtMs > maxAnswerAgeMs;
				if (isRestored) known.deletedAtMs = undefined;
				const isDeleted = told.isDeleted || (before.isDeleted && !isRestored);
				this.#change(known, mergeSources(told, before), isDeleted);
				isChanged ||= known.event !== before;
			}
		}
		return { listed, added, isChanged };
	}

	#change(known: LogEntry, merged: StreamEvent, isDeleted: boolean): void {
		const { message, isTest: _, ...rest } = merged;
		const isKept = message !== undefined && this.#log.keepsMessage(known);
		this.#log.change(known, {
			...rest,
			isDeleted,
			...(isKept && { message }),
			...((known.event.isTest === true || this.#own.has(merged)) && { isTest: true }),
		});
	}

	#shown(event: StreamEvent): StreamEvent {
		return inCurrency(event, this.#currency);
	}

	#isOlderThanSnapshots(event: StreamEvent): boolean {
		const completeFromMs = this.#log.completeFromMs(event.type);
		return completeFromMs !== undefined && event.createdAtMs < completeFromMs;
	}

	#isNewSinceSnapshots(event: StreamEvent): boolean {
		const completeFromMs = this.#log.completeFromMs(event.type);
		return completeFromMs !== undefined && event.createdAtMs >= completeFromMs;
	}
}

function entryOf(
	event: StreamEvent,
	told: { readonly arrivedAtMs: number; readonly toldLiveAtMs?: number },
): LogEntry {
	return {
		event,
		listing: "never",
		arrivedAtMs: told.arrivedAtMs,
		toldLiveAtMs: told.toldLiveAtMs,
		deletedAtMs: event.isDeleted ? told.arrivedAtMs : undefined,
		lackedAtMs: undefined,
	};
}

function asTest(event: StreamEvent): StreamEvent {
	return { ...event, isTest: true };
}

function newestOf(entries: readonly LogEntry[], limit: number): StreamEvent[] {
	const newest: StreamEvent[] = [];
	for (let index = entries.length - 1; index >= 0 && newest.length < limit; index--) {
		const event = entries[index]?.event;
		// Of whom only a key is remembered, nobody can be shown.
		const isShown = event && !event.isDeleted && (event.person !== undefined || event.nameKey === undefined);
		if (isShown) newest.push(event);
	}
	return newest;
}

function newestFirst(a: StreamEvent, b: StreamEvent): number {
	return b.createdAtMs - a.createdAtMs || Number(b.id ?? 0) - Number(a.id ?? 0);
}
