import type { Agent } from "node:http";

import { io } from "socket.io-client";

import { maxMessageBytes } from "./handshake-watch";
import type { SocketGeneration } from "./ports";
import type { SocketTransport } from "./socket-plan";
import { isRecord, textFrom } from "./wire-scalars";

/** A socket of one of the two client libraries, reduced to what a room needs. */
export interface LibrarySocket {
	/** False, with nothing sent or kept, unless connected. */
	emit(name: string, payload: unknown): boolean;
	/** Calls back once everything that was emitted has left, and over polling has arrived. */
	onceSent(listener: () => void): void;
	close(): void;
}

export type LibrarySocketHandlers = {
	/** Each packet of the engine, before the library acts on it; it may be changed. */
	onPacket(packet: EnginePacket): void;
	onConnected(): void;
	onMessage(name: string, payload: unknown): void;
	/** A middleware of the service refused, in its own words. */
	onRefused(message: string): void;
	/** The connection failed before it stood. */
	onConnectFailed(message: string): void;
	/** It ended, for a reason as the library words it. */
	onDisconnected(reason: string): void;
};

/** What Engine.IO exchanges: `open`, `ping`, `message`, … */
export type EnginePacket = { type: string; data?: unknown };

export type LibrarySocketOptions = {
	readonly origin: string;
	readonly transport: SocketTransport;
	/** Query of the handshake. */
	readonly query: Readonly<Record<string, string>>;
	/** For the requests of both transports. */
	readonly agent: Agent;
};

/** Begins to connect. No handler is called before the promise has resolved. */
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

/** Types of Socket.IO packets that carry a message, without and with binary parts. */
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
		// Errors of the engine are followed by a disconnect; what the service refuses with is no Error.
		if (!socket.connected && !(error instanceof Error)) handlers.onRefused(reasonOf(error));
	});
	socket.on("disconnect", (reason) => handlers.onDisconnected(reasonOf(reason)));
	socket.io.on("packet", (packet) => {
		if (!isRecord(packet) || !messagePacketTypes.includes(packet["type"]) || !Array.isArray(packet["data"]))
			return;
		handlers.onMessage(String(packet["data"][0]), packet["data"][1]);
	});
	// This generation lets a malformed packet throw out of a socket's event, where nobody could catch it.
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

/** This generation hands no limit on to its websocket, which takes a hundred megabytes by itself. */
function limitMessageSize(transport: unknown): void {
	const receiver = isRecord(transport) && isRecord(transport["ws"]) && transport["ws"]["_receiver"];
	if (isRecord(receiver)) Object.assign(receiver, { _maxPayload: maxMessageBytes });
}

/**
 * A line that is cut while the engine moves from polling to a websocket leaves it with neither, and it would notice only
 * by the missing pings. (A websocket that can't be had at all fails earlier, and polling goes on.)
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

/** The libraries report no connection that ends without an error before its handshake. */
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
 * Both libraries keep what is emitted while disconnected (4 also when it notices only while emitting that the other side
 * has been silent for too long). What was kept is thrown away here.
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
			// The engine first: a good-bye of the socket would make a server of 4 ignore a command just before it.
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
