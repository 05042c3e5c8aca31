import type { StreamEventType } from "../state/events/stream-event";
import { CountTrust } from "./list/count-trust";
import { PageFetcher } from "./list/page-fetcher";
import { PageSize } from "./list/page-size";
import {
	auditSnapshotOf,
	carriedOf,
	eventsOf,
	isOrderedAfter,
	type AuditCursor,
	type AuditedPage,
} from "./audited-page";
import { neededTypes } from "./snapshot-needs";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";
import { minSyncIntervalMs, auditCycleMs, auditRecheckMs, minAuditPageIntervalMs } from "./timing";

/**
 * Maximum number of entries that a page shares with the one before. A page may not contain all events of its first and
 * last instants.
 */
const maxOverlap = 4;
/**
 * A page that does not contain stored events is read again up to this many times, to confirm that they were
 * removed.
 */
const maxConfirmations = 2;

/** Part of the list of one type. */
type AuditRange = { readonly offset: number; readonly endOffset: number };

/**
 * Compares all stored events with the list, page by page. Regular syncs compare only the newest events, so a silent
 * edit of an older one would not be detected without this.
 *
 * Invariant: a page is evidence only for the interval between its first and its last entry, where exactly its
 * events exist. Pages that begin within a second are completed with the entries before them.
 */
export class ListAudit {
	readonly #context: AccountContext;
	readonly #resource: PolledResource<AuditedPage | undefined>;
	readonly #size: PageSize;
	#cursor: AuditCursor | undefined;
	#confirmations = 0;

	constructor(context: AccountContext) {
		this.#context = context;
		const { limits } = context;
		this.#size = new PageSize(limits.maxPageLimit, limits);
		this.#resource = new PolledResource(context, {
			label: "older events",
			fetch: (signal) => this.#read(signal),
			apply: (audited) => this.#apply(audited),
		});
	}

	/** Starts, or continues where it was closed. The first page follows soon, or few long pages would take two cycles. */
	open(): void {
		this.#resource.open(Math.min(this.#pageIntervalMs, auditRecheckMs));
	}

	close(): void {
		this.#resource.close();
	}

	applyDemand(): void {
		this.#resource.refreshWithin(this.#pageIntervalMs);
	}

	async #read(signal: AbortSignal): Promise<AuditedPage | undefined> {
		const cursor = this.#nextCursor();
		if (!cursor) return undefined;
		const { client, clock } = this.#context;
		const fetcher = new PageFetcher(client, [cursor.type], this.#size, new CountTrust(clock));
		const limit = this.#size.limitFor(Infinity);
		const startedAtMs = clock.now();
		const page = await fetcher.fetch({ offset: cursor.offset, limit }, signal);
		return { cursor, page, startedAtMs };
	}

	/** @returns Delay until the next page, in milliseconds. */
	#apply(audited: AuditedPage | undefined): number {
		if (!audited) return auditRecheckMs;
		const { cursor, page } = audited;
		const { store, clock } = this.#context;
		const isShorter = page.entryCount < this.#size.expectedCount;
		this.#size.recordPage(page);
		this.#cursor = cursor;
		const events = eventsOf(audited, store.ledger);
		const snapshot = auditSnapshotOf(audited, events, clock.elapsedMs());
		const result = store.ledger.applySnapshot(snapshot);
		const { isBehind, hasChanges } = result;
		store.notifyFound(result);
		if (hasChanges) store.notify();
		if (isBehind && this.#confirmations++ < maxConfirmations) return minSyncIntervalMs;
		this.#confirmations = 0;
		const { type, offset } = cursor;
		const isLast =
			page.entryCount === 0 || isShorter || snapshot.reachMs <= store.ledger.coverage.fromMs(type);
		this.#cursor = isLast
			? this.#firstCursor((other) => other > type)
			: {
					type,
					offset: offset + newEntryCount(page.entryCount),
					isOrdered: isOrderedAfter(cursor, events),
					lastMs: events.at(-1)?.createdAtMs ?? cursor.lastMs,
					carried: carriedOf(audited, events),
				};
		return this.#pageIntervalMs;
	}

	/**
	 * What to read of the list of each type, in alphabetical order: entries that syncs do not compare. Types without any are
	 * absent. The start is random, so that the page boundaries differ in each cycle.
	 */
	get #ranges(): ReadonlyMap<StreamEventType, AuditRange> {
		const { demand, store, random, limits } = this.#context;
		const { ledger } = store;
		const types = [...neededTypes(demand())].sort();
		const comparedFromMs = Math.max(
			ledger.coverage.sharedFromMs(types),
			ledger.coverage.limitReachMs(types),
			ledger.newestFromMs(types, limits.maxComparedCount),
		);
		const spare = maxOverlap + Math.floor(random() * this.#size.expectedCount * 0.5);
		const ranges = new Map<StreamEventType, AuditRange>();
		for (const type of types) {
			const comparedCount = ledger.countFrom([type], comparedFromMs);
			const endOffset = ledger.countFrom([type], ledger.coverage.fromMs(type));
			if (endOffset > comparedCount)
				ranges.set(type, { offset: Math.max(0, comparedCount - spare), endOffset });
		}
		return ranges;
	}

	get #pageIntervalMs(): number {
		const ranges = [...this.#ranges.values()];
		if (ranges.length === 0) return auditRecheckMs;
		const pageSize = newEntryCount(this.#size.expectedCount);
		// The entry after a range shows that it has ended.
		const pageCounts = ranges.map(({ offset, endOffset }) => Math.ceil((endOffset - offset + 1) / pageSize));
		return Math.max(minAuditPageIntervalMs, auditCycleMs / pageCounts.reduce((sum, count) => sum + count));
	}

	/** Returns where to go on. Syncs may compare what comes next in the meantime: keys change, and new events move the list. */
	#nextCursor(): AuditCursor | undefined {
		const cursor = this.#cursor;
		const first = this.#firstCursor((type) => !cursor || type >= cursor.type) ?? this.#firstCursor();
		return cursor && first?.type === cursor.type && first.offset <= cursor.offset ? cursor : first;
	}

	/** Returns the first page of the first of these types in alphabetical order. */
	#firstCursor(isCandidate: (type: StreamEventType) => boolean = () => true): AuditCursor | undefined {
		const found = [...this.#ranges].find(([type]) => isCandidate(type));
		if (!found) return undefined;
		const [type, { offset }] = found;
		return { type, offset, isOrdered: false, lastMs: -Infinity, carried: [] };
	}
}

/** Returns how many entries of a page the next one does not share: at least half, so that small pages advance as well. */
function newEntryCount(entryCount: number): number {
	return Math.max(Math.ceil(entryCount / 2), entryCount - maxOverlap);
}
