import { normalisedUserNameOf } from "./counter";
import type { LogEntry } from "../log/log-entry";
import { partitionIndex } from "../log/partition-index";
import { accountCurrency, toCurrency, type Money } from "../../state/money";
import { isIgnored, type IgnoredNames } from "../../state/events/ignored-names";
import type { Interval } from "../../state/time/scope";
import type { StreamEvent } from "../../state/events/stream-event";
import type { SupporterMeasure } from "../../state/events/supporter-measure";
import { isUndated, isInPeriod } from "./tally";

export type Supporter = {
	/** User name as written in the last donation; undefined without a user name. */
	readonly person: string | undefined;
	readonly amount: Money;
};

export type RankingScope = {
	readonly by: SupporterMeasure;
	/** Donations in other currencies are not ranked. */
	readonly currency: string;
	/** Whether amounts without a currency are in this one. */
	readonly isOwnCurrency: boolean;
	readonly interval: Interval;
	readonly ignoredNames: IgnoredNames;
};

type Donation = {
	readonly minorUnits: number;
	readonly atMs: number;
	readonly id: number;
	readonly person: string | undefined;
};

/** A place in the ranking: one donation, or all donations of one user name. */
type Row = { readonly donations: Map<LogEntry, Donation>; sum: number; last: Donation };

/** After more updates than this between two calls of `top`, all rows are sorted again. */
const maxSingleUpdates = 64;

/**
 * Ranking of donors since a point in time, updated with every change. The cost of an update hardly depends on the number of
 * donors. Among equal sums, the one that was reached first is ahead.
 *
 * Invariant: the sum of a row is the sum of its donations.
 */
export class SupporterRanking {
	readonly scope: RankingScope;
	readonly #rows = new Map<LogEntry | string, Row>();
	/** Sorted rows; undefined if too many changed since the last sort. */
	#sorted: Row[] | undefined;
	#updateCount = 0;
	/** Donations without a known time. */
	#incompleteCount = 0;

	constructor(scope: RankingScope) {
		this.scope = scope;
	}

	/** Whether donations may be missing. A donation whose amount cannot be parsed is not ranked, and does not count as missing. */
	get isIncomplete(): boolean {
		return this.#incompleteCount > 0;
	}

	apply(entry: LogEntry, before: StreamEvent | undefined, after: StreamEvent | undefined): void {
		if (before && this.#concerns(before, entry)) this.#remove(entry, before);
		if (after && this.#concerns(after, entry)) this.#add(entry, after);
	}

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
		const { interval, ignoredNames } = this.scope;
		return isDonation && isInPeriod(interval, event, entry) && !isIgnored(event, ignoredNames);
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
		return isUndated(event) && this.scope.interval.fromMs !== -Infinity;
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

	/** Returns the sorted rows; undefined if sorting all of them again is cheaper. */
	#sortedForUpdate(): Row[] | undefined {
		if (++this.#updateCount > maxSingleUpdates) this.#sorted = undefined;
		return this.#sorted;
	}
}

/** Returns the first index whose row is not ahead of the given row. */
function insertionIndexOf(row: Row, sorted: readonly Row[]): number {
	return partitionIndex(sorted, (other) => compareRows(other, row) < 0);
}

function latestOf(donations: Iterable<Donation>): Donation | undefined {
	let latest: Donation | undefined;
	for (const donation of donations) if (!latest || compareTimes(donation, latest) > 0) latest = donation;
	return latest;
}

/** Sorts larger sums first; among equal sums, the one that was reached earlier. */
function compareRows(a: Row, b: Row): number {
	return b.sum - a.sum || compareTimes(a.last, b.last);
}

function compareTimes(a: Donation, b: Donation): number {
	return a.atMs - b.atMs || a.id - b.id;
}
