import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { Dispose } from "../state/time/clock";
import type { AccountContext } from "./account-context";
import { retryDelayMs } from "../service/retry-policy";

export type PolledResourceOptions<T> = {
	/** Name in log lines. */
	readonly label: string;
	/** Requests the value. The result is ignored once the signal is aborted. */
	readonly fetch: (signal: AbortSignal) => Promise<T>;
	/**
	 * Stores the value.
	 * @returns Delay until the next read, in milliseconds; Infinity if only a change or a request causes one.
	 */
	readonly apply: (value: T) => number;
	/** Called when a read failed. A retry is scheduled. */
	readonly onFailed?: (error: ServiceError) => void;
	/** Delay between a change and the refetch that should include it, in milliseconds. */
	readonly settleMs?: number;
	/** Minimum interval between scheduled reads and those caused by changes, in milliseconds. */
	readonly minIntervalMs?: number;
};

/**
 * A value of the service that is kept current while it is open: read when it is opened, when it expires, after
 * changes, and after a failure until a read succeeds.
 *
 * | State   | Meaning                         | Leaves on                                |
 * | ------- | ------------------------------- | ---------------------------------------- |
 * | closed  | no reads; may hold a value      | `open()`                                 |
 * | waiting | open, read scheduled or not due | timer, `refresh()`, `pause()`, `close()` |
 * | reading | open, one request running       | success, failure, `pause()`, `close()`   |
 *
 * Invariant: there is at most one read and one timer, set for the earliest due time. Results of an aborted read are
 * ignored.
 */
export class PolledResource<T> {
	readonly #context: Pick<AccountContext, "clock" | "random" | "log">;
	readonly #options: PolledResourceOptions<T>;
	/** Aborts reads; undefined while closed. */
	#controller: AbortController | undefined;
	#pendingFetch: Promise<ServiceError | undefined> | undefined;
	#failureCount = 0;
	/** Number of changes. A read in progress may not include one that happened after it began. */
	#changeCount = 0;
	#fetchedAtMs = -Infinity;
	#dueAtMs = -Infinity;
	#lastTimedFetchMs = -Infinity;
	#cancelTimer: Dispose = () => undefined;

	constructor(context: Pick<AccountContext, "clock" | "random" | "log">, options: PolledResourceOptions<T>) {
		this.#context = context;
		this.#options = options;
	}

	get isOpen(): boolean {
		return this.#controller !== undefined;
	}

	get isFetching(): boolean {
		return this.#pendingFetch !== undefined;
	}

	/** Whether the last read failed and a retry is scheduled. */
	get isFailing(): boolean {
		return this.#failureCount > 0;
	}

	/** Time since the last read, in milliseconds; Infinity if there is no current value. */
	get ageMs(): number {
		return this.#nowMs - this.#fetchedAtMs;
	}

	/**
	 * Starts keeping the value current.
	 * @param delayMs Delay until the first read, in milliseconds. By default, a value that is not due is not read.
	 */
	open(delayMs = this.#dueAtMs - this.#nowMs): void {
		if (this.#controller) return;
		this.#controller = new AbortController();
		this.#dueAtMs = this.#nowMs + delayMs;
		this.#startTimer();
	}

	/** Stops reading and aborts the read in progress. The value stays valid until it is due. */
	pause(): void {
		if (this.#pendingFetch || this.isFailing) this.#dueAtMs = -Infinity;
		this.#controller?.abort();
		this.#controller = undefined;
		this.#pendingFetch = undefined;
		this.#failureCount = 0;
		this.#cancelTimer();
	}

	/** Stops reading and invalidates the value, because changes are no longer received. */
	close(): void {
		this.pause();
		this.invalidate();
	}

	/** Marks the value as outdated, and reads it again now or when it is opened. */
	invalidate(): void {
		this.#fetchedAtMs = -Infinity;
		// The read in progress may return the previous value.
		if (this.#pendingFetch) this.#changeCount++;
		else this.#dueAtMs = -Infinity;
		void this.refresh();
	}

	/**
	 * Reads now, or waits for the read in progress.
	 * @returns The error; undefined after success.
	 */
	refresh(): Promise<ServiceError | undefined> {
		if (!this.#controller) return Promise.resolve(new ServiceError("closed", "not connected"));
		this.#pendingFetch ??= this.#fetch(this.#controller.signal);
		return this.#pendingFetch;
	}

	/** Reads within this delay, in milliseconds. After a failure, the scheduled retry is kept. */
	refreshWithin(delayMs: number): void {
		if (this.#controller && !this.#pendingFetch && !this.isFailing) this.#schedule(delayMs);
	}

	/** Schedules a read after a change, one for many changes. While closed, it is read when it is opened. */
	refreshAfterChange(): void {
		if (!this.#controller) this.invalidate();
		const { settleMs = 0, minIntervalMs = 0 } = this.#options;
		this.#changeCount++;
		this.refreshWithin(Math.max(settleMs, minIntervalMs - (this.#nowMs - this.#lastTimedFetchMs)));
	}

	get #nowMs(): number {
		return this.#context.clock.elapsedMs();
	}

	async #fetch(signal: AbortSignal): Promise<ServiceError | undefined> {
		const { label, fetch, apply, onFailed } = this.#options;
		const { log, random } = this.#context;
		this.#cancelTimer();
		this.#dueAtMs = Infinity;
		const changeCount = this.#changeCount;
		try {
			const value = await fetch(signal);
			if (signal.aborted) return new ServiceError("aborted", "the value is no longer needed");
			this.#pendingFetch = undefined;
			this.#failureCount = 0;
			this.#fetchedAtMs = this.#nowMs;
			const delayMs = apply(value);
			// `apply` can start the next read, which schedules the one after it.
			if (this.isFetching) return undefined;
			if (this.#changeCount > changeCount) this.refreshAfterChange();
			this.#schedule(delayMs);
			return undefined;
		} catch (error) {
			const failure = serviceErrorFrom(error);
			if (signal.aborted) return failure;
			this.#pendingFetch = undefined;
			this.#failureCount++;
			this.#schedule(retryDelayMs(failure, this.#failureCount, random));
			log.warn(`reading ${label}: ${failure.kind}: ${failure.message}`);
			onFailed?.(failure);
			return failure;
		}
	}

	/** Schedules a read, unless an earlier one is scheduled. */
	#schedule(delayMs: number): void {
		const dueAtMs = this.#nowMs + Math.max(0, delayMs);
		if (dueAtMs >= this.#dueAtMs) return;
		this.#dueAtMs = dueAtMs;
		this.#startTimer();
	}

	#startTimer(): void {
		this.#cancelTimer();
		const delayMs = this.#dueAtMs - this.#nowMs;
		if (!this.#controller || delayMs === Infinity) return;
		if (delayMs <= 0) void this.refresh();
		else this.#cancelTimer = this.#context.clock.schedule(() => this.#handleTimer(), delayMs);
	}

	#handleTimer(): void {
		this.#lastTimedFetchMs = this.#nowMs;
		void this.refresh();
	}
}
