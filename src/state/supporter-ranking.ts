import { nameOf } from "./counter";
import type { LogEntry } from "./log-entry";
import { accountCurrency, toCurrency, type Money } from "./money";
import type { StreamEvent } from "./stream-event";
import { isOfNoTime, isSince } from "./tally";

export const supporterMeasures = ["donation", "total"] as const;
/** The largest single donation, or the largest sum of one name. */
export type SupporterMeasure = (typeof supporterMeasures)[number];

/** Somebody who gave, and how much. */
export type Supporter = {
	/** As it was written last; undefined for somebody who named no name. */
	readonly person: string | undefined;
	readonly amount: Money;
};

/** What a ranking counts. */
export type RankingScope = {
	readonly by: SupporterMeasure;
	/** Others are not compared. */
	readonly currency: string;
	/** Whether amounts that name no currency are in this one. */
	readonly isOwnCurrency: boolean;
	/** Epoch milliseconds. */
	readonly fromMs: number;
};

type Gift = {
	readonly minorUnits: number;
	readonly atMs: number;
	readonly id: number;
	readonly person: string | undefined;
};

/** A place in the ranking: one donation, or all that one name gave. */
type Row = { readonly gifts: Map<LogEntry, Gift>; sum: number; last: Gift };

/** More moves than this between two looks are sorted in together. */
const maxSingly = 64;

/**
 * Who gave most since a point in time, kept up to date by what changes: however many gave, one more donation costs about
 * the same. Of equals, the one who was there first stays ahead.
 */
export class SupporterRanking {
	readonly scope: RankingScope;
	readonly #rows = new Map<LogEntry | string, Row>();
	/** Undefined while too much has changed to be sorted in one by one. */
	#sorted: Row[] | undefined;
	#moves = 0;
	/** How many donations lack an amount that can be read, or when they were. */
	#incompleteCount = 0;

	constructor(scope: RankingScope) {
		this.scope = scope;
	}

	/** Whether somebody may have given more than anybody knows. */
	get isUnsure(): boolean {
		return this.#incompleteCount > 0;
	}

	/** Counts what a donation says now, and no more what it said before. */
	apply(entry: LogEntry, before: StreamEvent | undefined, after: StreamEvent | undefined): void {
		if (before && this.#concerns(before, entry)) this.#take(entry, before);
		if (after && this.#concerns(after, entry)) this.#add(entry, after);
	}

	/** The first so many. */
	top(count: number): readonly Supporter[] {
		this.#moves = 0;
		this.#sorted ??= [...this.#rows.values()].sort(ahead);
		const { currency } = this.scope;
		return this.#sorted.slice(0, count).map(({ sum, last }) => ({
			person: last.person,
			amount: { minorUnits: sum, currency },
		}));
	}

	#concerns(event: StreamEvent, entry: LogEntry): boolean {
		const isDonation = event.type === "donation" && !event.isDeleted && !event.isTest;
		return isDonation && isSince(this.scope.fromMs, event, entry);
	}

	#add(entry: LogEntry, event: StreamEvent): void {
		if (this.#isIncomplete(event)) this.#incompleteCount++;
		const gift = this.#giftOf(event);
		if (!gift) return;
		const key = this.#keyOf(entry, event);
		const row = this.#rows.get(key);
		if (row) this.#leave(row);
		const next = row ?? { gifts: new Map<LogEntry, Gift>(), sum: 0, last: gift };
		next.gifts.set(entry, gift);
		next.sum += gift.minorUnits;
		if (later(gift, next.last) > 0) next.last = gift;
		this.#rows.set(key, next);
		this.#enter(next);
	}

	#take(entry: LogEntry, event: StreamEvent): void {
		if (this.#isIncomplete(event)) this.#incompleteCount--;
		const key = this.#keyOf(entry, event);
		const row = this.#rows.get(key);
		const gift = row?.gifts.get(entry);
		if (!row || !gift) return;
		this.#leave(row);
		row.gifts.delete(entry);
		row.sum -= gift.minorUnits;
		const last = latestOf(row.gifts.values());
		if (!last) {
			this.#rows.delete(key);
			return;
		}
		row.last = last;
		this.#enter(row);
	}

	#keyOf(entry: LogEntry, event: StreamEvent): LogEntry | string {
		return this.scope.by === "donation" ? entry : (nameOf(event) ?? entry);
	}

	#isIncomplete(event: StreamEvent): boolean {
		return event.amount === undefined || (isOfNoTime(event) && this.scope.fromMs !== -Infinity);
	}

	#giftOf(event: StreamEvent): Gift | undefined {
		const { amount, person, createdAtMs: atMs, id } = event;
		if (!amount || this.#isIncomplete(event)) return undefined;
		const { currency, isOwnCurrency } = this.scope;
		const isOwn = amount.currency === accountCurrency && isOwnCurrency;
		if (amount.currency !== currency && !isOwn) return undefined;
		const { minorUnits } = isOwn ? toCurrency(amount, currency) : amount;
		return { minorUnits, atMs, id: Number(id ?? 0), person };
	}

	#enter(row: Row): void {
		const sorted = this.#sortedForMove();
		sorted?.splice(placeOf(row, sorted), 0, row);
	}

	#leave(row: Row): void {
		const sorted = this.#sortedForMove();
		sorted?.splice(sorted.indexOf(row, placeOf(row, sorted)), 1);
	}

	/** @returns Undefined where it is less work to sort all of them anew. */
	#sortedForMove(): Row[] | undefined {
		if (++this.#moves > maxSingly) this.#sorted = undefined;
		return this.#sorted;
	}
}

/** The first place that is not ahead of the row's. */
function placeOf(row: Row, sorted: readonly Row[]): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		const other = sorted[middle];
		if (other && ahead(other, row) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
}

function latestOf(gifts: Iterable<Gift>): Gift | undefined {
	let latest: Gift | undefined;
	for (const gift of gifts) if (!latest || later(gift, latest) > 0) latest = gift;
	return latest;
}

/** The larger sum; of equal ones, the one that was reached earlier. */
function ahead(a: Row, b: Row): number {
	return b.sum - a.sum || later(a.last, b.last);
}

function later(a: Gift, b: Gift): number {
	return a.atMs - b.atMs || a.id - b.id;
}
