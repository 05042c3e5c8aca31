import { normalisedUserNameOf } from "./counter";
import type { LogEntry } from "./log-entry";
import { accountCurrency, toCurrency, type Money } from "../state/money";
import type { StreamEvent } from "../state/stream-event";
import type { SupporterMeasure } from "../state/supporter-measure";
import { isUndated, isInPeriod } from "./tally";

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

type Donation = {
	readonly minorUnits: number;
	readonly atMs: number;
	readonly id: number;
	readonly person: string | undefined;
};

/** A place in the ranking: one donation, or all that one name gave. */
type Row = { readonly donations: Map<LogEntry, Donation>; sum: number; last: Donation };

/** More moves than this between two looks are sorted in together. */
const maxSingleUpdates = 64;

/**
 * Who gave most since a point in time, kept up to date by what changes: however many gave, one more donation costs about
 * the same. Of equals, the one who was there first stays ahead.
 */
export class SupporterRanking {
	readonly scope: RankingScope;
	readonly #rows = new Map<LogEntry | string, Row>();
	/** Undefined while too much has changed to be sorted in one by one. */
	#sorted: Row[] | undefined;
	#updateCount = 0;
	/** Donations without a known time. */
	#incompleteCount = 0;

	constructor(scope: RankingScope) {
		this.scope = scope;
	}

	/** Whether donations may be missing. One whose amount cannot be parsed is not ranked and hides no other. */
	get isIncomplete(): boolean {
		return this.#incompleteCount > 0;
	}

	/** Counts what a donation says now, and no more what it said before. */
	apply(entry: LogEntry, before: StreamEvent | undefined, after: StreamEvent | undefined): void {
		if (before && this.#concerns(before, entry)) this.#remove(entry, before);
		if (after && this.#concerns(after, entry)) this.#add(entry, after);
	}

	/** The first so many. */
	top(count: number): readonly Supporter[] {
		this.#updateCount = 0;
		this.#sorted ??= [...this.#rows.values()].sort(compareRows);
		const { currency } = this.scope;
		return this.#sorted.slice(0, count).map(({ sum, last }) => ({
			person: last.person,
			amount: { minorUnits: sum, currency },
		}));
	}

	#concerns(event: StreamEvent, entry: LogEntry): boolean {
		const isDonation = event.type === "donation" && !event.isDeleted && !event.isTest;
		return isDonation && isInPeriod(this.scope.fromMs, event, entry);
	}

	#add(entry: LogEntry, event: StreamEvent): void {
		if (this.#isTimeMissing(event)) this.#incompleteCount++;
		const donation = this.#donationOf(event);
		if (!donation) return;
		const key = this.#keyOf(entry, event);
		const row = this.#rows.get(key);
		if (row) this.#removeRow(row);
		const next = row ?? { donations: new Map<LogEntry, Donation>(), sum: 0, last: donation };
		next.donations.set(entry, donation);
		next.sum += donation.minorUnits;
		if (compareTimes(donation, next.last) > 0) next.last = donation;
		this.#rows.set(key, next);
		this.#insertRow(next);
	}

	#remove(entry: LogEntry, event: StreamEvent): void {
		if (this.#isTimeMissing(event)) this.#incompleteCount--;
		const key = this.#keyOf(entry, event);
		const row = this.#rows.get(key);
		const donation = row?.donations.get(entry);
		if (!row || !donation) return;
		this.#removeRow(row);
		row.donations.delete(entry);
		row.sum -= donation.minorUnits;
		const last = latestOf(row.donations.values());
		if (!last) {
			this.#rows.delete(key);
			return;
		}
		row.last = last;
		this.#insertRow(row);
	}

	#keyOf(entry: LogEntry, event: StreamEvent): LogEntry | string {
		return this.scope.by === "donation" ? entry : (normalisedUserNameOf(event) ?? entry);
	}

	#isTimeMissing(event: StreamEvent): boolean {
		return isUndated(event) && this.scope.fromMs !== -Infinity;
	}

	#donationOf(event: StreamEvent): Donation | undefined {
		const { amount, person, createdAtMs: atMs, id } = event;
		if (!amount || this.#isTimeMissing(event)) return undefined;
		const { currency, isOwnCurrency } = this.scope;
		const isOwn = amount.currency === accountCurrency && isOwnCurrency;
		if (amount.currency !== currency && !isOwn) return undefined;
		const { minorUnits } = isOwn ? toCurrency(amount, currency) : amount;
		return { minorUnits, atMs, id: Number(id ?? 0), person };
	}

	#insertRow(row: Row): void {
		const sorted = this.#sortedForUpdate();
		sorted?.splice(insertionIndexOf(row, sorted), 0, row);
	}

	#removeRow(row: Row): void {
		const sorted = this.#sortedForUpdate();
		sorted?.splice(sorted.indexOf(row, insertionIndexOf(row, sorted)), 1);
	}

	/** @returns Undefined where it is less work to sort all of them anew. */
	#sortedForUpdate(): Row[] | undefined {
		if (++this.#updateCount > maxSingleUpdates) this.#sorted = undefined;
		return this.#sorted;
	}
}

/** The first place that is not ahead of the row's. */
function insertionIndexOf(row: Row, sorted: readonly Row[]): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		const other = sorted[middle];
		if (other && compareRows(other, row) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
}

function latestOf(donations: Iterable<Donation>): Donation | undefined {
	let latest: Donation | undefined;
	for (const donation of donations) if (!latest || compareTimes(donation, latest) > 0) latest = donation;
	return latest;
}

/** The larger sum; of equal ones, the one that was reached earlier. */
function compareRows(a: Row, b: Row): number {
	return b.sum - a.sum || compareTimes(a.last, b.last);
}

function compareTimes(a: Donation, b: Donation): number {
	return a.atMs - b.atMs || a.id - b.id;
}
