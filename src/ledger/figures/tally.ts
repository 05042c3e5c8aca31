import { isCounted } from "./counter";
import type { CounterQuery, CounterValue } from "../../state/counters/counter-query";
import type { LogEntry } from "../log/log-entry";
import { accountCurrency, applyMoney, toCurrency } from "../../state/money";
import { startOfSecondMs } from "../../state/time/periods";
import type { Interval } from "../../state/time/scope";
import { nameKeyOf, type ListCache } from "../cached-list";
import type { StreamEvent } from "../../state/events/stream-event";
import { maxPushDelayMs } from "../timing";

type Sum = { minorUnits: number; count: number };

/**
 * Result of one query since a point in time, updated with every change at constant cost.
 *
 * Invariant: each event is counted in its current version only.
 */
export class Tally {
	readonly query: CounterQuery;
	readonly interval: Interval;
	#count = 0;
	#viewers = 0;
	/** Events without a time. If there are any, the value may be wrong. */
	#incompleteCount = 0;
	/** Events whose amount or viewers cannot be parsed. The value does not include them. */
	#unreadableCount = 0;
	readonly #hashName: ListCache["hashName"];
	readonly #sums = new Map<string, Sum>();
	readonly #nameKeys = new Map<string, number>();
	#anonymousCount = 0;

	constructor(query: CounterQuery, interval: Interval, hashName: ListCache["hashName"]) {
		this.query = query;
		this.interval = interval;
		this.#hashName = hashName;
	}

	apply(entry: LogEntry, before: StreamEvent | undefined, after: StreamEvent | undefined): void {
		if (before && this.#concerns(before, entry)) this.add(before, -1);
		if (after && this.#concerns(after, entry)) this.add(after, 1);
	}

	add(event: StreamEvent, sign: 1 | -1): void {
		if (isUndated(event) && this.interval.fromMs !== -Infinity) {
			this.#incompleteCount += sign;
			return;
		}
		switch (this.query.metric) {
			case "donationAmount":
				if (event.amount) this.#addMoney(event.amount.currency, sign * event.amount.minorUnits, sign);
				else this.#unreadableCount += sign;
				return;
			case "viewers":
				if (event.viewers === undefined) this.#unreadableCount += sign;
				else this.#viewers += sign * event.viewers;
				return;
			default:
				this.#count += sign;
				if (this.query.uniqueOnly) this.#addNameKey(nameKeyOf(event, this.#hashName), sign);
		}
	}

	/** @param currency The account's currency: for amounts without a currency, and for a sum of zero. */
	value(currency: string | undefined): CounterValue {
		const flags = {
			...(this.#incompleteCount > 0 && { isIncomplete: true }),
			...(this.#unreadableCount > 0 && { hasUnreadable: true }),
		};
		switch (this.query.metric) {
			case "donationAmount": {
				const sums = this.#sumsIn(currency);
				if (sums.size === 0 && this.#incompleteCount > 0) return { kind: "unknown" };
				if (sums.size === 0 && currency !== undefined) sums.set(currency, 0);
				return { kind: "money", sums, ...flags };
			}
			case "viewers":
				return { kind: "count", count: this.#viewers, ...flags };
			default: {
				const count = this.query.uniqueOnly ? this.#nameKeys.size + this.#anonymousCount : this.#count;
				return { kind: "count", count, ...flags };
			}
		}
	}

	#sumsIn(currency: string | undefined): Map<string, number> {
		const sums = new Map<string, number>();
		for (const [code, { minorUnits }] of this.#sums) {
			const money = { minorUnits, currency: code };
			const isOwn = code === accountCurrency && currency !== undefined;
			applyMoney(sums, isOwn ? toCurrency(money, currency) : money);
		}
		return sums;
	}

	#concerns(event: StreamEvent, entry: LogEntry): boolean {
		return isCounted(event, this.query) && isInPeriod(this.interval, event, entry);
	}

	#addMoney(currency: string, minorUnits: number, sign: 1 | -1): void {
		const sum = this.#sums.get(currency) ?? { minorUnits: 0, count: 0 };
		sum.minorUnits += minorUnits;
		sum.count += sign;
		if (sum.count === 0) this.#sums.delete(currency);
		else this.#sums.set(currency, sum);
	}

	#addNameKey(nameKey: string | undefined, sign: 1 | -1): void {
		if (nameKey === undefined) {
			this.#anonymousCount += sign;
			return;
		}
		const count = (this.#nameKeys.get(nameKey) ?? 0) + sign;
		if (count === 0) this.#nameKeys.delete(nameKey);
		else this.#nameKeys.set(nameKey, count);
	}
}

/**
 * Returns whether an event belongs, or may belong, to an interval. Event times have whole seconds, so they
 * do not decide within the second in which a session began. An event of that second belongs to the session if it was pushed
 * after the start, without delay.
 */
export function isInPeriod(
	{ fromMs, toMs }: Interval,
	event: StreamEvent,
	{ arrival }: Pick<LogEntry, "arrival">,
): boolean {
	if (isUndated(event)) return true;
	if (event.createdAtMs >= toMs) return false;
	if (event.createdAtMs >= fromMs) return true;
	const isPushedPromptly = arrival.source === "push" && arrival.atMs - event.createdAtMs <= maxPushDelayMs;
	return event.createdAtMs >= startOfSecondMs(fromMs) && arrival.atMs >= fromMs && isPushedPromptly;
}

/** Returns whether the event was listed without a time and has no neighbours with one, so its time is unknown. */
export function isUndated({ isTimeAssumed, createdAtMs }: StreamEvent): boolean {
	return isTimeAssumed === true && createdAtMs === 0;
}
