import type { Dispose } from "../state/clock";
import { originFrom } from "./address";
import { systemRoots } from "./certificates";
import { connectFailureFrom } from "./connect-failure";
import { ServiceError, type ServiceErrorKind } from "./errors";
import { newEventMessage, parseNewEvent } from "./event-channel";
import { parseHandshake } from "./handshake";
import { watchHandshake, type HandshakeWatch } from "./handshake-watch";
import { openLibrarySocket, type EnginePacket, type LibrarySocket } from "./library-socket";
import type {
	RoomSocket,
	RoomSocketHandlers,
	RoomSocketOptions,
	SceneCommand,
	SocketGeneration,
} from "./ports";
import { sceneRemoteMessage, sceneRemotePayload } from "./scene-channel";
import { HeartbeatMonitor } from "./heartbeat-monitor";

/** How long beyond the next due sign of life a connection is believed in. */
const heartbeatGraceMs = 5000;
/** The engine holds a message back while it moves to a websocket. What takes longer than this is not waited for. */
const joinTimeoutMs = 2000;
/** How long a polite good-bye may take before the line is cut. */
const closeGraceMs = 1000;

/**
 * Connects to a socket channel and joins the account's room (docs/service.md, Sockets). One attempt: it tries the remembered
 * generation of Socket.IO, the other one where that may help, and never reconnects. Never throws; whatever goes wrong
 * comes as `onClosed`, later. Handlers must not throw.
 */
export function openRoomSocket(options: RoomSocketOptions, handlers: RoomSocketHandlers): RoomSocket {
	return new SingleUseRoomSocket(options, handlers);
}

/** One try with one generation. Its callbacks count only while it is the current one. */
type GenerationAttempt = {
	readonly generation: SocketGeneration;
	readonly watch: HandshakeWatch;
	readonly hasSystemRoots: boolean;
	socket?: LibrarySocket;
	pingIntervalMs?: number | undefined;
};

class SingleUseRoomSocket implements RoomSocket {
	readonly #options: RoomSocketOptions;
	readonly #handlers: RoomSocketHandlers;
	readonly #secrets: readonly string[];
	readonly #heartbeat: HeartbeatMonitor;
	#attempt: GenerationAttempt | undefined;
	#isJoined = false;
	/** Until the service knows that we have joined. */
	#cancelJoinTimeout: Dispose | undefined;
	#isClosed = false;

	constructor(options: RoomSocketOptions, handlers: RoomSocketHandlers) {
		this.#options = options;
		this.#handlers = handlers;
		this.#secrets = [options.apiKey];
		this.#heartbeat = new HeartbeatMonitor(options.clock, () =>
			this.#fail("closed", "the socket has gone silent"),
		);
		const { generation = 4 } = options;
		queueMicrotask(() => void this.#connect(generation, [generation === 4 ? 2 : 4]));
	}

	send(command: SceneCommand): boolean {
		if (!this.#isJoined || this.#heartbeat.isOverdue) return false;
		const payload = sceneRemotePayload(command, this.#options.apiKey);
		return this.#attempt?.socket?.emit(sceneRemoteMessage, payload) ?? false;
	}

	close(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#isJoined = false;
		this.#heartbeat.stop();
		this.#clearJoinTimeout();
		this.#abandonAttempt();
	}

	async #connect(generation: SocketGeneration, otherGenerations: readonly SocketGeneration[]): Promise<void> {
		if (this.#isClosed) return;
		try {
			const origin = originFrom(this.#options.origin);
			const hasSystemRoots = systemRoots.areTrusted;
			const attempt: GenerationAttempt = { generation, watch: watchHandshake(origin), hasSystemRoots };
			this.#attempt = attempt;
			const query = { access_token: this.#options.apiKey };
			const polling = { agent: attempt.watch.agent };
			const socket = await openLibrarySocket(
				generation,
				{ origin, query, polling },
				this.#libraryHandlers(attempt, otherGenerations),
			);
			attempt.socket = socket;
			if (this.#attempt !== attempt) close(attempt);
		} catch (error) {
			if (error instanceof ServiceError) this.#end(error);
			else this.#fail("bad-address", "the socket library rejected the address");
		}
	}

	#libraryHandlers(attempt: GenerationAttempt, otherGenerations: readonly SocketGeneration[]) {
		const unlessAbandoned =
			<T extends readonly unknown[]>(handle: (...values: T) => void) =>
			(...values: T) => {
				if (this.#attempt === attempt) handle(...values);
			};
		return {
			onPacket: unlessAbandoned((packet: EnginePacket) => this.#handlePacket(packet, attempt)),
			onConnected: unlessAbandoned(() => this.#join(attempt)),
			onMessage: unlessAbandoned((name: string, payload: unknown) => {
				if (this.#isJoined && name === newEventMessage) this.#handleEvent(payload);
			}),
			onRefused: unlessAbandoned((message: string) =>
				this.#fail("refused", `the service refused: ${message}`),
			),
			onConnectFailed: unlessAbandoned((message: string) =>
				this.#handleAttemptFailure(message, attempt, otherGenerations),
			),
			onDisconnected: unlessAbandoned((reason: string) => {
				if (reason === "io server disconnect") this.#fail("kicked", "the service ended the connection");
				else if (this.#isJoined) this.#fail("closed", `the connection ended (${reason})`);
				else this.#handleAttemptFailure(reason, attempt, otherGenerations);
			}),
		};
	}

	#handlePacket(packet: EnginePacket, attempt: GenerationAttempt): void {
		if (packet.type === "open") {
			attempt.pingIntervalMs = parseHandshake(packet.data)?.pingIntervalMs;
			// The engine would throw at a malformed one, out of anyone's reach; this is its own way to say so.
			if (attempt.pingIntervalMs === undefined) packet.type = "error";
		}
		this.#heartbeat.recordTraffic();
	}

	#handleEvent(payload: unknown): void {
		const { apiKey, clock } = this.#options;
		const event = parseNewEvent(payload, { apiKey, now: () => clock.now() });
		if (event) this.#handlers.onEvent(event);
	}

	#join(attempt: GenerationAttempt): void {
		if (this.#isJoined) return;
		const { apiKey: room, username } = this.#options;
		this.#isJoined = true;
		this.#heartbeat.start((attempt.pingIntervalMs ?? 0) + heartbeatGraceMs);
		attempt.socket?.emit("join-room", { room, username });
		const confirmJoined = () => {
			if (!this.#cancelJoinTimeout) return;
			this.#clearJoinTimeout();
			this.#handlers.onJoined(attempt.generation);
		};
		this.#cancelJoinTimeout = this.#options.clock.schedule(confirmJoined, joinTimeoutMs);
		attempt.socket?.onceSent(confirmJoined);
	}

	#clearJoinTimeout(): void {
		this.#cancelJoinTimeout?.();
		this.#cancelJoinTimeout = undefined;
	}

	#handleAttemptFailure(
		message: string,
		attempt: GenerationAttempt,
		otherGenerations: readonly SocketGeneration[],
	): void {
		// Once a handshake was understood, the generation is the right one.
		if (attempt.pingIntervalMs !== undefined)
			return this.#fail("closed", `the connection ended (${message})`);
		const failureContext = { secrets: this.#secrets, nowMs: Date.now() };
		const { error, shouldTryOtherGeneration } = connectFailureFrom(attempt.watch, failureContext);
		if (error.kind === "certificate" && !attempt.hasSystemRoots && systemRoots.trust()) {
			this.#abandonAttempt();
			void this.#connect(attempt.generation, otherGenerations);
			return;
		}
		const [next, ...rest] = otherGenerations;
		if (!shouldTryOtherGeneration || next === undefined) {
			this.#end(error);
			return;
		}
		this.#abandonAttempt();
		void this.#connect(next, rest);
	}

	#fail(kind: ServiceErrorKind, message: string): void {
		this.#end(new ServiceError(kind, message, { secrets: this.#secrets }));
	}

	#end(error: ServiceError): void {
		if (this.#isClosed) return;
		this.close();
		this.#handlers.onClosed(error);
	}

	#abandonAttempt(): void {
		const abandoned = this.#attempt;
		this.#attempt = undefined;
		if (abandoned) close(abandoned);
	}
}

function close({ socket, watch, pingIntervalMs }: GenerationAttempt): void {
	socket?.close();
	// A request that still waits for its answer would keep the line open, the process alive and the server busy.
	if (pingIntervalMs === undefined) watch.agent.destroy();
	else setTimeout(() => watch.agent.destroy(), closeGraceMs).unref();
}
