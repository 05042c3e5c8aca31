import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { Clock, Dispose } from "../state/clock";
import { retryDelayMs } from "./retry-policy";

export type KeptFreshOptions<T> = {
	readonly clock: Clock;
	/** Uniform in [0, 1). */
	readonly random: () => number;
	/** Asks the service. Once the signal is aborted, nobody listens to the answer any more. */
	readonly read: (signal: AbortSignal) => Promise<T>;
	/**
	 * Takes what was read.
	 * @returns When it has to be read again, in milliseconds; Infinity when only a change or a wish calls for it.
	 */
	readonly apply: (value: T) => number;
	/** Reading failed; it will be tried again. */
	readonly onFailed: (error: ServiceError) => void;
	/** So long after a change, what is read shows it. Milliseconds. */
	readonly settleMs?: number | undefined;
	/** Between two reads because of changes, milliseconds. */
	readonly minIntervalMs?: number | undefined;
};

/**
 * Something that the service knows and that is to be known here as well, for as long as somebody needs it: read when that
 * begins, again when it is out of date, and after a failure until it succeeds. One read at a time, whoever asks for it; one
 * timer, for the earliest of all dates; and an answer that nobody needs any more touches nothing.
 */
export class KeptFresh<T> {
	readonly #options: KeptFreshOptions<T>;
	/** Undefined while nobody needs it. */
	#controller: AbortController | undefined;
	#reading: Promise<ServiceError | undefined> | undefined;
	#failures = 0;
	/** How often something changed: a read under way may not show the last one. */
	#changeCount = 0;
	#dueAtMs = Infinity;
	#lastDueMs = -Infinity;
	#cancelTimer: Dispose = () => undefined;

	constructor(options: KeptFreshOptions<T>) {
		this.#options = options;
	}

	get isOpen(): boolean {
		return this.#controller !== undefined;
	}

	get isReading(): boolean {
		return this.#reading !== undefined;
	}

	/** Whether the last read failed, and another one is due. */
	get isFailing(): boolean {
		return this.#failures > 0;
	}

	/** Somebody needs it from now on: it is read at once, or later where it is known well enough. Milliseconds. */
	open(delayMs = 0): void {
		if (this.#controller) return;
		this.#controller = new AbortController();
		if (delayMs > 0) this.#schedule(delayMs);
		else void this.refresh();
	}

	/** Nobody needs it any more. A read under way is abandoned. */
	close(): void {
		this.#controller?.abort();
		this.#controller = undefined;
		this.#reading = undefined;
		this.#failures = 0;
		this.#unschedule();
	}

	/** Reads now, or joins the read under way. @returns What went wrong, if anything did. */
	refresh(): Promise<ServiceError | undefined> {
		if (!this.#controller) return Promise.resolve(new ServiceError("closed", "not connected"));
		this.#reading ??= this.#read(this.#controller.signal);
		return this.#reading;
	}

	/** Reads at the latest so long from now, milliseconds; after a failure, when it is tried again anyway. */
	within(delayMs: number): void {
		if (this.#controller && !this.#reading && !this.isFailing) this.#schedule(delayMs);
	}

	/** Something changed: reads a little later, and once for many changes. */
	settle(): void {
		const { clock, settleMs = 0, minIntervalMs = 0 } = this.#options;
		this.#changeCount++;
		this.within(Math.max(settleMs, minIntervalMs - (clock.elapsedMs() - this.#lastDueMs)));
	}

	async #read(signal: AbortSignal): Promise<ServiceError | undefined> {
		const { read, apply, onFailed, random } = this.#options;
		this.#unschedule();
		const changeCount = this.#changeCount;
		try {
			const value = await read(signal);
			if (signal.aborted) return new ServiceError("aborted", "nobody needs it any more");
			this.#reading = undefined;
			this.#failures = 0;
			this.#schedule(apply(value));
			if (this.#changeCount > changeCount) this.settle();
			return undefined;
		} catch (error) {
			const failure = serviceErrorFrom(error);
			if (signal.aborted) return failure;
			this.#reading = undefined;
			this.#failures++;
			this.#schedule(retryDelayMs(failure, this.#failures, random));
			onFailed(failure);
			return failure;
		}
	}

	/** Keeps the earlier of two dates. */
	#schedule(delayMs: number): void {
		const { clock } = this.#options;
		const dueAtMs = clock.elapsedMs() + Math.max(0, delayMs);
		if (dueAtMs >= this.#dueAtMs) return;
		this.#unschedule();
		this.#dueAtMs = dueAtMs;
		this.#cancelTimer = clock.schedule(() => {
			this.#dueAtMs = Infinity;
			this.#lastDueMs = clock.elapsedMs();
			void this.refresh();
		}, delayMs);
	}

	#unschedule(): void {
		this.#cancelTimer();
		this.#dueAtMs = Infinity;
	}
}
