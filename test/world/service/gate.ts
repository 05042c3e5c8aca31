import {
	createServer as createHttpServer,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from "node:net";
import type { Duplex } from "node:stream";

import { Line, type LineUse } from "./line";

const loopback = "127.0.0.1";

/** What a gate does with what comes in. */
export interface GateTraffic {
	useOf(path: string): LineUse;
	request(request: IncomingMessage, response: ServerResponse): void;
	upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void;
}

/** A listening port whose connections can be cut, frozen and swallowed while the port itself lives on. */
export class Gate {
	readonly #http: Server;
	readonly #tcp: TcpServer;
	readonly #lines = new Set<Line>();
	#port: number;
	#isSwallowing = false;

	/** @param port 0 lets the system choose when it opens; once chosen it stays the same. */
	constructor(traffic: GateTraffic, port: number) {
		this.#port = port;
		const judge = (chunk: Buffer): "hold" | "release" | "leave" => {
			const path = /^[A-Z]+ (\/\S*)/.exec(chunk.toString("latin1", 0, 200))?.[1];
			if (path === undefined) return "leave";
			if (traffic.useOf(path) === "control") return "release";
			return this.#isSwallowing ? "hold" : "leave";
		};
		// An idle connection in a black hole must not be ended by the server's own patience.
		this.#http = createHttpServer({ headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 });
		this.#http.on("request", (request: IncomingMessage, response: ServerResponse) => {
			this.#note(request, traffic);
			traffic.request(request, response);
		});
		this.#http.on("upgrade", (request: IncomingMessage, connection: Duplex, head: Buffer) => {
			this.#note(request, traffic);
			traffic.upgrade(request, connection, head);
		});
		this.#tcp = createTcpServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
			const line = new Line(socket, judge);
			this.#lines.add(line);
			line.once("close", () => {
				if (!line.isHeld) this.#lines.delete(line);
			});
			if (this.#isSwallowing) line.hold();
			this.#http.emit("connection", line);
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
	cut(isMeant: (use: LineUse) => boolean): void {
		for (const line of [...this.#lines]) {
			if (!isMeant(line.use)) continue;
			this.#lines.delete(line);
			line.cut();
		}
	}

	/** Black hole: connections are accepted and kept, nothing passes, except to and from the control API. */
	swallow(): void {
		this.#isSwallowing = true;
		this.#holdLines((use) => use !== "control");
	}

	/** Holds the open socket connections only; new ones work. */
	freezeSockets(): void {
		this.#holdLines((use) => use === "socket");
	}

	/** Ends {@link swallow} and {@link freezeSockets}. */
	release(): void {
		this.#isSwallowing = false;
		for (const line of [...this.#lines]) {
			line.release();
			if (line.destroyed) this.#lines.delete(line);
		}
	}

	#holdLines(isMeant: (use: LineUse) => boolean): void {
		for (const line of this.#lines) if (isMeant(line.use)) line.hold();
	}

	#note(request: IncomingMessage, traffic: GateTraffic): void {
		// The server was handed a Line as its connection, whatever the type says.
		const line: unknown = request.socket;
		if (line instanceof Line) line.use = traffic.useOf(request.url ?? "/");
	}
}
