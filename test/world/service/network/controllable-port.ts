import {
	createServer as createHttpServer,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from "node:net";
import type { Duplex } from "node:stream";

import { HoldableConnection, type ConnectionUse } from "./holdable-connection";

const loopback = "127.0.0.1";

/** How a gate handles incoming connections. */
export interface PortHandlers {
	useOf(path: string): ConnectionUse;
	request(request: IncomingMessage, response: ServerResponse): void;
	upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void;
}

/** A listening port whose connections can be cut, frozen and swallowed while the port itself lives on. */
export class ControllablePort {
	readonly #http: Server;
	readonly #tcp: TcpServer;
	readonly #connections = new Set<HoldableConnection>();
	#port: number;
	#isBlackHole = false;

	/** @param port 0 lets the system choose when it opens; the port then stays the same. */
	constructor(handlers: PortHandlers, port: number) {
		this.#port = port;
		const filter = (chunk: Buffer): "hold" | "release" | "leave" => {
			const path = /^[A-Z]+ (\/\S*)/.exec(chunk.toString("latin1", 0, 200))?.[1];
			if (path === undefined) return "leave";
			if (handlers.useOf(path) === "control") return "release";
			return this.#isBlackHole ? "hold" : "leave";
		};
		// The server's own timeout must not end an idle connection in a black hole.
		this.#http = createHttpServer({ headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 });
		this.#http.on("request", (request: IncomingMessage, response: ServerResponse) => {
			this.#recordUse(request, handlers);
			handlers.request(request, response);
		});
		this.#http.on("upgrade", (request: IncomingMessage, connection: Duplex, head: Buffer) => {
			this.#recordUse(request, handlers);
			handlers.upgrade(request, connection, head);
		});
		this.#tcp = createTcpServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
			const connection = new HoldableConnection(socket, filter);
			this.#connections.add(connection);
			connection.once("close", () => {
				if (!connection.isHeld) this.#connections.delete(connection);
			});
			if (this.#isBlackHole) connection.hold();
			this.#http.emit("connection", connection);
		});
	}

	get url(): string {
		return `http://${loopback}:${this.#port}`;
	}

	/** Listens, for the first time or again after {@link close}. @throws When the port is taken. */
	async open(): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.#tcp.once("error", reject);
			this.#tcp.listen({ port: this.#port, host: loopback }, () => {
				this.#tcp.off("error", reject);
				resolve();
			});
		});
		this.#port = (this.#tcp.address() as AddressInfo).port;
	}

	/** Stops listening and destroys every connection. */
	async close(): Promise<void> {
		const closed = this.#tcp.listening
			? new Promise<void>((resolve) => this.#tcp.close(() => resolve()))
			: Promise.resolve();
		this.cut(() => true);
		await closed;
	}

	/** Destroys the connections of the given use. */
	cut(matches: (use: ConnectionUse) => boolean): void {
		for (const connection of [...this.#connections]) {
			if (!matches(connection.use)) continue;
			this.#connections.delete(connection);
			connection.cut();
		}
	}

	/** Starts a black hole: connections are accepted and kept, but nothing passes, except to and from the control API. */
	startBlackHole(): void {
		this.#isBlackHole = true;
		this.#holdConnections((use) => use !== "control");
	}

	/** Holds the currently open socket connections only; new ones work. */
	freezeSockets(): void {
		this.#holdConnections((use) => use === "socket");
	}

	/** Ends {@link startBlackHole} and {@link freezeSockets}. */
	release(): void {
		this.#isBlackHole = false;
		for (const connection of [...this.#connections]) {
			connection.release();
			if (connection.destroyed) this.#connections.delete(connection);
		}
	}

	#holdConnections(matches: (use: ConnectionUse) => boolean): void {
		for (const connection of this.#connections) if (matches(connection.use)) connection.hold();
	}

	#recordUse(request: IncomingMessage, handlers: PortHandlers): void {
		// The server was given a `HoldableConnection` as its connection, although the type is wider.
		const connection: unknown = request.socket;
		if (connection instanceof HoldableConnection) connection.use = handlers.useOf(request.url ?? "/");
	}
}
