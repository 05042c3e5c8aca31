import type { Ledger } from "../ledger/ledger";
import type { Snapshot } from "../ledger/snapshot";
import { identityOf, type StreamEvent, type StreamEventType } from "../state/events/stream-event";
import type { FetchedPage } from "./list/page-fetcher";

/** Position in the list of one type: the offset of the next page. */
export type AuditCursor = {
	readonly type: StreamEventType;
	readonly offset: number;
	/** Whether the page before showed that the list begins with the newest entry. */
	readonly isOrdered: boolean;
	/** Creation time of the last entry of the page before, epoch milliseconds; −Infinity for the first page. */
	readonly lastMs: number;
	/** All entries before the next page that were created in the same second as the last one; empty if some may be missing. */
	readonly carried: readonly StreamEvent[];
};

export type AuditedPage = {
	readonly cursor: AuditCursor;
	readonly page: FetchedPage;
	/** Time of the request by the service's clock, epoch milliseconds. */
	readonly startedAtMs: number;
};

/**
 * Returns the events of the page. If it begins within a second, the entries of earlier pages that were created in this
 * second are added, as they are stored now: many events can be created in one second, and a service can return short
 * pages.
 */
export function eventsOf({ cursor: { carried }, page }: AuditedPage, ledger: Ledger): readonly StreamEvent[] {
	const inPage = new Set(page.events.map(identityOf));
	const others = carried.filter((event) => !inPage.has(identityOf(event)));
	const isJoined = others.length < carried.length && page.events[0]?.createdAtMs === carried[0]?.createdAtMs;
	const stored = others.flatMap((event) => ledger.stored(event) ?? []).filter(({ isDeleted }) => !isDeleted);
	return isJoined ? [...stored, ...page.events] : page.events;
}

/** Returns the entries of the last second, for the next page. */
export function carriedOf(audited: AuditedPage, events: readonly StreamEvent[]): readonly StreamEvent[] {
	const lastMs = events.at(-1)?.createdAtMs;
	const beginsEarlier = events[0]?.createdAtMs !== lastMs || isComplete(audited, events);
	return beginsEarlier ? events.filter(({ createdAtMs }) => createdAtMs === lastMs) : [];
}

/** Returns what the page proves about the list. */
export function auditSnapshotOf(
	audited: AuditedPage,
	events: readonly StreamEvent[],
	atMs: number,
): Snapshot {
	const { cursor, page, startedAtMs } = audited;
	const hasTimes = events.every(({ isTimeAssumed }) => !isTimeAssumed);
	const firstMs = events[0]?.createdAtMs ?? -Infinity;
	const untilMs = cursor.offset === 0 ? Infinity : isComplete(audited, events) ? firstMs + 1 : firstMs;
	const isEnd = page.totalCount === cursor.offset + page.entryCount && page.isShort;
	const isWhole = cursor.offset === 0 && isEnd;
	const oldestMs = isEnd ? -Infinity : (events.at(-1)?.createdAtMs ?? Infinity) + 1;
	// A list that is unordered or has no times is no evidence that an event is missing.
	const isEvidence = (isWhole || isOrderedAfter(cursor, events)) && hasTimes && events.length > 0;
	return {
		types: [cursor.type],
		events,
		reachMs: isEvidence ? oldestMs : Infinity,
		untilMs,
		isExact: true,
		startedAtMs,
		atMs,
	};
}

/**
 * Returns whether the list begins with the newest entry. Events of a single second do not show it, so the page before
 * decides.
 */
export function isOrderedAfter(cursor: AuditCursor, events: readonly StreamEvent[]): boolean {
	const times = events.map(({ createdAtMs }) => createdAtMs);
	const isFalling = (times.at(-1) ?? Infinity) < Math.max(times[0] ?? -Infinity, cursor.lastMs);
	return (isFalling || cursor.isOrdered) && times.every((ms, index) => ms <= (times[index - 1] ?? Infinity));
}

/** Returns whether the events contain all of their first second. */
function isComplete({ cursor, page }: AuditedPage, events: readonly StreamEvent[]): boolean {
	return cursor.offset === 0 || events !== page.events;
}
