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
import { SilenceWatch } from "./silence-watch";

/** How long beyond the next due sign of life a connection is believed in. */
const silenceMarginMs = 5000;
/** The engine holds a message back while it moves to a websocket. What takes longer than this is not waited for. */
const maxJoinMs = 2000;
/** How long a polite good-bye may take before the line is cut. */
const farewellMs = 1000;

/**
 * Connects to a socket channel and joins the account's room (docs/service.md, Sockets). One attempt: it tries the remembered
 * generation of Socket.IO, the other one where that may help, and never reconnects. Never throws; whatever goes wrong
 * comes as `onClosed`, later. Handlers must not throw.
 */
export function openRoomSocket(options: RoomSocketOptions, handlers: RoomSocketHandlers): RoomSocket {
	return new OneLifeRoomSocket(options, handlers);
}

/** One try with one generation. Its callbacks count only while it is the current one. */
type Try = {
	readonly generation: SocketGeneration;
	readonly watch: HandshakeWatch;
	readonly hasSystemRoots: boolean;
	socket?: LibrarySocket;
	pingIntervalMs?: number | undefined;
};

class OneLifeRoomSocket implements RoomSocket {
	readonly #options: RoomSocketOptions;
	readonly #handlers: RoomSocketHandlers;
	readonly #secrets: readonly string[];
	readonly #silence: SilenceWatch;
	#current: Try | undefined;
	#isJoined = false;
	/** Until the service knows that we have joined. */
	#cancelJoinWait: Dispose | undefined;
	#isOver = false;

	constructor(options: RoomSocketOptions, handlers: RoomSocketHandlers) {
		this.#options = options;
		this.#handlers = handlers;
		this.#secrets = [options.apiKey];
		this.#silence = new SilenceWatch(options.clock, () => this.#fail("closed", "the socket has gone silent"));
		const { generation = 4 } = options;
		queueMicrotask(() => void this.#connect(generation, [generation === 4 ? 2 : 4]));
	}

	send(command: SceneCommand): boolean {
		if (!this.#isJoined || this.#silence.isSilent) return false;
		const payload = sceneRemotePayload(command, this.#options.apiKey);
		return this.#current?.socket?.emit(sceneRemoteMessage, payload) ?? false;
	}

	close(): void {
		if (this.#isOver) return;
		this.#isOver = true;
		this.#isJoined = false;
		this.#silence.end();
		this.#endJoinWait();
		this.#abandonTry();
	}

	async #connect(generation: SocketGeneration, others: readonly SocketGeneration[]): Promise<void> {
		if (this.#isOver) return;
		try {
			const origin = originFrom(this.#options.origin);
			const hasSystemRoots = systemRoots.areTrusted;
			const current: Try = { generation, watch: watchHandshake(origin), hasSystemRoots };
			this.#current = current;
			const query = { access_token: this.#options.apiKey };
			const polling = { agent: current.watch.agent };
			const socket = await openLibrarySocket(
				generation,
				{ origin, query, polling },
				this.#libraryHandlers(current, others),
			);
			current.socket = socket;
			if (this.#current !== current) close(current);
		} catch (error) {
			if (error instanceof ServiceError) this.#end(error);
			else this.#fail("bad-address", "the socket library rejected the address");
		}
	}

	#libraryHandlers(current: Try, others: readonly SocketGeneration[]) {
		const whileCurrent =
			<T extends readonly unknown[]>(handle: (...values: T) => void) =>
			(...values: T) => {
				if (this.#current === current) handle(...values);
			};
		return {
			onPacket: whileCurrent((packet: EnginePacket) => this.#readPacket(packet, current)),
			onConnected: whileCurrent(() => this.#join(current)),
			onMessage: whileCurrent((name: string, payload: unknown) => {
				if (this.#isJoined && name === newEventMessage) this.#readEvent(payload);
			}),
			onRefused: whileCurrent((words: string) => this.#fail("refused", `the service refused: ${words}`)),
			onFailed: whileCurrent((words: string) => this.#failTry(words, current, others)),
			onEnded: whileCurrent((reason: string) => {
				if (reason === "io server disconnect") this.#fail("kicked", "the service ended the connection");
				else if (this.#isJoined) this.#fail("closed", `the connection ended (${reason})`);
				else this.#failTry(reason, current, others);
			}),
		};
	}

	#readPacket(packet: EnginePacket, current: Try): void {
		if (packet.type === "open") {
			current.pingIntervalMs = parseHandshake(packet.data)?.pingIntervalMs;
			// The engine would throw at a malformed one, out of anyone's reach; this is its own way to say so.
			if (current.pingIntervalMs === undefined) packet.type = "error";
		}
		this.#silence.noteTraffic();
	}

	#readEvent(payload: unknown): void {
		const { apiKey, clock } = this.#options;
		const event = parseNewEvent(payload, { apiKey, now: () => clock.now() });
		if (event) this.#handlers.onEvent(event);
	}

	#join(current: Try): void {
		if (this.#isJoined) return;
		const { apiKey: room, username } = this.#options;
		this.#isJoined = true;
		this.#silence.begin((current.pingIntervalMs ?? 0) + silenceMarginMs);
		current.socket?.emit("join-room", { room, username });
		const tell = () => {
			if (!this.#cancelJoinWait) return;
			this.#endJoinWait();
			this.#handlers.onJoined(current.generation);
		};
		this.#cancelJoinWait = this.#options.clock.schedule(tell, maxJoinMs);
		current.socket?.onceSent(tell);
	}

	#endJoinWait(): void {
		this.#cancelJoinWait?.();
		this.#cancelJoinWait = undefined;
	}

	#failTry(words: string, current: Try, others: readonly SocketGeneration[]): void {
		// Once a handshake was understood, the generation is the right one.
		if (current.pingIntervalMs !== undefined) return this.#fail("closed", `the connection ended (${words})`);
		const failureContext = { secrets: this.#secrets, nowMs: Date.now() };
		const { error, isGenerationInDoubt } = connectFailureFrom(current.watch, failureContext);
		if (error.kind === "certificate" && !current.hasSystemRoots && systemRoots.trust()) {
			this.#abandonTry();
			void this.#connect(current.generation, others);
			return;
		}
		const [next, ...rest] = others;
		if (!isGenerationInDoubt || next === undefined) {
			this.#end(error);
			return;
		}
		this.#abandonTry();
		void this.#connect(next, rest);
	}

	#fail(kind: ServiceErrorKind, message: string): void {
		this.#end(new ServiceError(kind, message, { secrets: this.#secrets }));
	}

	#end(error: ServiceError): void {
		if (this.#isOver) return;
		this.close();
		this.#handlers.onClosed(error);
	}

	#abandonTry(): void {
		const abandoned = this.#current;
		this.#current = undefined;
		if (abandoned) close(abandoned);
	}
}

function close({ socket, watch, pingIntervalMs }: Try): void {
	socket?.close();
	// A request that still waits for its answer would keep the line open, the process alive and the server busy.
	if (pingIntervalMs === undefined) watch.agent.destroy();
	else setTimeout(() => watch.agent.destroy(), farewellMs).unref();
}
