import { ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import { closedPeriodKey, type ClosedPeriod } from "../ledger/closed-periods";
import { isIncluded } from "../ledger/coverage";
import type { Snapshot } from "../ledger/snapshot";
import { eventTypeOf } from "../ledger/figures/counter";
import type { ScopePeriod } from "../state/time/scope";
import type { StreamEvent, StreamEventType } from "../state/events/stream-event";
import type { AccountContext } from "./account-context";
import { PolledResource } from "./polled-resource";
import { requirementsOf, separateIntervalOf } from "./snapshot-needs";
import { createListSync } from "./sync-attempt";
import { closedPeriodConfirmMs, closedPeriodIntervalMs, closedPeriodMarginMs } from "./timing";

/** The service returned events after the requested `end`, or none. */
class EndIgnored extends ServiceError {
	constructor() {
		super("bad-answer", "the event list does not honour `end`");
	}
}

/**
 * Reads custom periods that ended days ago with the list's `start` and `end`. If the service does not support `end`,
 * the regular sync reads them. Invariant: a period that the regular sync covers is not read here.
 */
export class ClosedPeriodReader {
	readonly #context: AccountContext;
	readonly #resource: PolledResource<number>;

	constructor(context: AccountContext) {
		this.#context = context;
		this.#resource = new PolledResource(context, {
			label: "custom periods",
			fetch: (signal) => this.#readAll(signal),
			apply: (delayMs) => (this.#hasUnread ? 0 : delayMs),
		});
	}

	open(): void {
		this.#resource.open(this.#hasUnread ? 0 : undefined);
	}

	close(): void {
		this.#resource.close();
	}

	applyDemand(): void {
		if (this.#hasUnread) this.#resource.refreshWithin(0);
	}

	/** Handles a pushed event. If it belongs to a period that was read, the period is read again to confirm it. */
	handleEvent(pushed: StreamEvent): void {
		const { store, clock } = this.#context;
		if (store.ledger.closedPeriods.applyEvent(pushed, clock.now()))
			this.#resource.refreshWithin(closedPeriodConfirmMs);
	}

	/** @returns The error; undefined after success. */
	async refresh(): Promise<ServiceError | undefined> {
		return this.#periods.length > 0 ? this.#resource.refresh() : undefined;
	}

	get #hasUnread(): boolean {
		const { closedPeriods } = this.#context.store.ledger;
		return this.#periods.some((period) => !closedPeriods.find(period));
	}

	/** Periods of the keys in use, unless the regular sync covers them for other keys. */
	get #periods(): readonly ClosedPeriod[] {
		const { demand, store, clock } = this.#context;
		const context = store.ledgerContext(clock.now());
		const { queries, supporters } = demand();
		const periods = new Map<string, ClosedPeriod>();
		const add = (type: StreamEventType, period: ScopePeriod) => {
			const interval = separateIntervalOf(period, context);
			if (interval) periods.set(closedPeriodKey({ type, interval }), { type, interval });
		};
		for (const query of queries) add(eventTypeOf(query.metric), query);
		for (const period of supporters) add("donation", period);
		if (periods.size === 0) return [];
		const requirements = requirementsOf(demand(), context);
		return [...periods.values()].filter(
			({ type, interval: { fromMs } }) =>
				!isIncluded({ types: [type], fromMs, userNames: "required" }, requirements),
		);
	}

	/** @returns Delay until the next read, in milliseconds. */
	async #readAll(signal: AbortSignal): Promise<number> {
		const { store } = this.#context;
		const { ledger } = store;
		const periods = this.#periods;
		ledger.closedPeriods.retain(periods);
		let delayMs = periods.length > 0 ? closedPeriodIntervalMs : Infinity;
		for (const period of periods) {
			try {
				const snapshot = await this.#read(period, signal);
				if (signal.aborted || ledger !== store.ledger) return delayMs;
				const { isBehind } = ledger.closedPeriods.open(period).applySnapshot(snapshot);
				if (isBehind) delayMs = closedPeriodConfirmMs;
			} catch (error) {
				if (!isRejection(error)) throw error;
				ledger.closedPeriods.disable();
				delayMs = Infinity;
			}
			// The regular sync now reads the periods that were read here.
			store.notify();
		}
		return delayMs;
	}

	async #read({ type, interval }: ClosedPeriod, signal: AbortSignal): Promise<Snapshot> {
		const { client, clock, limits } = this.#context;
		const [startMs, endMs] = [interval.fromMs - closedPeriodMarginMs, interval.toMs + closedPeriodMarginMs];
		const bounded: Pick<ServiceClient, "events"> = {
			events: async (query, pageSignal) => {
				const page = await client.events({ ...query, startMs, endMs }, pageSignal);
				// An empty page does not show whether the service supports the bounds.
				const isIgnored =
					page.events.some(
						(event) => !event.isTimeAssumed && event.createdAtMs > endMs + closedPeriodMarginMs,
					) ||
					(query.offset === 0 && page.entryCount === 0);
				if (isIgnored) throw new EndIgnored();
				return page;
			},
		};
		return createListSync({ client: bounded, clock, limits }, [type], interval.fromMs)(signal);
	}
}

/** Returns whether the error means that the service does not support the bounds. */
function isRejection(error: unknown): boolean {
	return (
		error instanceof EndIgnored ||
		(error instanceof ServiceError && (error.status === 400 || error.status === 422))
	);
}
