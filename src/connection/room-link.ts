import { ServiceError, serviceErrorFrom } from "../service/errors";
import type {
	OpenRoom,
	RoomSocket,
	RoomSocketHandlers,
	RoomSocketOptions,
	SocketGeneration,
} from "../service/ports";
import type { Clock, Dispose } from "../state/time/clock";
import type { LinkStatus } from "../state/link-status";
import type { StreamEvent } from "../state/events/stream-event";
import { troubleOf } from "../service/link-trouble";
import { cooldownMs, retryDelayMs } from "../service/retry-policy";
import {
	stableAfterMs,
	attemptTimeoutMs,
	patientAttemptTimeoutMs,
	pressWaitMs,
	pressRetryMs,
} from "./timing";

export type RoomAddress = Omit<RoomSocketOptions, "generation" | "clock" | "offset">;

export type RoomLinkOptions = {
	readonly openRoom: OpenRoom;
	readonly clock: Clock;
	readonly random: () => number;
	/**
	 * Resolves the address. Called for every attempt, because the service can move.
	 * @throws {ServiceError}
	 */
	readonly resolveAddress: (signal: AbortSignal) => Promise<RoomAddress>;
	/** Called when the room was joined, before the status changes. */
	readonly onJoined: (generation: SocketGeneration) => void;
	/** Called after each change of the status. `live` means that the room is joined. */
	readonly onStatus: (status: LinkStatus) => void;
	readonly onEvent: (event: StreamEvent) => void;
	/** Called when an attempt failed or the connection was lost. */
	readonly onFailure: (error: ServiceError, failure: LinkFailure) => void;
};

/** `joining` failures are those of a handshake: the address is known, and the room was not joined. */
export type LinkFailure = {
	readonly stage: "resolving" | "joining" | "joined";
	readonly retryInMs: number;
};

/**
 * Keeps one socket room joined, and reconnects after failures.
 *
 * | Status       | Meaning                                  | Leaves on                                |
 * | ------------ | ---------------------------------------- | ---------------------------------------- |
 * | `idle`       | stopped                                  | `start()`, `reconnect()`                 |
 * | `connecting` | first attempt running                    | joined, failure, `stop()`                |
 * | `failed`     | never joined; retrying or scheduled      | joined, `reconnect()`, `stop()`          |
 * | `live`       | joined                                   | connection lost, `reconnect()`, `stop()` |
 * | `down`       | was joined before; retrying or scheduled | joined, `stop()`                         |
 *
 * Invariant: there is at most one attempt or one joined room. Each attempt has an abort signal, and callbacks of an
 * aborted attempt are ignored.
 */
export class RoomLink {
	readonly #options: RoomLinkOptions;
	#status: LinkStatus = { phase: "idle" };
	#attempt: AbortController | undefined;
	#room: RoomSocket | undefined;
	#generation: SocketGeneration | undefined;
	#failureCount = 0;
	#wasRefused: boolean | undefined;
	#pressedUntilMs = -Infinity;
	/** Monotonic time of the join; `Infinity` while not joined. */
	#joinedAtMs = Infinity;
	#cancelRetry: Dispose | undefined;
	#cancelTimeout: Dispose = () => undefined;

	constructor(options: RoomLinkOptions) {
		this.#options = options;
	}

	get status(): LinkStatus {
		return this.#status;
	}

	/** The joined room; undefined unless the status is `live`. */
	get room(): RoomSocket | undefined {
		return this.#status.phase === "live" ? this.#room : undefined;
	}

	start(): void {
		if (this.#status.phase !== "idle") return;
		this.#setStatus({ phase: "connecting" });
		void this.#connect();
	}

	stop(): void {
		this.#reset();
		this.#failureCount = 0;
		this.#setStatus({ phase: "idle" });
	}

	/** Leaves the room and joins again immediately, without waiting for a scheduled retry. */
	reconnect(): void {
		const sinceMs = this.#downSinceMs;
		this.#reset();
		this.#failureCount = 0;
		this.#setStatus(sinceMs === undefined ? { phase: "connecting" } : { phase: "down", sinceMs });
		void this.#connect();
	}

	/**
	 * Called when a key is pressed while the room is not joined. Starts a scheduled retry immediately, and for the
	 * next `pressWaitMs` retries every `pressRetryMs` instead of backing off. Refusals and cooldowns keep their
	 * delays.
	 */
	retryNow(): void {
		this.#pressedUntilMs = this.#options.clock.elapsedMs() + pressWaitMs;
		if (!this.#cancelRetry) return;
		this.#cancelRetry();
		void this.#connect();
	}

	/** Drops the connection because of an error detected elsewhere, for example an API call that was refused. */
	fail(error: ServiceError): void {
		if (this.#status.phase !== "idle") this.#handleFailure(error);
	}

	async #connect(): Promise<void> {
		const { clock, resolveAddress, openRoom } = this.#options;
		const attempt = new AbortController();
		this.#attempt = attempt;
		this.#cancelRetry = undefined;
		const timeoutMs = this.#failureCount % 4 === 3 ? patientAttemptTimeoutMs : attemptTimeoutMs;
		this.#cancelTimeout = clock.schedule(() => {
			this.#handleFailure(new ServiceError("timeout", `not joined within ${timeoutMs} ms`));
		}, timeoutMs);
		try {
			const address = await resolveAddress(attempt.signal);
			if (attempt.signal.aborted) return;
			this.#room = openRoom(
				{ ...address, clock, generation: this.#generation },
				this.#handlersFor(attempt.signal),
			);
		} catch (error) {
			if (!attempt.signal.aborted) this.#handleFailure(serviceErrorFrom(error));
		}
	}

	#handlersFor(signal: AbortSignal): RoomSocketHandlers {
		const unlessAborted =
			<T>(handle: (value: T) => void) =>
			(value: T) => {
				if (!signal.aborted) handle(value);
			};
		return {
			onJoined: unlessAborted((generation) => this.#handleJoined(generation)),
			onEvent: unlessAborted(this.#options.onEvent),
			onClosed: unlessAborted((error) => this.#handleFailure(error)),
		};
	}

	#handleJoined(generation: SocketGeneration): void {
		const { clock, onJoined } = this.#options;
		this.#cancelTimeout();
		this.#generation = generation;
		this.#joinedAtMs = clock.elapsedMs();
		onJoined(generation);
		this.#setStatus({ phase: "live", sinceMs: clock.now() });
	}

	#handleFailure(error: ServiceError): void {
		const { clock, onFailure } = this.#options;
		const wasStable = clock.elapsedMs() - this.#joinedAtMs >= stableAfterMs;
		const stage = this.#joinedAtMs < Infinity ? "joined" : this.#room ? "joining" : "resolving";
		// Refusals and other failures are counted separately, because their delays differ.
		const isRefused = error.kind === "refused";
		if (wasStable || isRefused !== this.#wasRefused) this.#failureCount = 0;
		this.#wasRefused = isRefused;
		this.#failureCount++;
		const sinceMs = this.#downSinceMs;
		this.#reset();
		const delayMs = this.#retryDelayAfter(error);
		const failure = { trouble: troubleOf(error.kind), retryAtMs: clock.now() + delayMs };
		this.#cancelRetry = clock.schedule(() => void this.#connect(), delayMs);
		this.#setStatus(
			sinceMs === undefined ? { phase: "failed", ...failure } : { phase: "down", sinceMs, ...failure },
		);
		onFailure(error, { stage, retryInMs: delayMs });
	}

	/** When the connection was lost, in epoch milliseconds; undefined if the room was never joined. */
	get #downSinceMs(): number | undefined {
		if (this.#status.phase === "live") return this.#options.clock.now();
		return this.#status.phase === "down" ? this.#status.sinceMs : undefined;
	}

	#retryDelayAfter(error: ServiceError): number {
		const { clock, random } = this.#options;
		const delayMs = retryDelayMs(error, this.#failureCount, random);
		const isTransient = error.kind !== "refused" && cooldownMs(error) === undefined;
		const isPressPending = isTransient && clock.elapsedMs() < this.#pressedUntilMs;
		return isPressPending ? Math.min(delayMs, pressRetryMs) : delayMs;
	}

	/** Aborts the attempt, closes the room and cancels all timers. */
	#reset(): void {
		this.#attempt?.abort();
		this.#attempt = undefined;
		this.#room?.close();
		this.#room = undefined;
		this.#joinedAtMs = Infinity;
		this.#cancelRetry?.();
		this.#cancelRetry = undefined;
		this.#cancelTimeout();
	}

	#setStatus(status: LinkStatus): void {
		this.#status = status;
		this.#options.onStatus(status);
	}
}
