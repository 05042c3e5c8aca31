import { ServiceError, serviceErrorFrom } from "../service/errors";
import type {
	OpenRoom,
	RoomSocket,
	RoomSocketHandlers,
	RoomSocketOptions,
	SceneCommand,
	SocketGeneration,
} from "../service/ports";
import type { Clock, Dispose } from "../state/clock";
import type { LinkStatus } from "../state/link-status";
import type { StreamEvent } from "../state/stream-event";
import { troubleOf } from "./link-trouble";
import { leaveAloneMs, retryDelayMs } from "./retry-policy";

/** Where a channel is to be found and who joins it. */
export type RoomAddress = Omit<RoomSocketOptions, "generation" | "clock">;

export type RoomLinkOptions = {
	readonly openRoom: OpenRoom;
	readonly clock: Clock;
	readonly random: () => number;
	/** Asked anew for every attempt: the service may have moved. Rejects with a {@link ServiceError}. */
	readonly findAddress: (signal: AbortSignal) => Promise<RoomAddress>;
	readonly onStatus: (status: LinkStatus) => void;
	readonly onJoined: () => void;
	/** The room was joined and is lost. */
	readonly onLost: () => void;
	readonly onEvent: (event: StreamEvent) => void;
	readonly onFailure: (error: ServiceError, retryInMs: number) => void;
};

/** A room that was kept this long was no accident: the next failure is the first again. */
const steadyMs = 10_000;
/** From finding the address to the joined room. A service that hangs must not hold up the next attempt for long… */
const attemptLimitMs = 5_000;
/** …but one that is merely slow has to be reached too: every fourth attempt is a patient one. */
const patientAttemptLimitMs = 8_000;

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
	#failures = 0;
	#wasRefused = false;
	#pressedUntilMs = -Infinity;
	#joinedAtMs: number | undefined;
	#cancelRetry: Dispose | undefined;
	#cancelLimit: Dispose = () => undefined;

	constructor(options: RoomLinkOptions) {
		this.#options = options;
	}

	get status(): LinkStatus {
		return this.#status;
	}

	get #downSinceMs(): number | undefined {
		return this.#status.phase === "down" ? this.#status.sinceMs : undefined;
	}

	/** Sends now, or not at all: false when the room is not joined. Nothing is kept for later. */
	send(command: SceneCommand): boolean {
		return this.#room?.send(command) ?? false;
	}

	start(): void {
		if (this.#attempt || this.#cancelRetry) return;
		this.#setStatus({ phase: "connecting" });
		void this.#connect();
	}

	stop(): void {
		this.#abandon();
		this.#failures = 0;
		this.#setStatus({ phase: "idle" });
	}

	/** Leaves and joins again at once, whatever it was waiting for. */
	reconnect(): void {
		const { clock, onLost } = this.#options;
		const wasJoined = this.#joinedAtMs !== undefined;
		this.#abandon();
		this.#failures = 0;
		const sinceMs = wasJoined ? clock.now() : this.#downSinceMs;
		this.#setStatus(sinceMs === undefined ? { phase: "connecting" } : { phase: "down", sinceMs });
		if (wasJoined) onLost();
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
		if (this.#status.phase !== "idle") this.#lose(error);
	}

	async #connect(): Promise<void> {
		const { clock, findAddress, openRoom } = this.#options;
		const attempt = new AbortController();
		this.#attempt = attempt;
		this.#cancelRetry = undefined;
		const limitMs = this.#failures % 4 === 3 ? patientAttemptLimitMs : attemptLimitMs;
		this.#cancelLimit = clock.schedule(() => {
			this.#lose(new ServiceError("timeout", `not joined within ${limitMs} ms`));
		}, limitMs);
		try {
			const address = await findAddress(attempt.signal);
			if (attempt.signal.aborted) return;
			this.#room = openRoom(
				{ ...address, clock, generation: this.#generation },
				this.#handlers(attempt.signal),
			);
		} catch (error) {
			if (!attempt.signal.aborted) this.#lose(serviceErrorFrom(error));
		}
	}

	#handlers(signal: AbortSignal): RoomSocketHandlers {
		return {
			onJoined: (generation) => {
				if (!signal.aborted) this.#applyJoined(generation);
			},
			onEvent: (event) => {
				if (!signal.aborted) this.#options.onEvent(event);
			},
			onClosed: (error) => {
				if (!signal.aborted) this.#lose(error);
			},
		};
	}

	#applyJoined(generation: SocketGeneration): void {
		const { clock, onJoined } = this.#options;
		this.#cancelLimit();
		this.#generation = generation;
		this.#joinedAtMs = clock.elapsedMs();
		this.#setStatus({ phase: "live", sinceMs: clock.now() });
		onJoined();
	}

	#lose(error: ServiceError): void {
		const { clock, onFailure, onLost } = this.#options;
		const wasJoined = this.#joinedAtMs !== undefined;
		const wasSteady = wasJoined && clock.elapsedMs() - (this.#joinedAtMs ?? 0) >= steadyMs;
		// A refusal has its own patience, which other failures don't use up.
		const isRefused = error.kind === "refused";
		if (wasSteady || isRefused !== this.#wasRefused) this.#failures = 0;
		this.#wasRefused = isRefused;
		this.#failures++;
		this.#abandon();
		const delayMs = this.#delayAfter(error);
		const trouble = troubleOf(error.kind);
		const sinceMs = wasJoined ? clock.now() : this.#downSinceMs;
		const failed = { trouble, retryAtMs: clock.now() + delayMs };
		this.#cancelRetry = clock.schedule(() => void this.#connect(), delayMs);
		this.#setStatus(
			sinceMs === undefined ? { phase: "failed", ...failed } : { phase: "down", sinceMs, ...failed },
		);
		onFailure(error, delayMs);
		if (wasJoined) onLost();
	}

	#delayAfter(error: ServiceError): number {
		const { clock, random } = this.#options;
		const delayMs = retryDelayMs(error, this.#failures, random);
		const isMatterOfTime = error.kind !== "refused" && leaveAloneMs(error) === undefined;
		const isAwaited = isMatterOfTime && clock.elapsedMs() < this.#pressedUntilMs;
		return isAwaited ? Math.min(delayMs, pressRetryMs) : delayMs;
	}

	/** Drops the attempt or the room there is, and every timer. */
	#abandon(): void {
		this.#attempt?.abort();
		this.#attempt = undefined;
		this.#room?.close();
		this.#room = undefined;
		this.#joinedAtMs = undefined;
		this.#cancelRetry?.();
		this.#cancelRetry = undefined;
		this.#cancelLimit();
	}

	#setStatus(status: LinkStatus): void {
		this.#status = status;
		this.#options.onStatus(status);
	}
}
