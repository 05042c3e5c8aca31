import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { Dispose } from "../state/clock";
import type { AccountContext } from "./account-context";
import { retryDelayMs } from "./retry-policy";

export type PolledResourceOptions<T> = {
	/** As the log calls it. */
	readonly label: string;
	/** Asks the service. Once the signal is aborted, nobody listens to the answer any more. */
	readonly fetch: (signal: AbortSignal) => Promise<T>;
	/**
	 * Takes what was read.
	 * @returns When it has to be read again, in milliseconds; Infinity when only a change or a wish calls for it.
	 */
	readonly apply: (value: T) => number;
	/** Reading failed; it will be tried again. */
	readonly onFailed?: (error: ServiceError) => void;
	/** So long after a change, what is read shows it. Milliseconds. */
	readonly settleMs?: number;
	/** Between two reads because of changes, milliseconds. */
	readonly minIntervalMs?: number;
};

/**
 * Something that the service knows and that is to be known here as well, for as long as somebody needs it: read when that
 * begins, again when it is out of date, and after a failure until it succeeds. One read at a time, whoever asks for it; one
 * timer, for the earliest of all dates; and an answer that nobody needs any more touches nothing.
 */
export class PolledResource<T> {
	readonly #context: Pick<AccountContext, "clock" | "random" | "log">;
	readonly #options: PolledResourceOptions<T>;
	/** Undefined while nobody needs it. */
	#controller: AbortController | undefined;
	#pendingFetch: Promise<ServiceError | undefined> | undefined;
	#failureCount = 0;
	/** How often something changed: a read under way may not show the last one. */
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

	/** Whether the last read failed, and another one is due. */
	get isFailing(): boolean {
		return this.#failureCount > 0;
	}

	/** How long ago it was read, milliseconds; Infinity while it is not known. */
	get ageMs(): number {
		return this.#nowMs - this.#fetchedAtMs;
	}

	/** Somebody needs it from now on: it is read at once, or when it is due where it is known well enough. Milliseconds. */
	open(delayMs = this.#dueAtMs - this.#nowMs): void {
		if (this.#controller) return;
		this.#controller = new AbortController();
		this.#dueAtMs = this.#nowMs + delayMs;
		this.#startTimer();
	}

	/** Nobody needs it for now. A read under way is abandoned; what was read before is known until it is due. */
	pause(): void {
		if (this.#pendingFetch || this.isFailing) this.#dueAtMs = -Infinity;
		this.#controller?.abort();
		this.#controller = undefined;
		this.#pendingFetch = undefined;
		this.#failureCount = 0;
		this.#cancelTimer();
	}

	/** Nobody needs it, and it may change without a word. */
	close(): void {
		this.pause();
		this.invalidate();
	}

	/** It may be different from what was read: it is read anew, now or when somebody needs it. */
	invalidate(): void {
		this.#fetchedAtMs = -Infinity;
		// What is read just now may be as it was before.
		if (this.#pendingFetch) this.#changeCount++;
		else this.#dueAtMs = -Infinity;
		void this.refresh();
	}

	/** Reads now, or joins the read under way. @returns What went wrong, if anything did. */
	refresh(): Promise<ServiceError | undefined> {
		if (!this.#controller) return Promise.resolve(new ServiceError("closed", "not connected"));
		this.#pendingFetch ??= this.#fetch(this.#controller.signal);
		return this.#pendingFetch;
	}

	/** Reads at the latest so long from now, milliseconds; after a failure, when it is tried again anyway. */
	refreshWithin(delayMs: number): void {
		if (this.#controller && !this.#pendingFetch && !this.isFailing) this.#schedule(delayMs);
	}

	/** Something changed: reads a little later, and once for many changes; or when somebody needs it. */
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
			if (signal.aborted) return new ServiceError("aborted", "nobody needs it any more");
			this.#pendingFetch = undefined;
			this.#failureCount = 0;
			this.#fetchedAtMs = this.#nowMs;
			const delayMs = apply(value);
			// What is applied can start the next read, which schedules the one after it.
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

	/** Keeps the earlier of two dates. */
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
