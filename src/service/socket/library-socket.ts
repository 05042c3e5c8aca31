import type { Agent } from "node:http";

import { io } from "socket.io-client";

import { maxMessageBytes } from "./handshake-watch";
import type { SocketGeneration } from "../ports";
import type { SocketTransport } from "./socket-plan";
import { isRecord } from "../../state/is-record";
import { textFrom } from "../schemas/wire-scalars";

/** A socket of one of the two client libraries, reduced to what a room requires. */
export interface LibrarySocket {
	/** Sends a message. Returns false unless connected; then nothing is sent or buffered. */
	emit(name: string, payload: unknown): boolean;
	/** Calls back when all emitted messages have been sent and, with polling, have arrived. */
	onceSent(listener: () => void): void;
	close(): void;
}

export type LibrarySocketHandlers = {
	/** Called for each packet of the engine before the library handles it. The packet may be changed. */
	onPacket(packet: EnginePacket): void;
	onConnected(): void;
	onMessage(name: string, payload: unknown): void;
	/** A middleware of the service refused the connection; the text is the service's. */
	onRefused(message: string): void;
	/** The connection failed before it was established. */
	onConnectFailed(message: string): void;
	/** The connection ended; the reason is the library's text. */
	onDisconnected(reason: string): void;
};

/** Packet types of Engine.IO: `open`, `ping`, `message`, … */
export type EnginePacket = { type: string; data?: unknown };

export type LibrarySocketOptions = {
	readonly origin: string;
	readonly transport: SocketTransport;
	readonly query: Readonly<Record<string, string>>;
	/** Agent for the requests of both transports. */
	readonly agent: Agent;
};

/** Starts to connect. No handler is called before the promise has resolved. */
export function openLibrarySocket(
	generation: SocketGeneration,
	options: LibrarySocketOptions,
	handlers: LibrarySocketHandlers,
): Promise<LibrarySocket> {
	return generation === 4 ? openSocket4(options, handlers) : openSocket2(options, handlers);
}

const maxTimerMs = 2 ** 31 - 1;

/* Reconnection and time limit are off, because an attempt has one owner, and nothing is shared between attempts. */
function libraryOptions({ transport, query, agent }: LibrarySocketOptions) {
	return {
		forceNew: true,
		multiplex: false,
		reconnection: false,
		timeout: maxTimerMs,
		transports: transport === "websocket" ? ["websocket"] : ["polling", "websocket"],
		query: { ...query },
		transportOptions: { polling: { agent }, websocket: { agent, maxPayload: maxMessageBytes } },
	};
}

async function openSocket4(
	options: LibrarySocketOptions,
	handlers: LibrarySocketHandlers,
): Promise<LibrarySocket> {
	const socket = io(options.origin, libraryOptions(options));
	const { engine } = socket.io;
	engine.on("packet", (packet) => handlers.onPacket(packet));
	watchUpgrade((name, listener) => engine.on(name, listener), handlers);
	watchOpening((name, listener) => engine.on(name, listener), handlers);
	socket.on("connect", () => handlers.onConnected());
	socket.on("connect_error", ({ message }) =>
		socket.active ? handlers.onConnectFailed(message) : handlers.onRefused(message),
	);
	socket.on("disconnect", (reason) => handlers.onDisconnected(reason));
	socket.onAny((name: unknown, payload: unknown) => handlers.onMessage(String(name), payload));
	return withoutBuffer(socket, engine);
}

/** Socket.IO packet types that carry a message, without and with binary parts. */
const messagePacketTypes: readonly unknown[] = [2, 5];

async function openSocket2(
	options: LibrarySocketOptions,
	handlers: LibrarySocketHandlers,
): Promise<LibrarySocket> {
	const { default: io2 } = await import("socket.io-client2");
	const socket = io2(options.origin, { ...libraryOptions(options), forceNode: true });
	const { engine, decoder } = socket.io;
	engine.on("packet", (packet) => {
		if (isEnginePacket(packet)) handlers.onPacket(packet);
	});
	watchUpgrade((name, listener) => engine.on(name, listener), handlers);
	watchOpening((name, listener) => engine.on(name, listener), handlers);
	engine.on("upgrading", limitMessageSize);
	engine.on("open", () => limitMessageSize(engine.transport));
	socket.on("connect", () => handlers.onConnected());
	socket.on("connect_error", (error) => handlers.onConnectFailed(reasonOf(error)));
	socket.on("error", (error) => {
		// Engine errors are followed by a disconnect. A refusal by the service is not an Error.
		if (!socket.connected && !(error instanceof Error)) handlers.onRefused(reasonOf(error));
	});
	socket.on("disconnect", (reason) => handlers.onDisconnected(reasonOf(reason)));
	socket.io.on("packet", (packet) => {
		if (!isRecord(packet) || !messagePacketTypes.includes(packet["type"]) || !Array.isArray(packet["data"]))
			return;
		handlers.onMessage(String(packet["data"][0]), packet["data"][1]);
	});
	// In this generation, a malformed packet throws inside a socket event handler, where no caller can catch the error.
	const decode = decoder.add.bind(decoder);
	decoder.add = (data) => {
		try {
			decode(data);
		} catch {
			handlers.onDisconnected("parse error");
		}
	};
	return withoutBuffer(socket, engine);
}

/** This generation does not pass a limit to its websocket, which accepts a hundred megabytes by default. */
function limitMessageSize(transport: unknown): void {
	const receiver = isRecord(transport) && isRecord(transport["ws"]) && transport["ws"]["_receiver"];
	if (isRecord(receiver)) Object.assign(receiver, { _maxPayload: maxMessageBytes });
}

/**
 * Handles a connection that is cut while the engine upgrades from polling to a websocket. The engine is then left
 * without a transport and would only notice the missing pings. (A websocket that cannot be opened fails earlier, and
 * polling continues.)
 */
function watchUpgrade(
	on: (name: "upgrading" | "upgrade" | "upgradeError", listener: () => void) => unknown,
	handlers: LibrarySocketHandlers,
): void {
	let isUpgrading = false;
	on("upgrading", () => (isUpgrading = true));
	on("upgrade", () => (isUpgrading = false));
	on("upgradeError", () => {
		if (isUpgrading) handlers.onDisconnected("upgrade failed");
	});
}

/** Reports a connection that closes without an error before its handshake. The libraries do not report it. */
function watchOpening(
	on: (name: "open" | "close", listener: () => void) => unknown,
	handlers: LibrarySocketHandlers,
): void {
	let isOpen = false;
	on("open", () => (isOpen = true));
	on("close", () => {
		if (!isOpen) handlers.onConnectFailed("transport close");
	});
}

/**
 * Discards buffered messages. Both libraries buffer what is emitted while disconnected. Version 4 also buffers when it
 * detects during emit that the server has been silent for too long.
 */
function withoutBuffer(
	socket: {
		readonly connected: boolean;
		sendBuffer: unknown[];
		emit(name: string, payload: unknown): unknown;
		close(): unknown;
	},
	engine: { close(): unknown; once(name: "drain", listener: () => void): unknown },
): LibrarySocket {
	return {
		emit: (name, payload) => {
			if (!socket.connected) return false;
			socket.emit(name, payload);
			if (socket.sendBuffer.length === 0) return true;
			socket.sendBuffer = [];
			return false;
		},
		onceSent: (listener) => {
			engine.once("drain", listener);
		},
		close: () => {
			// Close the engine first: a disconnect packet of the socket would make a server of 4 ignore a command sent
			// just before it.
			engine.close();
			socket.close();
		},
	};
}

function isEnginePacket(packet: unknown): packet is EnginePacket {
	return isRecord(packet) && typeof packet["type"] === "string";
}

function reasonOf(error: unknown): string {
	const message = error instanceof Error || isRecord(error) ? error.message : error;
	return textFrom(message) ?? "no reason given";
}
