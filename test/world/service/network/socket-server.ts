import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

import { Server as SocketServer4 } from "socket.io";
import createSocketServer2 from "socket.io2";

import type { Settings } from "../settings";

/** A connected socket of either generation. */
export interface ChannelSocket {
	readonly id: string;
	on(name: string, listener: (payload: unknown) => void): void;
	emit(name: string, payload: unknown): void;
	disconnect(): void;
}

/** A socket server without its own port: it receives the requests for its path. */
export interface SocketServer {
	request(request: IncomingMessage, response: ServerResponse): void;
	upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void;
	close(): void;
}

/** Authorization and handlers of a socket server. */
export interface SocketHost {
	/** @param accessToken From the handshake's query; null when there is none. */
	accepts(accessToken: string | null): boolean;
	connected(socket: ChannelSocket): void;
}

/** Path of the socket servers of all generations. */
export const socketPath = "/socket.io/";

type SocketSettings = Pick<
	Settings,
	"generation" | "transports" | "handshakeRefusal" | "pingIntervalMs" | "pingTimeoutMs"
>;

const refusal = "Error authentification";

/** Creates several servers behind a proxy without sticky sessions: each TCP connection goes to the next one. */
export function createSocketServers(
	settings: SocketSettings & Pick<Settings, "nodes">,
	host: SocketHost,
): SocketServer {
	const nodes = Array.from({ length: settings.nodes }, () => createSocketServer(settings, host));
	const nodeByConnection = new WeakMap<Duplex, SocketServer>();
	let connectionCount = 0;
	const nodeFor = ({ socket }: IncomingMessage): SocketServer | undefined => {
		const node = nodeByConnection.get(socket) ?? nodes[connectionCount++ % nodes.length];
		if (node) nodeByConnection.set(socket, node);
		return node;
	};
	return {
		request: (request, response) => nodeFor(request)?.request(request, response),
		upgrade: (request, connection, head) => nodeFor(request)?.upgrade(request, connection, head),
		close: () => {
			for (const node of nodes) node.close();
		},
	};
}

/** Creates a server of the chosen generation. */
function createSocketServer(settings: SocketSettings, host: SocketHost): SocketServer {
	// Socket servers attach to an HTTP server. This one never listens, so that the real ones can be exchanged.
	const attached = createServer();
	const isHttpRefusal = settings.handshakeRefusal === "http";
	const allowRequest = (
		request: IncomingMessage,
		done: (error: string | null, isAllowed: boolean) => void,
	): void => done(null, !isHttpRefusal || host.accepts(tokenOf(request)));
	const engineOptions = {
		pingInterval: settings.pingIntervalMs,
		pingTimeout: settings.pingTimeoutMs,
		...(settings.transports === "websocket" && { transports: ["websocket" as const] }),
	};
	const close =
		settings.generation === "2-only"
			? attachServer2()
			: attachServer4(settings.generation === "4" ? "both" : "own");

	return {
		request: (request, response) => attached.emit("request", request, response),
		upgrade: (request, connection, head) => attached.emit("upgrade", request, connection, head),
		close,
	};

	function attachServer4(protocols: "both" | "own"): () => void {
		const server = new SocketServer4(attached, {
			...engineOptions,
			serveClient: false,
			allowEIO3: protocols === "both",
			cors: { origin: true, credentials: true },
			allowRequest,
		});
		if (!isHttpRefusal) {
			server.use((socket, next) => {
				next(host.accepts(text(socket.handshake.query["access_token"])) ? undefined : new Error(refusal));
			});
		}
		server.on("connection", (socket) =>
			host.connected({
				id: socket.id,
				on: (name, listener) => void socket.on(name, listener),
				emit: (name, payload) => void socket.emit(name, payload),
				disconnect: () => void socket.disconnect(true),
			}),
		);
		return () => void server.close();
	}

	function attachServer2(): () => void {
		const server = createSocketServer2();
		// Set before attaching: otherwise the server would accept a socket with the handshake and refuse it afterwards.
		if (!isHttpRefusal) {
			server.use((socket, next) => {
				next(host.accepts(text(socket.handshake.query["access_token"])) ? undefined : new Error(refusal));
			});
		}
		server.attach(attached, { ...engineOptions, serveClient: false, allowRequest });
		server.on("connection", (socket) =>
			host.connected({
				id: socket.id,
				on: (name, listener) => void socket.on(name, listener),
				emit: (name, payload) => void socket.emit(name, payload),
				disconnect: () => void socket.disconnect(true),
			}),
		);
		return () => server.close();
	}
}

function tokenOf(request: IncomingMessage): string | null {
	return new URL(request.url ?? "/", "http://stand-in").searchParams.get("access_token");
}

function text(value: unknown): string | null {
	return typeof value === "string" ? value : null;
}
