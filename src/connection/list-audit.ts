import type { Snapshot } from "../ledger/snapshot";
import type { StreamEventType } from "../state/stream-event";
import { PageFetcher, type FetchedPage } from "../sync/page-fetcher";
import { PageSize } from "../sync/page-size";
import { neededTypes, needsOf } from "../sync/snapshot-needs";
import { defaultSyncLimits } from "../sync/sync-limits";
import { minIntervalMs } from "../sync/totals-watch";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";

/** Everything that is stored is compared with the list about once in this time, in milliseconds. */
const cycleMs = 450_000;
/** Where syncs compare everything, it is checked this often whether more is stored, in milliseconds. */
const recheckMs = 30_000;
/** Pages are read at most this often, in milliseconds. */
const minPageIntervalMs = 2_000;
/** Entries that a page shares with the one before: of its first and last instants, a page may lack some. */
const overlap = 4;
/** A page without events that are stored is read again this often, to confirm that they are gone. */
const maxConfirmations = 2;

/** Part of the list of one type, and where the next page of it begins. */
type Cursor = { readonly type: StreamEventType; readonly offset: number };

type AuditedPage = {
	readonly cursor: Cursor;
	readonly fetcher: PageFetcher;
	readonly page: FetchedPage;
	/** By the service's clock, epoch milliseconds. */
	readonly startedAtMs: number;
};

/**
 * Compares stored events with the list, one page after the other, as far back as they are stored. Syncs compare the newest
 * events only, so without this a silent edit of an older one would never be noticed.
 *
 * A page is evidence about the interval between its first and its last entry: there, exactly its events exist.
 */
export class ListAudit {
	readonly #context: AccountContext;
	readonly #resource: PolledResource<AuditedPage | undefined>;
	readonly #size: PageSize;
	#cursor: Cursor | undefined;
	#confirmations = 0;

	constructor(context: AccountContext) {
		this.#context = context;
		const { limits = defaultSyncLimits } = context;
		this.#size = new PageSize(limits.maxPageLimit, limits);
		this.#resource = new PolledResource(context, {
			label: "older events",
			fetch: (signal) => this.#read(signal),
			apply: (audited) => this.#apply(audited),
		});
	}

	/** Starts, or goes on. */
	open(): void {
		this.#resource.open(this.#pageIntervalMs);
	}

	close(): void {
		this.#resource.close();
	}

	/** The keys in use need something else than before. */
	applyDemand(): void {
		this.#resource.refreshWithin(this.#pageIntervalMs);
	}

	async #read(signal: AbortSignal): Promise<AuditedPage | undefined> {
		const cursor = this.#cursor ?? this.#firstCursor();
		if (!cursor) return undefined;
		const { client, clock } = this.#context;
		const fetcher = new PageFetcher(client, [cursor.type], this.#size, "believed");
		const limit = this.#size.limitFor(Infinity);
		const startedAtMs = clock.now();
		return {
			cursor,
			fetcher,
			page: await fetcher.fetch({ offset: cursor.offset, limit }, signal),
			startedAtMs,
		};
	}

	/** @returns When the next page is due, in milliseconds. */
	#apply(audited: AuditedPage | undefined): number {
		if (!audited) return recheckMs;
		const { cursor, page } = audited;
		const { store, clock } = this.#context;
		this.#size.recordPage(page);
		this.#cursor = cursor;
		const snapshot = snapshotOf(audited, clock.elapsedMs());
		const { missed, isBehind, hasChanges } = store.ledger.applySnapshot(snapshot);
		if (missed.length > 0) store.notify({ events: missed, source: "missed" });
		else if (hasChanges) store.notify();
		if (isBehind && this.#confirmations++ < maxConfirmations) return minIntervalMs;
		this.#confirmations = 0;
		const isLast =
			page.entryCount <= overlap || snapshot.reachMs <= store.ledger.coverage.fromMs(cursor.type);
		const nextType = isLast ? this.#types.find((type) => type > cursor.type) : undefined;
		if (!isLast) this.#cursor = { ...cursor, offset: cursor.offset + page.entryCount - overlap };
		else this.#cursor = nextType && this.#firstCursorOf(nextType);
		return this.#pageIntervalMs;
	}

	/** Types of which events are stored beyond those that syncs compare, in alphabetical order. */
	get #types(): readonly StreamEventType[] {
		return [...neededTypes(this.#context.demand())].filter((type) => this.#countOf(type) > 0).sort();
	}

	/** Until where syncs compare, epoch milliseconds. */
	get #comparedFromMs(): number {
		const { demand, store, clock, limits = defaultSyncLimits } = this.#context;
		const { types } = needsOf(demand(), store.ledgerContext(clock.now()));
		const { coverage } = store.ledger;
		return Math.max(coverage.sharedFromMs(types), store.ledger.newestFromMs(types, limits.maxComparedCount));
	}

	/** How many events of a type syncs do not compare. */
	#countOf(type: StreamEventType): number {
		const { ledger } = this.#context.store;
		return (
			ledger.countFrom([type], ledger.coverage.fromMs(type)) - ledger.countFrom([type], this.#comparedFromMs)
		);
	}

	get #pageIntervalMs(): number {
		const count = this.#types.reduce((sum, type) => sum + this.#countOf(type), 0);
		const pageSize = Math.max(1, this.#size.expectedCount - overlap);
		return count === 0
			? recheckMs
			: Math.max(minPageIntervalMs, Math.min(cycleMs, (cycleMs / count) * pageSize));
	}

	#firstCursor(): Cursor | undefined {
		const [type] = this.#types;
		return type && this.#firstCursorOf(type);
	}

	/** Begins a little earlier each time in another place, so that each instant is within a page in turn. */
	#firstCursorOf(type: StreamEventType): Cursor {
		const comparedCount = this.#context.store.ledger.countFrom([type], this.#comparedFromMs);
		const spare = overlap + Math.floor(this.#context.random() * this.#size.expectedCount * 0.5);
		return { type, offset: Math.max(0, comparedCount - spare) };
	}
}

function snapshotOf({ cursor, page, startedAtMs }: AuditedPage, atMs: number): Snapshot {
	const times = page.events.map(({ createdAtMs }) => createdAtMs);
	const isOrdered = times.every((timeMs, index) => timeMs <= (times[index - 1] ?? Infinity));
	const hasTimes = page.events.every(({ isTimeAssumed }) => !isTimeAssumed);
	const newestMs = cursor.offset === 0 ? Infinity : (times[0] ?? -Infinity);
	const isEnd = page.totalCount === cursor.offset + page.entryCount && page.isShort;
	const oldestMs = isEnd ? -Infinity : (times.at(-1) ?? Infinity) + 1;
	// A list in another order, or without times, says nothing about what is missing.
	const isEvidence = isOrdered && hasTimes && page.events.length > 0;
	return {
		types: [cursor.type],
		events: page.events,
		reachMs: isEvidence ? oldestMs : Infinity,
		untilMs: newestMs,
		isExact: true,
		startedAtMs,
		atMs,
	};
}
