import type { Interval } from "../state/time/scope";
import type { StreamEvent, StreamEventType } from "../state/events/stream-event";

const dayMs = 86_400_000;
/**
 * A period is read separately this long after its end, in milliseconds. Until then, the regular sync reads little more.
 */
const minClosedMs = 2 * dayMs;

/** A custom period that has ended, for one event type. */
export type ClosedPeriod = { readonly type: StreamEventType; readonly interval: Interval };

type EventSink = { applyEvent(pushed: StreamEvent, nowMs: number): unknown };

/**
 * Events of custom periods that ended days ago. They are read separately, so that later events need not be read for
 * them.
 *
 * Invariant: each period has its own ledger, which is used for this period only.
 */
export class ClosedPeriods<L extends EventSink> {
	readonly #createLedger: () => L;
	readonly #periods = new Map<string, ClosedPeriod & { readonly ledger: L }>();
	#isSupported = true;

	constructor(createLedger: () => L) {
		this.#createLedger = createLedger;
	}

	get ledgers(): readonly L[] {
		return [...this.#periods.values()].map(({ ledger }) => ledger);
	}

	/** Returns whether a period is read separately. */
	accepts({ fromMs, toMs }: Interval, nowMs: number): boolean {
		return this.#isSupported && fromMs < toMs && toMs <= nowMs - minClosedMs;
	}

	/** Stops reading periods separately, because the service ignores the end of a period. */
	disable(): void {
		this.#isSupported = false;
		this.#periods.clear();
	}

	/** Returns the ledger of a period; undefined before it is read. */
	find(period: ClosedPeriod): L | undefined {
		return this.#periods.get(closedPeriodKey(period))?.ledger;
	}

	/** Returns the ledger of a period, and creates it if there is none. */
	open(period: ClosedPeriod): L {
		const existing = this.find(period);
		if (existing) return existing;
		const ledger = this.#createLedger();
		this.#periods.set(closedPeriodKey(period), { ...period, ledger });
		return ledger;
	}

	retain(periods: readonly ClosedPeriod[]): void {
		const keys = new Set(periods.map(closedPeriodKey));
		for (const key of this.#periods.keys()) if (!keys.has(key)) this.#periods.delete(key);
	}

	/**
	 * Applies a pushed event to the periods that contain it.
	 * @returns Whether there are any.
	 */
	applyEvent(pushed: StreamEvent, nowMs: number): boolean {
		let isContained = false;
		for (const { type, interval, ledger } of this.#periods.values()) {
			if (type !== pushed.type || !contains(interval, pushed.createdAtMs)) continue;
			ledger.applyEvent(pushed, nowMs);
			isContained = true;
		}
		return isContained;
	}
}

function contains({ fromMs, toMs }: Interval, atMs: number): boolean {
	return atMs >= fromMs && atMs < toMs;
}

export function closedPeriodKey({ type, interval }: ClosedPeriod): string {
	return `${type} ${interval.fromMs} ${interval.toMs}`;
}
