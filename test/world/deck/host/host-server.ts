import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { WebSocketServer, type RawData, type WebSocket } from "ws";

import { RegistrationSchema } from "../plugin/commands";
import { isSettings, type Frame } from "../frame";

const loopback = ["127.0.0.1", "::1"] as const;

/** Socket of one side after it registered. */
export class Connection {
	readonly #socket: WebSocket;
	readonly #pongCallbacks = new Map<string, () => void>();
	#pingCount = 0;

	constructor(socket: WebSocket) {
		this.#socket = socket;
		socket.on("pong", (data) => {
			const name = String(data);
			this.#pongCallbacks.get(name)?.();
			this.#pongCallbacks.delete(name);
		});
	}

	get isOpen(): boolean {
		return this.#socket.readyState === this.#socket.OPEN;
	}

	send(frame: Frame): void {
		if (this.isOpen) this.#socket.send(JSON.stringify(frame));
	}

	/** Calls back once the other side has handled everything sent so far, however slow either side is. */
	afterRoundTrips(count: number, done: () => void): void {
		if (count === 0) return done();
		if (!this.isOpen) return;
		const name = String(++this.#pingCount);
		this.#pongCallbacks.set(name, () => this.afterRoundTrips(count - 1, done));
		this.#socket.ping(name);
	}

	close(): void {
		this.#socket.terminate();
	}
}

/** Handlers for connections to the server. */
export type HostHandlers = {
	/** Returns undefined to refuse the registration, for example because it is too late. */
	register(side: HostSide, uuid: string, connection: Connection): Registered | "too late" | undefined;
	refused(side: HostSide, reason: string, frame: unknown): void;
};

type HostSide = "plugin" | "inspector";
type Registered = { receive(frame: Frame): void; closed(): void };

/** The app's WebSocket server: one port on both loopback addresses, for the plugin and its inspectors. */
export class HostServer {
	readonly port: number;
	readonly #servers: readonly Server[];
	readonly #sockets: WebSocketServer;

	private constructor(servers: readonly Server[], sockets: WebSocketServer, port: number) {
		this.#servers = servers;
		this.#sockets = sockets;
		this.port = port;
	}

	/** Listens on a port chosen by the system; on `::1` only if it exists. */
	static async listen(handlers: HostHandlers): Promise<HostServer> {
		const sockets = new WebSocketServer({ noServer: true });
		sockets.on("connection", (socket) => handleSocket(socket, handlers));
		const servers: Server[] = [];
		let port = 0;
		for (const host of loopback) {
			const server = createServer((_, response) => response.writeHead(404).end());
			server.on("upgrade", (request, socket, head) =>
				sockets.handleUpgrade(request, socket, head, (webSocket) =>
					sockets.emit("connection", webSocket, request),
				),
			);
			server.listen(port, host);
			try {
				await once(server, "listening");
			} catch (error) {
				if (servers.length === 0) throw error;
				continue;
			}
			const address = server.address();
			if (typeof address === "object" && address) port = address.port;
			servers.push(server);
		}
		return new HostServer(servers, sockets, port);
	}

	async close(): Promise<void> {
		for (const socket of this.#sockets.clients) socket.terminate();
		await Promise.all(this.#servers.map((server) => new Promise((closed) => server.close(closed))));
	}
}

function handleSocket(socket: WebSocket, handlers: HostHandlers): void {
	let side: Registered | undefined;
	socket.on("error", () => socket.terminate());
	socket.on("close", () => side?.closed());
	const handleMessage = (data: RawData, isBinary: boolean) => {
		const text = Buffer.isBuffer(data) && !isBinary ? data.toString("utf8") : "";
		const frame = parseFrame(text);
		if (!frame) return handlers.refused("plugin", "Not a JSON object in a text message", text.slice(0, 200));
		if (side) return side.receive(frame);
		const { data: registration } = RegistrationSchema.safeParse(frame);
		const kind = registration?.event === "registerPropertyInspector" ? "inspector" : "plugin";
		const answer = registration && handlers.register(kind, registration.uuid, new Connection(socket));
		if (typeof answer === "object") {
			side = answer;
			return;
		}
		if (!answer) handlers.refused(kind, "The first message does not register anybody known", frame);
		// Messages that arrived together with the refused one are ignored, too.
		socket.off("message", handleMessage);
		socket.terminate();
	};
	socket.on("message", handleMessage);
}

function parseFrame(text: string): Frame | undefined {
	try {
		const frame: unknown = JSON.parse(text);
		return isSettings(frame) ? frame : undefined;
	} catch {
		return undefined;
	}
}
