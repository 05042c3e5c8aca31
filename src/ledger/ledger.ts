import type { CounterQuery, CounterValue } from "../state/counters/counter-query";
import { ClosedPeriods } from "./closed-periods";
import { Coverage } from "./coverage";
import { eventTypeOf } from "./figures/counter";
import { Counters, type LedgerContext } from "./figures/counters";
import { EventLog } from "./log/event-log";
import { asTest, createLogEntry, EventMerger } from "./log/event-merger";
import { IdleSession } from "./idle-session";
import { defaultLedgerLimits, type LedgerLimits } from "./ledger-limits";
import { LifetimeFigures } from "./figures/lifetime-figures";
import { ListCount } from "./figures/list-count";
import { isAhead, type LogEntry } from "./log/log-entry";
import { newestEvents, type NewestQuery } from "./log/newest-events";
import { OwnEvents, type PostResult } from "./own-events";
import { cacheableListOf, noListCache, type CachedList } from "./cached-list";
import { Reconciler } from "./log/reconciler";
import { Retention, type LedgerRequirements } from "./retention";
import { isInPeriod } from "./figures/tally";
import type { Snapshot, SnapshotResult } from "./snapshot";
import { confirmationDelayMs, maxPushDelayMs } from "./timing";
import { Supporters, type SupporterQuery, type SupporterValue } from "./figures/supporters";
import type { ThankMarks } from "./thank-marks";
import { ThankQueue, type Thanking } from "./thank-queue";
import {
	haveCommonKey,
	withCurrency,
	isUnrecognisable,
	streamEventTypes,
	type StreamEvent,
	type StreamEventType,
} from "../state/events/stream-event";
import { isIgnored, type IgnoredNames } from "../state/events/ignored-names";
import { isAtLeast, type MinAmount } from "../state/events/min-amount";
import { startOfSecondMs } from "../state/time/periods";
import { customIntervalOf, type ScopePeriod } from "../state/time/scope";
import { oldestFirst } from "./log/timeline";

/**
 * The only source of numbers. Events are pushed and listed in any order, incomplete, repeated, late or never.
 *
 * Invariant: each event counts once, and the service's list takes precedence over pushes.
 */
export class Ledger {
	readonly #log: EventLog;
	thanks: ThankQueue;
	readonly #createThanks: () => ThankQueue;
	readonly coverage: Coverage;
	readonly #figures = new LifetimeFigures();
	readonly closedPeriods: ClosedPeriods<Ledger>;
	readonly ownEvents: OwnEvents;
	readonly #counters: Counters;
	readonly #supporters: Supporters;
	readonly idleSession: IdleSession;
	readonly #reconciler: Reconciler;
	readonly #listCount = new ListCount();
	readonly #merger: EventMerger;
	readonly #retention: Retention;
	readonly #limits: LedgerLimits;
	#currency: string | undefined;
	#ignoredNames: IgnoredNames = new Set();
	/** Start of the first snapshot, epoch milliseconds. */
	#firstSnapshotMs: number | undefined;
	/** When a key last displayed a lifetime figure, on the monotonic clock. */
	#figuresUsedAtMs = -Infinity;

	/** @param cache Hashes user names that are no longer stored, and is discarded when an event in it changes. */
	constructor(cache = noListCache, limits = defaultLedgerLimits, ownEvents?: OwnEvents) {
		const hashName = (name: string) => cache.hashName(name);
		this.#limits = limits;
		this.coverage = new Coverage(limits);
		this.#log = new EventLog((...change) => this.#handleChange(...change), limits);
		this.#retention = new Retention(this.#log, this.coverage, limits);
		this.#createThanks = () => new ThankQueue(hashName, limits);
		this.thanks = this.#createThanks();
		this.#counters = new Counters(this.#log, this.coverage, this.#figures, hashName);
		this.#supporters = new Supporters(this.#log, this.coverage);
		this.idleSession = new IdleSession(this.#log, this.coverage);
		this.#reconciler = new Reconciler(this.#log, cache);
		this.ownEvents = ownEvents ?? new OwnEvents(hashName);
		this.closedPeriods = new ClosedPeriods(() => {
			const ledger = new Ledger(cache, limits, this.ownEvents);
			ledger.ignore(this.#ignoredNames);
			return ledger;
		});
		this.#merger = new EventMerger({
			log: this.#log,
			ownEvents: this.ownEvents,
			figures: this.#figures,
			reconciler: this.#reconciler,
			listCount: this.#listCount,
			cache,
		});
	}

	get needsConfirmation(): boolean {
		return this.#figures.needsConfirmation;
	}

	/** Whether a number may fall soon: a total, the list or a push contradicts what is stored. */
	get isDisputed(): boolean {
		const { missingSinceMs } = this.#reconciler;
		return this.needsConfirmation || this.hasDisputes(streamEventTypes) || missingSinceMs.length > 0;
	}

	/**
	 * Returns when a snapshot that begins after this time can confirm a removal or a lower figure, on the monotonic clock;
	 * Infinity if none waits for it.
	 */
	confirmableAtMs(beganMs: number): number {
		const sinceMs = [...this.#reconciler.missingSinceMs, ...this.#figures.lowerSinceMs];
		// One millisecond more, because the difference of two times has a rounding error.
		return Math.min(...sinceMs.map((ms) => ms + confirmationDelayMs + 1).filter((atMs) => atMs > beganMs));
	}

	/** Sets the account's currency, for amounts without a currency. */
	setCurrency(currency: string | undefined): void {
		this.#currency = currency;
	}

	/** Returns the storable form of the list of these types; undefined while any event is unconfirmed. */
	cacheableList(types: readonly StreamEventType[]): CachedList | undefined {
		const totalCount = this.#listCount.countOf(types);
		const fromMs = this.coverage.sharedFromMs(types);
		if (totalCount === undefined) return undefined;
		const entries = types.flatMap((type) => this.#log.timeline(type).between(fromMs, Infinity));
		return cacheableListOf(types, entries, totalCount);
	}

	/** @returns Epoch milliseconds; −Infinity if fewer events are stored. */
	newestFromMs(types: readonly StreamEventType[], count: number): number {
		return this.#log.newestFromMs(types, count);
	}

	/** @returns Epoch milliseconds; undefined without unconfirmed events. */
	unconfirmedFromMs(types: readonly StreamEventType[]): number | undefined {
		return this.#reconciler.unconfirmedFromMs(types);
	}

	/** Whether a push contradicts the list, and snapshots of these types have to decide. */
	hasDisputes(types: readonly StreamEventType[]): boolean {
		return this.#reconciler.hasDisputes(types);
	}

	/** Returns the number of stored events of these types created at this time, epoch milliseconds, or later. */
	countFrom(types: readonly StreamEventType[], fromMs: number): number {
		return types.reduce((count, type) => count + this.#log.timeline(type).countFrom(fromMs), 0);
	}

	/** @returns Epoch milliseconds; undefined without events, apart from those dated ahead. */
	newestMs(): number | undefined {
		return this.#log.newestMs();
	}

	ignore(names: IgnoredNames): void {
		this.#ignoredNames = names;
		this.thanks.ignore(names);
		this.#supporters.ignore(names);
		for (const ledger of this.closedPeriods.ledgers) ledger.ignore(names);
	}

	/** Continues the thank-you queue with other marks, because the account is not the one that the queue began with. */
	restartThanks(marks: ThankMarks, fromMs: number | undefined, nowMs: number): void {
		this.thanks = this.#createThanks();
		this.thanks.ignore(this.#ignoredNames);
		this.thanks.resume(marks, fromMs);
		for (const type of streamEventTypes)
			for (const entry of this.#log.timeline(type).entries) this.thanks.addFromHistory(entry, nowMs);
	}

	/** Returns whether the event's user name is ignored. Such an event counts, but is not displayed. */
	isIgnored(event: StreamEvent): boolean {
		return isIgnored(event, this.#ignoredNames);
	}

	/**
	 * Returns stored events, newest first, without deleted ones, ignored user names and user names that are no longer
	 * stored.
	 * @param min Smaller donations are left out.
	 */
	newest(types: readonly StreamEventType[], limit: number, min?: MinAmount): readonly StreamEvent[] {
		return this.#newest({ types, limit, isShown: ({ event }) => isAtLeast(event, min) });
	}

	/** Returns the newest of these events that is not an own test. */
	newestReal(types: readonly StreamEventType[], min?: MinAmount): StreamEvent | undefined {
		const isShown = ({ event }: LogEntry) => !event.isTest && isAtLeast(event, min);
		return this.#newest({ types, limit: 1, isShown })[0];
	}

	/** Returns the newest events of the session, oldest first; undefined while events or user names may be missing. */
	sessionEvents(
		{ types, limit, min }: Pick<NewestQuery, "types" | "limit"> & { readonly min?: MinAmount | undefined },
		context: LedgerContext,
	): readonly StreamEvent[] | undefined {
		const { sessionStartedAtMs } = context;
		if (sessionStartedAtMs === undefined) return undefined;
		const interval = { fromMs: sessionStartedAtMs, toMs: Infinity };
		if (!this.coverage.isEnough({ types, fromMs: interval.fromMs, userNames: "required" })) return undefined;
		const isShown = (entry: LogEntry) =>
			!entry.event.isTest && isInPeriod(interval, entry.event, entry) && isAtLeast(entry.event, min);
		return this.#newest({ types, limit, isShown, fromMs: startOfSecondMs(interval.fromMs) }).toReversed();
	}

	/** Returns the person of these types who is being thanked; undefined if there is none, or the event was deleted. */
	thanking(types: readonly StreamEventType[], nowMs: number, min?: MinAmount): Thanking | undefined {
		const thanking = this.thanks.thanking(types, nowMs, min);
		const event = thanking && this.current(thanking.event);
		return event && { ...thanking, event };
	}

	/** Returns an event as it is stored, without the account's currency; undefined if it is not. */
	stored(event: StreamEvent): StreamEvent | undefined {
		return this.#log.find(event)[0]?.event;
	}

	/** Returns the current version of an event; undefined if the service removed it. */
	current(event: StreamEvent): StreamEvent | undefined {
		const stored = this.stored(event);
		if (stored) return stored.isDeleted ? undefined : this.#withAccountCurrency(stored);
		return this.coverage.covers(event) ? undefined : event;
	}

	/**
	 * Applies a pushed event.
	 * @returns The event as it is counted; undefined if it was already stored or changes nothing.
	 */
	applyEvent(pushed: StreamEvent, nowMs: number): StreamEvent | undefined {
		const existing = this.#merger.findEntry(pushed);
		if (existing) {
			this.#merger.mergePushed(existing, pushed, nowMs);
			return undefined;
		}
		if (isUnrecognisable(pushed)) return undefined;
		const event = this.ownEvents.recognise(pushed, nowMs) ? asTest(pushed) : pushed;
		const entry = createLogEntry(event, { atMs: nowMs, source: "push" });
		this.#retention.dropFlood(event.type);
		this.#log.addAll([entry]);
		if (event.isDeleted) return undefined;
		// A sync in progress may have read an earlier version of an event that is not new.
		const isLive = nowMs - event.createdAtMs <= maxPushDelayMs;
		if (pushed.mayBeDeleted || !isLive)
			this.#reconciler.addDispute(entry, { pushed, sinceMs: nowMs, isFirstReport: true });
		if (this.coverage.fromMs(event.type) < Infinity && !this.coverage.covers(event)) return undefined;
		this.#reconciler.addPushed(entry);
		this.#figures.forEach((figure) => figure.applyEvent(entry));
		this.thanks.add(entry);
		return this.#withAccountCurrency(event);
	}

	applySnapshot(snapshot: Snapshot): SnapshotResult {
		const { listed, added: unknown, isChanged } = this.#merger.mergeListed(snapshot);
		const isPage = snapshot.untilMs !== undefined;
		const isCovered = ({ event }: LogEntry) => this.coverage.covers(event);
		// Pages from the middle of the list and lists that ignore the type can contain events that nothing requires.
		const isRead = ({ event }: LogEntry) => !isPage && snapshot.types.includes(event.type);
		const added = unknown.filter((entry) => isRead(entry) || isCovered(entry));
		const found = added.filter(({ event }) => !event.isDeleted);
		const missed = new Set(found.filter(isCovered));
		const confirmed = [...listed, ...added];
		const newlyListed = confirmed.filter((entry) => entry.listing !== "listed" && isCovered(entry));
		this.#reconciler.confirm(confirmed, snapshot);
		if (!isPage) this.#retention.resolveUndated(snapshot);
		const spansCoverage = snapshot.types.every((type) => snapshot.reachMs <= this.coverage.fromMs(type));
		const { isBehind, newlyMissing, removedCount } = this.#reconciler.reconcile(snapshot, listed);
		this.#log.addAll(added);
		const isCountExpected = this.#listCount.applySnapshot(snapshot, newlyListed.length - newlyMissing);
		const endedAtMs = snapshot.startedAtMs + (snapshot.durationMs ?? 0);
		const liveFromMs = Math.max(endedAtMs - maxPushDelayMs, startOfSecondMs(this.coverage.pushedFromMs));
		if (!isPage && !this.#isEmptyByMistake(snapshot))
			this.coverage.add(snapshot, Math.min(this.#log.newestMs() ?? -Infinity, snapshot.startedAtMs));
		for (const [entry, dispute] of this.#reconciler.forgetOutOfReach(snapshot, this.coverage))
			this.#merger.acceptPushed(entry, dispute);
		this.#firstSnapshotMs ??= snapshot.startedAtMs;
		for (const entry of added) {
			// A first snapshot that was behind did not contain the newest events, which an earlier run may have thanked.
			const isNew = missed.has(entry) && entry.event.createdAtMs >= this.#firstSnapshotMs;
			if (isNew) this.thanks.add(entry);
			else this.thanks.addFromHistory(entry, snapshot.startedAtMs);
		}
		const outstanding = this.#reconciler.outstanding(snapshot);
		// An event of the same type that was pushed before may be the same.
		const pushed = outstanding.filter(({ arrival }) => arrival.atMs < snapshot.startedAtMs);
		const mayBePushed = ({ event }: LogEntry) =>
			pushed.some((other) => other.event.type === event.type && !haveCommonKey(other.event, event));
		const recent = found.filter((entry) => entry.event.createdAtMs >= liveFromMs && !isAhead(entry));
		const live = new Set(recent.filter((entry) => !mayBePushed(entry)));
		// The stored figures may already include an event that has not just happened, if the snapshot has none or the event
		// may have been in a gap between pages.
		const hasFigures = snapshot.totals !== undefined || snapshot.hostings !== undefined;
		const isAdded = (entry: LogEntry) =>
			live.has(entry) ||
			(hasFigures && entry.event.createdAtMs < this.coverage.gapsFromMs([entry.event.type]));
		for (const entry of [...missed].filter(isAdded))
			this.#figures.forEach((figure) => figure.applyEvent(entry));
		this.#figures.applySnapshot(snapshot, { outstanding, isBehind });
		const reported = (entries: readonly LogEntry[]) =>
			entries.map(({ event }) => this.#withAccountCurrency(event)).sort(oldestFirst);
		return {
			live: reported([...live]),
			missed: reported([...missed].filter((entry) => !live.has(entry))),
			hasCountMismatch: !isCountExpected && !spansCoverage,
			isBehind,
			hasChanges: isChanged || added.length > 0 || newlyMissing > 0 || removedCount > 0,
		};
	}

	/**
	 * Ends a post.
	 * @returns An event of another origin that was mistaken for the test and is counted again, if any.
	 */
	resolveTest(post: symbol, result: PostResult, nowMs: number): StreamEvent | undefined {
		const mistaken = this.ownEvents.resolve(post, result, nowMs);
		const created = result.kind === "created" ? this.#merger.findEntry(result.event) : undefined;
		if (created) this.#log.change(created, asTest(created.event));
		const existing = mistaken && this.#merger.findEntry(mistaken);
		if (!existing) return undefined;
		const { isTest: _, ...event } = existing.event;
		this.#log.change(existing, event);
		return this.#withAccountCurrency(event);
	}

	value(query: CounterQuery, context: LedgerContext): CounterValue {
		const type = eventTypeOf(query.metric);
		const ledger = this.#ledgerFor(type, query, this.coverage.fromMs(type));
		return ledger.#counters.value(query, { ...context, currency: context.currency ?? this.#currency });
	}

	supporters(query: SupporterQuery, context: LedgerContext): SupporterValue {
		const ledger = this.#ledgerFor("donation", query, this.coverage.namedFromMs("donation"));
		return ledger.#supporters.value(query, { ...context, currency: context.currency ?? this.#currency });
	}

	/**
	 * Returns the ledger of a closed period, or this one if it covers the period itself.
	 * @param coveredFromMs Start of what is stored here, epoch milliseconds.
	 */
	#ledgerFor(type: StreamEventType, period: ScopePeriod, coveredFromMs: number): Ledger {
		const interval = customIntervalOf(period);
		if (!interval || coveredFromMs <= interval.fromMs) return this;
		return this.closedPeriods.find({ type, interval }) ?? this;
	}

	/**
	 * Drops what no key requires any more.
	 * @param nowMs By the service's clock, epoch milliseconds.
	 * @param elapsedMs On the monotonic clock.
	 */
	dropUnneeded(required: LedgerRequirements, nowMs: number, elapsedMs: number): void {
		this.#counters.forgetUnused();
		this.#supporters.forgetUnused();
		if (required.figures === "required") this.#figuresUsedAtMs = elapsedMs;
		else if (elapsedMs - this.#figuresUsedAtMs >= this.#limits.retainUnusedMs)
			this.#figures.forEach((figure) => figure.releaseAll());
		this.#retention.dropUnneeded(required, nowMs, elapsedMs);
	}

	/** Returns whether the list may be empty by mistake, because it contained stored events before. Then it proves nothing. */
	#isEmptyByMistake({ events, types }: Snapshot): boolean {
		const isMissing = ({ listing, event }: LogEntry) => listing === "missing" && !event.isDeleted;
		return events.length === 0 && types.some((type) => this.#log.timeline(type).entries.some(isMissing));
	}

	#handleChange(entry: LogEntry, before: StreamEvent | undefined, after: StreamEvent | undefined): void {
		this.#counters.apply(entry, before, after);
		this.#supporters.apply(entry, before, after);
		if (!after) {
			this.thanks.forget(entry);
			this.#reconciler.forget(entry);
			this.#figures.forEach((figure) => figure.release(entry));
		} else if (before) {
			this.#figures.forEach((figure) => figure.applyChange(entry));
			this.thanks.applyChange(entry);
		}
	}

	#newest({ isShown, ...query }: NewestQuery): readonly StreamEvent[] {
		const isDisplayed = (entry: LogEntry) => !this.isIgnored(entry.event) && isShown(entry);
		const newest = newestEvents(this.#log, { ...query, isShown: isDisplayed });
		return newest.map((event) => this.#withAccountCurrency(event));
	}

	#withAccountCurrency(event: StreamEvent): StreamEvent {
		return withCurrency(event, this.#currency);
	}
}
