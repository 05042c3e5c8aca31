import { ServiceError, serviceErrorFrom } from "../service/errors";
import type {
	OpenRoom,
	RoomSocket,
	RoomSocketHandlers,
	RoomSocketOptions,
	SocketGeneration,
} from "../service/ports";
import type { Clock, Dispose } from "../state/clock";
import type { LinkStatus } from "../state/link-status";
import type { StreamEvent } from "../state/stream-event";
import { troubleOf } from "./link-trouble";
import { cooldownMs, retryDelayMs } from "./retry-policy";

/** Where a channel is to be found and who joins it. */
export type RoomAddress = Omit<RoomSocketOptions, "generation" | "clock" | "offset">;

export type RoomLinkOptions = {
	readonly openRoom: OpenRoom;
	readonly clock: Clock;
	readonly random: () => number;
	/** Asked anew for every attempt: the service may have moved. Rejects with a {@link ServiceError}. */
	readonly resolveAddress: (signal: AbortSignal) => Promise<RoomAddress>;
	/** The room was joined, before the status says so. */
	readonly onJoined: (generation: SocketGeneration) => void;
	/** It is another one from now on: `live` when the room has been joined. */
	readonly onStatus: (status: LinkStatus) => void;
	readonly onEvent: (event: StreamEvent) => void;
	readonly onFailure: (error: ServiceError, retryInMs: number) => void;
};

/** A room that was kept this long was no accident: the next failure is the first again. */
const stableAfterMs = 10_000;
/** From finding the address to the joined room. A service that hangs must not hold up the next attempt for long… */
const attemptTimeoutMs = 5_000;
/** …but one that is merely slow has to be reached too: every fourth attempt is a patient one. */
const patientAttemptTimeoutMs = 8_000;

/** Who presses a key waits this long for the link, and meanwhile attempts follow each other so closely. */
const pressWaitMs = 2_000;
const pressRetryMs = 200;

/**
 * Keeps one channel joined. It is the one owner of its attempts and of their limit: one at a time, each with a token of its
 * own, so that a late callback of an abandoned one touches nothing.
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
	/** On a clock that never jumps; Infinity while the room is not joined. */
	#joinedAtMs = Infinity;
	#cancelRetry: Dispose | undefined;
	#cancelTimeout: Dispose = () => undefined;

	constructor(options: RoomLinkOptions) {
		this.#options = options;
	}

	get status(): LinkStatus {
		return this.#status;
	}

	/** The room, while it is joined. */
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

	/** Leaves and joins again at once, whatever it was waiting for. */
	reconnect(): void {
		const sinceMs = this.#downSinceMs;
		this.#reset();
		this.#failureCount = 0;
		this.#setStatus(sinceMs === undefined ? { phase: "connecting" } : { phase: "down", sinceMs });
		void this.#connect();
	}

	/**
	 * Somebody pressed a key and waits: an attempt is made at once, whatever the next one was waiting for. Those after it
	 * follow closely for as long as somebody waits, if they are only a matter of time.
	 */
	retryNow(): void {
		this.#pressedUntilMs = this.#options.clock.elapsedMs() + pressWaitMs;
		if (!this.#cancelRetry) return;
		this.#cancelRetry();
		void this.#connect();
	}

	/** Something else found out that this link cannot be trusted, such as a key refused elsewhere. */
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
		// A refusal has its own patience, which other failures don't use up.
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
		onFailure(error, delayMs);
	}

	/** Since when the room is lost, epoch milliseconds; undefined while it never was joined. */
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

	/** Drops the attempt or the room there is, and every timer. */
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
