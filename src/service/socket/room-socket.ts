import type { Dispose } from "../../state/time/clock";
import { originFrom } from "../address";
import { systemRoots } from "../certificates";
import { connectFailureFrom, needsWebsocket, type ConnectFailure } from "./connect-failure";
import { ServiceError, type ServiceErrorKind } from "../errors";
import { newEventMessage, parseNewEvent } from "./event-channel";
import { pingIntervalMsFrom } from "./handshake";
import { watchHandshake, type HandshakeWatch } from "./handshake-watch";
import { openLibrarySocket, type EnginePacket, type LibrarySocket } from "./library-socket";
import type { RoomSocket, RoomSocketHandlers, RoomSocketOptions, SceneCommand } from "../ports";
import { sceneRemoteMessage, sceneRemotePayload } from "./scene-channel";
import { HeartbeatMonitor } from "./heartbeat-monitor";
import { nextPlan, WebsocketAddresses, type SocketPlan } from "./socket-plan";
import { heartbeatGraceMs, joinTimeoutMs, closeGraceMs } from "../timing";

const websocketAddresses = new WebsocketAddresses();

/**
 * Connects to a socket channel and joins the account's room (docs/service.md, Sockets). Tries the last successful
 * Socket.IO generation, then the other generation or a websocket without polling where that may help. Never reconnects
 * and never throws: errors arrive later as `onClosed`. Handlers must not throw.
 */
export function openRoomSocket(options: RoomSocketOptions, handlers: RoomSocketHandlers): RoomSocket {
	return new SingleUseRoomSocket(options, handlers);
}

/** One connection attempt. Its callbacks are ignored unless it is the current attempt. */
type Attempt = {
	readonly origin: string;
	readonly plan: SocketPlan;
	readonly watch: HandshakeWatch;
	readonly hasSystemRoots: boolean;
	socket?: LibrarySocket;
	pingIntervalMs?: number | undefined;
};

/**
 * | State      | Meaning                                                    | Leaves on                              |
 * | ---------- | ---------------------------------------------------------- | -------------------------------------- |
 * | connecting | `#attempt` is running                                      | connected, failure, `close()`          |
 * | joining    | `#isJoined`, and `#cancelJoinTimeout` is set               | sent or timeout, failure, `close()`    |
 * | joined     | `#isJoined`, without `#cancelJoinTimeout`                  | connection lost, `close()`             |
 * | closed     | `#isClosed`; no handler is called any more                 | never                                  |
 *
 * A failure while connecting or joining starts the next attempt, if an alternative may succeed; otherwise it closes.
 *
 * Invariant: at most one attempt is current, and `onClosed` is called at most once.
 */
class SingleUseRoomSocket implements RoomSocket {
	readonly #options: RoomSocketOptions;
	readonly #handlers: RoomSocketHandlers;
	readonly #secrets: readonly string[];
	readonly #heartbeat: HeartbeatMonitor;
	#attempt: Attempt | undefined;
	#isJoined = false;
	/** Set until `join-room` has been sent. */
	#cancelJoinTimeout: Dispose | undefined;
	#isClosed = false;

	constructor(options: RoomSocketOptions, handlers: RoomSocketHandlers) {
		this.#options = options;
		this.#handlers = handlers;
		this.#secrets = [options.apiKey];
		this.#heartbeat = new HeartbeatMonitor(options.clock, () =>
			this.#fail("closed", "the server has been silent for too long"),
		);
		queueMicrotask(() => void this.#connect());
	}

	send(command: SceneCommand): boolean {
		if (!this.#isJoined || this.#heartbeat.isOverdue) return false;
		const payload = sceneRemotePayload(command, this.#options.apiKey);
		return this.#attempt?.socket?.emit(sceneRemoteMessage, payload) ?? false;
	}

	close(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#abandonAttempt();
	}

	/** @param plan Defaults to the first plan for this address. */
	async #connect(plan?: SocketPlan): Promise<void> {
		if (this.#isClosed) return;
		try {
			const origin = originFrom(this.#options.origin);
			const attempt: Attempt = {
				origin,
				plan: plan ?? websocketAddresses.firstPlan(origin, this.#options.generation),
				watch: watchHandshake(origin),
				hasSystemRoots: systemRoots.areTrusted,
			};
			this.#attempt = attempt;
			const { generation, transport } = attempt.plan;
			const query = { access_token: this.#options.apiKey };
			const { agent } = attempt.watch;
			const socket = await openLibrarySocket(
				generation,
				{ origin, transport, query, agent },
				this.#libraryHandlers(attempt),
			);
			attempt.socket = socket;
			if (this.#attempt !== attempt) close(attempt);
		} catch (error) {
			if (error instanceof ServiceError) this.#end(error);
			else this.#fail("bad-address", "the socket library rejected the address");
		}
	}

	#libraryHandlers(attempt: Attempt) {
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
			onConnectFailed: unlessAbandoned((message: string) => this.#handleAttemptFailure(message, attempt)),
			onDisconnected: unlessAbandoned((reason: string) => {
				if (reason === "io server disconnect") this.#fail("kicked", "the service ended the connection");
				else this.#handleAttemptFailure(reason, attempt);
			}),
		};
	}

	#handlePacket(packet: EnginePacket, attempt: Attempt): void {
		if (packet.type === "open") {
			attempt.pingIntervalMs = pingIntervalMsFrom(packet.data);
			// The engine would throw on a malformed handshake where no caller can catch it. This is the engine's own
			// way to report an error.
			if (attempt.pingIntervalMs === undefined) packet.type = "error";
		}
		this.#heartbeat.recordTraffic();
	}

	#handleEvent(payload: unknown): void {
		const { apiKey, clock, offset } = this.#options;
		const event = parseNewEvent(payload, { apiKey, offset, now: () => clock.now() });
		if (event) this.#handlers.onEvent(event);
	}

	#join(attempt: Attempt): void {
		if (this.#isJoined) return;
		const { apiKey: room, username } = this.#options;
		this.#isJoined = true;
		this.#heartbeat.start((attempt.pingIntervalMs ?? 0) + heartbeatGraceMs);
		attempt.socket?.emit("join-room", { room, username });
		const confirmJoined = () => {
			if (!this.#cancelJoinTimeout) return;
			this.#clearJoinTimeout();
			this.#handlers.onJoined(attempt.plan.generation);
		};
		this.#cancelJoinTimeout = this.#options.clock.schedule(confirmJoined, joinTimeoutMs);
		attempt.socket?.onceSent(confirmJoined);
	}

	#clearJoinTimeout(): void {
		this.#cancelJoinTimeout?.();
		this.#cancelJoinTimeout = undefined;
	}

	#handleAttemptFailure(message: string, attempt: Attempt): void {
		const { origin, plan } = attempt;
		const isLost = this.#isJoined && !this.#cancelJoinTimeout;
		const { error, alternative } = this.#failureOf(message, attempt);
		if (alternative === "websocket") websocketAddresses.add(origin);
		else if (plan.transport === "websocket" && !isLost) websocketAddresses.delete(origin);
		if (error.kind === "certificate" && !attempt.hasSystemRoots && systemRoots.trust()) {
			this.#abandonAttempt();
			void this.#connect(plan);
			return;
		}
		const next = nextPlan(plan, alternative);
		if (isLost || !next) {
			this.#end(error);
			return;
		}
		this.#abandonAttempt();
		void this.#connect(next);
	}

	#failureOf(message: string, { plan, watch, pingIntervalMs }: Attempt): ConnectFailure {
		const secrets = this.#secrets;
		if (pingIntervalMs === undefined) return connectFailureFrom(watch, { secrets, nowMs: Date.now() });
		const error = new ServiceError("closed", `the connection ended (${message})`, { secrets });
		// The handshake was valid. It may come from one node of several or, without polling, from the other generation.
		if (watch.lastResponse && needsWebsocket(watch.lastResponse)) return { error, alternative: "websocket" };
		const isOtherGeneration = plan.transport === "websocket" && !this.#isJoined;
		return isOtherGeneration ? { error, alternative: "other-generation" } : { error };
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
		this.#isJoined = false;
		this.#heartbeat.stop();
		this.#clearJoinTimeout();
		const abandoned = this.#attempt;
		this.#attempt = undefined;
		if (abandoned) close(abandoned);
	}
}

function close({ socket, watch, pingIntervalMs }: Attempt): void {
	socket?.close();
	// A pending request would keep the connection open, the process alive and the server busy.
	if (pingIntervalMs === undefined) watch.agent.destroy();
	else setTimeout(() => watch.agent.destroy(), closeGraceMs).unref();
}
