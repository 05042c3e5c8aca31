import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { RoomSocket, RoomSocketHandlers, RoomSocketOptions, SocketGeneration } from "../service/ports";
import type { Clock, Dispose } from "../state/clock";
import type { LinkStatus } from "../state/link-status";
import { troubleOf } from "./link-trouble";
import { leaveAloneMs, retryDelayMs } from "./retry-policy";

export type OpenRoom = (options: RoomSocketOptions, handlers: RoomSocketHandlers) => RoomSocket;

/** Where a channel is to be found and who joins it. */
export type RoomAddress = Pick<RoomSocketOptions, "origin" | "apiKey" | "username">;

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
	readonly onMessage: (name: string, payload: unknown) => void;
	readonly onFailure: (error: ServiceError, retryInMs: number) => void;
};

/** A room that was kept this long was no accident: the next failure is the first again. */
const steadyMs = 10_000;
/** From finding the address to the joined room. A service that hangs must not hold up the next attempt for long… */
const attemptLimitMs = 5_000;
/** …but one that is merely slow has to be reached too: every fourth attempt is a patient one. */
const patientAttemptLimitMs = 8_000;

/** Who presses a key waits this long for the link, and meanwhile attempts follow each other so closely. */
const hurryMs = 2_000;
const hurriedDelayMs = 200;

/** A socket says of itself how long it may be silent; until it has, this holds. */
const assumedSilenceLimitMs = 50_000;

/**
 * Keeps one channel joined. It is the one owner of its retries: one attempt at a time, each with a token of its own, so
 * that a late callback of an abandoned one touches nothing.
 */
export class RoomLink {
	readonly #options: RoomLinkOptions;
	#status: LinkStatus = { phase: "idle" };
	#attempt: AbortController | undefined;
	#room: RoomSocket | undefined;
	#generation: SocketGeneration | undefined;
	#failures = 0;
	#wasRefused = false;
	/** Whether nothing but our own patience holds up the next attempt. */
	#mayHurry = false;
	#hurriedUntilMs = -Infinity;
	#joinedAtMs: number | undefined;
	#lastTrafficMs = 0;
	#cancelRetry: Dispose | undefined;
	#cancelLimit: Dispose | undefined;
	#cancelWatch: Dispose | undefined;

	constructor(options: RoomLinkOptions) {
		this.#options = options;
	}

	get status(): LinkStatus {
		return this.#status;
	}

	/** Sends now, or not at all: false when the room is not joined. Nothing is kept for later. */
	emit(name: string, payload: unknown): boolean {
		return this.#room?.emit(name, payload) ?? false;
	}

	get isJoined(): boolean {
		return this.#room?.isJoined ?? false;
	}

	start(): void {
		if (this.#attempt || this.#cancelRetry) return;
		if (this.#status.phase === "idle") this.#setStatus({ phase: "connecting" });
		void this.#connect();
	}

	stop(): void {
		this.#abandon();
		this.#failures = 0;
		this.#setStatus({ phase: "idle" });
	}

	/** Leaves and joins again at once, whatever it was waiting for. */
	reconnect(): void {
		const wasJoined = this.isJoined;
		this.#abandon();
		this.#failures = 0;
		this.#setStatus(
			wasJoined ? { phase: "down", sinceMs: this.#options.clock.now() } : withoutTrouble(this.#status),
		);
		if (wasJoined) this.#options.onLost();
		void this.#connect();
	}

	/** Somebody is waiting, though not for long: the next attempts, if they are only a matter of time, are made at once. */
	hurry(): void {
		this.#hurriedUntilMs = this.#options.clock.elapsedMs() + hurryMs;
		if (!this.#cancelRetry || !this.#mayHurry) return;
		this.#cancelRetry();
		void this.#connect();
	}

	/** Something else found out that this link cannot be trusted, such as a key refused elsewhere. */
	fail(error: ServiceError): void {
		if (this.#status.phase !== "idle") this.#lose(error);
	}

	async #connect(): Promise<void> {
		const attempt = new AbortController();
		this.#attempt = attempt;
		this.#cancelRetry = undefined;
		const limitMs = this.#failures % 4 === 3 ? patientAttemptLimitMs : attemptLimitMs;
		this.#cancelLimit = this.#options.clock.schedule(() => {
			this.#lose(new ServiceError("timeout", `not joined within ${limitMs} ms`));
		}, limitMs);
		try {
			const address = await this.#options.findAddress(attempt.signal);
			if (attempt.signal.aborted) return;
			const generation = this.#generation;
			this.#room = this.#options.openRoom(
				{ ...address, generation, connectTimeoutMs: limitMs },
				this.#handlers(attempt),
			);
		} catch (error) {
			if (attempt.signal.aborted) return;
			this.#lose(serviceErrorFrom(error));
		}
	}

	#handlers(attempt: AbortController): RoomSocketHandlers {
		const isCurrent = () => !attempt.signal.aborted;
		return {
			onJoined: (generation) => {
				if (isCurrent()) this.#applyJoined(generation);
			},
			onMessage: (name, payload) => {
				if (!isCurrent()) return;
				this.#lastTrafficMs = this.#options.clock.elapsedMs();
				this.#options.onMessage(name, payload);
			},
			onTraffic: () => {
				if (isCurrent()) this.#lastTrafficMs = this.#options.clock.elapsedMs();
			},
			onClosed: (error) => {
				if (isCurrent()) this.#lose(error);
			},
		};
	}

	#applyJoined(generation: SocketGeneration): void {
		const { clock, onJoined } = this.#options;
		this.#cancelLimit?.();
		this.#generation = generation;
		this.#joinedAtMs = clock.elapsedMs();
		this.#setStatus({ phase: "live", sinceMs: clock.now() });
		this.#watch();
		onJoined();
	}

	#lose(error: ServiceError): void {
		const { clock, random, onFailure, onLost } = this.#options;
		const wasJoined = this.#joinedAtMs !== undefined;
		if (wasJoined && clock.elapsedMs() - (this.#joinedAtMs ?? 0) >= steadyMs) this.#failures = 0;
		// A refusal has its own patience, which other failures don't use up.
		const isRefused = error.kind === "refused";
		if (isRefused !== this.#wasRefused) this.#failures = 0;
		this.#wasRefused = isRefused;
		this.#abandon();
		this.#failures++;
		this.#mayHurry = !isRefused && leaveAloneMs(error) === undefined;
		const delayMs = this.#hurried(retryDelayMs(error, this.#failures, random));
		const trouble = troubleOf(error.kind);
		const retryAtMs = clock.now() + delayMs;
		const isDown = wasJoined || this.#status.phase === "down";
		const sinceMs = this.#status.phase === "down" ? this.#status.sinceMs : clock.now();
		this.#setStatus(
			isDown ? { phase: "down", sinceMs, trouble, retryAtMs } : { phase: "failed", trouble, retryAtMs },
		);
		this.#cancelRetry = clock.schedule(() => void this.#connect(), delayMs);
		onFailure(error, delayMs);
		if (wasJoined) onLost();
	}

	#hurried(delayMs: number): number {
		const isHurried = this.#options.clock.elapsedMs() < this.#hurriedUntilMs;
		return this.#mayHurry && isHurried ? Math.min(delayMs, hurriedDelayMs) : delayMs;
	}

	/** Looks again when the socket would have been silent for too long, and only then. */
	#watch(): void {
		const { clock } = this.#options;
		this.#lastTrafficMs = clock.elapsedMs();
		const look = () => {
			const limitMs = this.#room?.silenceLimitMs ?? assumedSilenceLimitMs;
			const leftMs = limitMs - (clock.elapsedMs() - this.#lastTrafficMs);
			if (leftMs > 0) this.#cancelWatch = clock.schedule(look, leftMs);
			else this.#lose(new ServiceError("closed", "the socket has gone silent"));
		};
		look();
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
		this.#cancelLimit?.();
		this.#cancelWatch?.();
	}

	#setStatus(status: LinkStatus): void {
		this.#status = status;
		this.#options.onStatus(status);
	}
}

function withoutTrouble(status: LinkStatus): LinkStatus {
	if (status.phase === "down") return { phase: "down", sinceMs: status.sinceMs };
	return { phase: "connecting" };
}
