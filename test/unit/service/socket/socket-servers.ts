import { createServer, type Server } from "node:http";
import type { Duplex } from "node:stream";

import { Server as SocketServer4 } from "socket.io";
import createSocketServer2 from "socket.io2";

import { open } from "../loopback";

/** A real Socket.IO server of either generation, with a record of its clients' messages. */
export type SocketService = {
	readonly origin: string;
	readonly server: Server;
	/** Query of each handshake. */
	readonly handshakes: readonly Readonly<Record<string, unknown>>[];
	/** Received messages, in order. */
	readonly received: readonly (readonly [string, unknown])[];
	/** Sends a message to all clients. */
	push(name: string, payload: unknown): void;
	/** Disconnects every client with a disconnect packet. */
	kick(): void;
	/** Cuts every connection without a packet. */
	cut(): void;
	/** Cuts each websocket during the upgrade. */
	cutUpgrades(): void;
	/** Delays the responses to POST requests until the returned function is called. */
	holdAnswers(): () => void;
	/** Number of polling requests so far. */
	polls(): number;
	/** Number of upgrades to a websocket so far. */
	upgrades(): number;
	/** Open connections of clients that are through the handshake. */
	connections(): number;
};

export type SocketServiceOptions = {
	/** Refuses the handshake with 403. */
	readonly isRefusing?: boolean;
	/** A middleware refuses every client with this message. */
	readonly middlewareRefusal?: string;
	/** Offers no websocket. */
	readonly isPollingOnly?: boolean;
	/** A version 4 server also accepts version 2 clients. */
	readonly isServingBoth?: boolean;
	readonly pingIntervalMs?: number;
	readonly pingTimeoutMs?: number;
};

type ServerSocket = {
	readonly handshake: { readonly query: Readonly<Record<string, unknown>> };
	on(name: string, listener: (payload: unknown) => void): unknown;
	emit(name: string, payload: unknown): unknown;
	disconnect(close: boolean): unknown;
};

const observedMessages = ["join-room", "scene-remote-event"];

export async function serveSocket(
	generation: 4 | 2,
	options: SocketServiceOptions = {},
): Promise<SocketService> {
	const { isRefusing = false, middlewareRefusal, isServingBoth = false, isPollingOnly = false } = options;
	const { pingIntervalMs: pingInterval = 25_000, pingTimeoutMs: pingTimeout = 5000 } = options;
	const server = createServer();
	const sockets = new Set<ServerSocket>();
	const handshakes: Readonly<Record<string, unknown>>[] = [];
	const received: [string, unknown][] = [];

	const welcome = (socket: ServerSocket) => {
		handshakes.push(socket.handshake.query);
		sockets.add(socket);
		socket.on("disconnect", () => sockets.delete(socket));
		for (const name of observedMessages) socket.on(name, (payload) => received.push([name, payload]));
	};
	const engineOptions = {
		pingInterval,
		pingTimeout,
		allowUpgrades: !isPollingOnly,
		serveClient: false,
		allowRequest: (_request: unknown, done: (error: string | null, isAllowed: boolean) => void) =>
			isRefusing ? done("Forbidden", false) : done(null, true),
	};
	if (generation === 4) {
		const io = new SocketServer4(server, { ...engineOptions, allowEIO3: isServingBoth });
		if (middlewareRefusal !== undefined) io.use((_socket, next) => next(new Error(middlewareRefusal)));
		io.on("connection", welcome);
	} else {
		const io = createSocketServer2();
		if (middlewareRefusal !== undefined) io.use((_socket, next) => next(new Error(middlewareRefusal)));
		io.attach(server, engineOptions);
		io.on("connection", welcome);
	}
	let polls = 0;
	let held: (() => void)[] | undefined;
	const [answer] = server.listeners("request");
	server.removeAllListeners("request");
	server.on("request", (request, response) => {
		if (request.method === "GET") polls += 1;
		else if (held) {
			const end = response.end.bind(response);
			const hold = (...parts: unknown[]) =>
				held?.push(() => {
					Reflect.apply(end, undefined, parts);
				});
			Object.assign(response, { end: hold });
		}
		answer?.call(server, request, response);
	});
	const origin = await open(server);
	let upgrades = 0;
	server.on("upgrade", (_request, line: Duplex) => {
		// The first frame is the client's probe, the second its upgrade packet.
		let frames = 0;
		line.on("data", () => {
			frames += 1;
			if (frames === 2) upgrades += 1;
		});
	});
	const lines = new Set<{ destroy(): unknown }>();
	server.on("connection", (line) => {
		lines.add(line);
		line.on("close", () => lines.delete(line));
	});
	return {
		origin,
		server,
		handshakes,
		received,
		push: (name, payload) => sockets.forEach((socket) => socket.emit(name, payload)),
		kick: () => sockets.forEach((socket) => socket.disconnect(true)),
		cut: () => lines.forEach((line) => line.destroy()),
		cutUpgrades: () => {
			server.prependListener("upgrade", (_request, line: Duplex) => {
				// The first data is the client's probe, which is answered immediately.
				line.once("data", () => setImmediate(() => line.destroy()));
			});
		},
		holdAnswers: () => {
			held = [];
			return () => {
				for (const release of held ?? []) release();
				held = undefined;
			};
		},
		polls: () => polls,
		upgrades: () => upgrades,
		connections: () => sockets.size,
	};
}
